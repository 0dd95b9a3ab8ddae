// Our Content-Security-Policy refuses code made from text. zod tries whether it may, unless it was told not to, and each
// try is reported as a violation.

/** For the root: it is loaded before the schemas of any page. The server's zod is left alone. */
export function keepZodFromEval(): void {
  if (typeof document === 'undefined') return;
  // Where zod looks for its settings as it loads; importing it for this would bring it to every page.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}
