import { fail, ok, type Diagnosis } from "./diagnosis.ts";

/** Node's version, against what the package asks for. */
export function checkNode(version: string = process.versions.node): readonly Diagnosis[] {
  if (isSupported(version)) return [ok("Node", `${version}, ${process.execPath}`)];
  return [
    fail(
      "Node",
      `${version} is older than valehook needs.`,
      "Install Node 20 from 20.19 on, or Node 22.12 or later, and run valehook install again.",
    ),
  ];
}

/** The package's `engines`: ^20.19.0 || >=22.12.0. */
function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}
