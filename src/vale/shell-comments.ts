import { closesTwice, META, OPENERS, type Context } from "./shell-syntax.ts";
import { readHeredocBody, readHeredocStart, type Heredoc } from "./shell-heredoc.ts";

/** Where a comment stands: on one line, from its `#`, columns 1-based in code points, end exclusive. */
export interface ShellComment {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/**
 * The comments of a shell script as a POSIX shell or Bash reads it: a `#` in quotes, expansions
 * (`$#`, `${#x}`, `$((16#ff))`), heredocs or within a word is none. The body of a heredoc is taken as
 * text throughout. Pure; never fails: an unfinished quote reaches to the end.
 */
export function shellComments(text: string): ShellComment[] {
  const reader = new ShellReader(text);
  reader.read();
  return reader.comments;
}

class ShellReader {
  readonly comments: ShellComment[] = [];
  readonly #text: string;
  readonly #contexts: Context[] = [{ kind: "command", close: "", inWord: false, cases: 0 }];
  #heredocs: Heredoc[] = [];
  #at = 0;
  #line = 1;
  #lineStart = 0;
  /** Whether a word may start here; only of use in a command. */
  #wordStart = true;
  /** Whether that word would be a command's name. */
  #commandStart = true;

  constructor(text: string) {
    this.#text = text;
  }

  read(): void {
    while (this.#at < this.#text.length) {
      const context = this.#contexts.at(-1);
      if (context === undefined) return;
      switch (context.kind) {
        case "command":
          this.#readCommand(context);
          break;
        case "double":
          this.#readDouble();
          break;
        case "brace":
          this.#readBrace(context.quoted);
          break;
        case "arithmetic":
          this.#readArithmetic(context);
          break;
      }
    }
  }

