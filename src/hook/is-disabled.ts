/** Whether `VALEHOOK_DISABLE` turns every hook off. */
export function isDisabled(env: NodeJS.ProcessEnv): boolean {
  const value = env["VALEHOOK_DISABLE"] ?? "";
  return value !== "" && value !== "0";
}
