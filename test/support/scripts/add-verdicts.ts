import { textDigest } from "../../../src/base/digest.ts";
import { openVerdictStore } from "../../../src/state/verdict-store.ts";

// Remembers verdicts, a few with each flush, beside other processes that do the same.
const [, , stateFolder = "", name = "", count = "0"] = process.argv;
const opened = await openVerdictStore(stateFolder);
if (!opened.ok) throw new Error(opened.problem.code);
for (let index = 0; index < Number(count); index += 1) {
  opened.value.rememberClean(textDigest(name, String(index)));
  opened.value.rememberCount(textDigest("count", name, String(index)), index);
  if (index % 5 === 4) await opened.value.flush();
}
await opened.value.flush();
