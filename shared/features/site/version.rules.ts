// The version check of spec §7 and §8: what the pages expect of the server, and how a failed check is said.

export const EXPECTED_VERSION = '1.0.0';

export function isExpectedVersion(version: unknown): boolean {
  return version === EXPECTED_VERSION;
}

/** Spec §8: status and status text. Without an answer there is neither, so the text says that instead. */
export function versionFailureText(failure: unknown): string {
  const { status, statusText = '' } = (failure ?? {}) as { status?: unknown; statusText?: string };
  const reason = typeof status === 'number' ? `${status} ${statusText}` : 'no answer from the server';
  return `Version check failed: ${reason}`.trim();
}
