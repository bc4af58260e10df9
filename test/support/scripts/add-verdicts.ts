import { textDigest } from "../../../src/base/digest.ts";
import { openAnswerStore } from "../../../src/state/answer-store.ts";
import { openVerdictStore } from "../../../src/state/verdict-store.ts";

// Remembers verdicts and answers, a few with each flush, beside other processes that do the same.
const [, , stateFolder = "", name = "", count = "0"] = process.argv;
const opened = await openVerdictStore(stateFolder);
if (!opened.ok) throw new Error(opened.problem.code);
const verdicts = opened.value;
const answers = openAnswerStore(stateFolder);
for (let index = 0; index < Number(count); index += 1) {
  verdicts.rememberClean(textDigest(name, String(index)));
  answers.set(textDigest("answer", name, String(index)), [{ line: index, key: textDigest(name) }]);
  if (index % 5 === 4) await flush();
}
await flush();

async function flush(): Promise<void> {
  await verdicts.flush();
  await answers.flush();
}
