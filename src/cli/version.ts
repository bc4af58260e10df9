declare const VALEHOOK_VERSION: string;

/** The version of the package, put in by the build. */
export const programVersion: string =
  typeof VALEHOOK_VERSION === "undefined" ? "0.0.0" : VALEHOOK_VERSION;
