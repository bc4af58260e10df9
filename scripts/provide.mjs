/**
 * Provides the programs that the tests and `npm run try` need, in the ignored folder .tools of this
 * clone: what the machine already has is used, the rest comes from its registry at a pinned version.
 *
 *   node scripts/provide.mjs [part…]      default: all but the clients and the Nodes
 *
 * Exit 0: all is there. Exit 2: something can't be provided, said with what to do.
 */
import { parseArgs } from "node:util";
import { provideChromium } from "./provide/chromium.mjs";
import { provideClients } from "./provide/clients.mjs";
import { provideCompiler } from "./provide/compiler.mjs";
import { provideCorpus } from "./provide/corpus.mjs";
import { provideLintStaged, providePreCommit, provideReviewdog } from "./provide/neighbours.mjs";
import { provideNodes } from "./provide/nodes.mjs";
import { provideAsciidoctor, provideRst2html } from "./provide/parsers.mjs";
import { CannotProvide } from "./provide/run.mjs";
import { provideShells } from "./provide/shells.mjs";
import { provideStrace } from "./provide/strace.mjs";
import { provideOlderVale, provideVale } from "./provide/vale.mjs";

const parts = {
  vale: [provideVale],
  "older-vale": [provideOlderVale],
  parsers: [provideRst2html, provideAsciidoctor],
  chromium: [provideChromium],
  strace: [provideStrace],
  compiler: [provideCompiler],
  shells: [provideShells],
  corpus: [provideCorpus],
  neighbours: [providePreCommit, provideLintStaged, provideReviewdog],
  clients: [provideClients],
  nodes: [provideNodes],
};
const notUsual = new Set(["clients", "nodes"]);
const usual = Object.keys(parts).filter((part) => !notUsual.has(part));

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quiet: { type: "boolean", default: false } },
});
const unknown = positionals.filter((part) => !Object.hasOwn(parts, part));
if (unknown.length > 0) {
  console.error(`No part ${unknown.join(", ")}; the parts are ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}

let failed = false;
for (const part of positionals.length > 0 ? positionals : usual) {
  for (const provide of parts[part]) {
    try {
      const what = await provide();
      if (!values.quiet) console.log(`provided: ${what}`);
    } catch (error) {
      if (!(error instanceof CannotProvide)) throw error;
      failed = true;
      console.error(`can't provide ${error.message}`);
    }
  }
}
process.exitCode = failed ? 2 : 0;