  #readCommand(context: Context & { kind: "command" }): void {
    const char = this.#char();
    if (char === "#" && this.#wordStart) this.#readComment(context.close === "`");
    else if (char === "\n") this.#readNewline();
    else if (char === context.close && (char === "`" || context.cases === 0)) this.#close();
    else if (char === "(") this.#readParenthesis();
    else if (char === "<" && this.#starts("<<") && !this.#starts("<<<")) this.#readHeredocStart();
    else if (META.has(char)) this.#readMeta(char);
    else if (this.#wordStart) this.#readWord(context);
    else if (!this.#readQuoting(false)) this.#step(1);
  }

  /** Blanks keep what is expected; operators start a command anew. */
  #readMeta(char: string): void {
    const length = this.#starts("<<<") ? 3 : 1;
    if (!" \t<>".includes(char)) this.#commandStart = true;
    this.#step(length);
    this.#wordStart = true;
  }

  /** Looks at a whole plain word for the keywords that matter, else only at its first character. */
  #readWord(context: Context & { kind: "command" }): void {
    const word = /[^\s;&|()<>"'`$\\]*/y;
    word.lastIndex = this.#at;
    const plain = word.exec(this.#text)?.[0] ?? "";
    const whole = plain !== "" && META.has(this.#text[this.#at + plain.length] ?? "\n");
    if (this.#starts("\\\n")) {
      this.#step(2);
      return;
    }
    this.#wordStart = false;
    const keyword = whole && this.#commandStart ? plain : "";
    if (keyword === "case") context.cases += 1;
    if (keyword === "esac" && context.cases > 0) context.cases -= 1;
    this.#commandStart = OPENERS.has(keyword);
    if (plain !== "") this.#step(plain.length);
    else if (!this.#readQuoting(false)) this.#step(1);
  }

  #readComment(inBackticks: boolean): void {
    const start = this.#at;
    const lineEnd = this.#indexOrEnd("\n");
    const end = inBackticks ? Math.min(lineEnd, this.#indexOrEnd("`")) : lineEnd;
    const column = codePoints(this.#text.slice(this.#lineStart, start)) + 1;
    const length = codePoints(this.#text.slice(start, end));
    this.comments.push({ line: this.#line, column, endColumn: column + length });
    this.#at = end;
  }

  #readNewline(): void {
    this.#step(1);
    for (const heredoc of this.#heredocs) {
      const end = readHeredocBody(this.#text, this.#at, heredoc);
      this.#step(end - this.#at);
    }
    this.#heredocs = [];
    this.#wordStart = true;
    this.#commandStart = true;
  }

  #readHeredocStart(): void {
    const heredoc = readHeredocStart(this.#text, this.#at + 2);
    if (heredoc === undefined) {
      this.#step(2);
      return;
    }
    this.#heredocs.push(heredoc);
    this.#step(heredoc.startEnd - this.#at);
    this.#wordStart = false;
  }

  #readParenthesis(): void {
    if (this.#starts("((") && this.#wordStart && closesTwice(this.#text, this.#at + 2)) {
      this.#step(2);
      this.#contexts.push({ kind: "arithmetic", depth: 0 });
      return;
    }
    this.#step(1);
    this.#openCommand(")", false);
  }

  #readDouble(): void {
    const char = this.#char();
    if (char === '"') this.#close();
    else if (!this.#readQuoting(true)) this.#step(1);
  }

  #readBrace(quoted: boolean): void {
    const char = this.#char();
    if (char === "}") this.#close();
    else if (!this.#readQuoting(quoted)) this.#step(1);
  }

  #readArithmetic(context: Context & { kind: "arithmetic" }): void {
    const char = this.#char();
    if (char === "(") context.depth += 1;
    if (char === ")" && context.depth > 0) context.depth -= 1;
    else if (char === ")") {
      this.#step(this.#starts("))") ? 2 : 1);
      this.#contexts.pop();
      this.#wordStart = false;
      return;
    }
    if (!this.#readQuoting(false)) this.#step(1);
  }

  /** Quotes, escapes and expansions, alike wherever they are allowed; false where there is none. */
  #readQuoting(inDouble: boolean): boolean {
    const char = this.#char();
    if (char === "\\") {
      this.#step(2);
      return true;
    }
    if (char === "$") return this.#readDollar(inDouble);
    if (char === "`") {
      this.#step(1);
      this.#openCommand("`", true);
      return true;
    }
    if (char === '"') {
      this.#step(1);
      this.#contexts.push({ kind: "double" });
      return true;
    }
    if (char === "'" && !inDouble) {
      this.#step(this.#indexOrEnd("'", this.#at + 1) + 1 - this.#at);
      return true;
    }
    return false;
  }

  #readDollar(inDouble: boolean): boolean {
    if (this.#starts("$((") && closesTwice(this.#text, this.#at + 3)) {
      this.#step(3);
      this.#contexts.push({ kind: "arithmetic", depth: 0 });
    } else if (this.#starts("$(")) {
      this.#step(2);
      this.#openCommand(")", true);
    } else if (this.#starts("${")) {
      this.#step(2);
      this.#contexts.push({ kind: "brace", quoted: inDouble });
    } else if (this.#starts("$'") && !inDouble) {
      this.#step(2);
      this.#readAnsiQuote();
    } else {
      // `$#`, `$$` and the like are two characters; `$"` and `$name` go on after the first.
      this.#step(/^[#$!?*@-]/.test(this.#text[this.#at + 1] ?? "") ? 2 : 1);
    }
    return true;
  }

  #readAnsiQuote(): void {
    while (this.#at < this.#text.length && this.#char() !== "'") {
      this.#step(this.#char() === "\\" ? 2 : 1);
    }
    this.#step(1);
  }

  #openCommand(close: ")" | "`", inWord: boolean): void {
    this.#contexts.push({ kind: "command", close, inWord, cases: 0 });
    this.#wordStart = true;
    this.#commandStart = true;
  }

  /** Leaves a context. `)` of a subshell is an operator, after which a comment may start. */
  #close(): void {
    const left = this.#contexts.pop();
    this.#step(1);
    this.#wordStart = left?.kind === "command" && !left.inWord;
    this.#commandStart = false;
  }

  #char(): string {
    return this.#text[this.#at] ?? "";
  }

  #starts(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #indexOrEnd(text: string, from = this.#at): number {
    const index = this.#text.indexOf(text, from);
    return index < 0 ? this.#text.length : index;
  }

  #step(length: number): void {
    const end = Math.min(this.#at + length, this.#text.length);
    for (let index = this.#at; index < end; index += 1) {
      if (this.#text[index] !== "\n") continue;
      this.#line += 1;
      this.#lineStart = index + 1;
    }
    this.#at = end;
  }
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
