import type { ValeConfigRef } from "../base/vale-config-ref.ts";
import { fileExtension } from "./file-extension.ts";

export interface ArgumentOptions {
  readonly config: ValeConfigRef;
  /** Merge in the person's global configuration too. */
  readonly useGlobalConfig: boolean;
}

/** Arguments of a run over files, by the names that {@link Operand} gives them. */
export function operandArguments(options: ArgumentOptions, names: readonly string[]): string[] {
  return [
    ...commonArguments(options),
    "--",
    ...names.map((name) => (name.startsWith("../") ? name : `./${name}`)),
  ];
}

/** Arguments of a run over text on standard input that is to be read as a file of this name. */
export function stdinArguments(options: ArgumentOptions, name: string): string[] {
  return [...commonArguments(options), `--ext=${fileExtension(name)}`, `--path=${name}`];
}

function commonArguments({ config, useGlobalConfig }: ArgumentOptions): string[] {
  return [...(useGlobalConfig ? [] : ["--no-global"]), `--config=${config.file}`, "--output=JSON"];
}
