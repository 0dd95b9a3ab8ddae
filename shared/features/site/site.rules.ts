// Rules and texts of the site that both sides share.

/** Spec §1. */
export const TAGLINE = 'Empowering dance educators with resources, training, and community.';

/** How long staff can undo a decision before it takes effect. */
export const UNDO_SECONDS = 10;

/** Spec §7: the version pages expect of the server. */
export const EXPECTED_VERSION = '1.0.0';

export function isExpectedVersion(version: unknown): boolean {
  return version === EXPECTED_VERSION;
}

/** Spec §8: status and status text; without a response there are neither. */
export function versionFailureText(failure: unknown): string {
  const { status, statusText = '' } = (failure ?? {}) as { status?: unknown; statusText?: string };
  const reason = typeof status === 'number' ? `${status} ${statusText}` : 'no answer from the server';
  return `Version check failed: ${reason}`.trim();
}
