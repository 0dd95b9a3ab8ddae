// Our Content-Security-Policy forbids eval. zod probes for it unless told not to, and each probe is reported as a
// violation.

/** Called by the root, which loads before any schema. Browser only. */
export function keepZodFromEval(): void {
  if (typeof document === 'undefined') return;
  // zod's global config; importing zod to set it would load it on every page.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}
