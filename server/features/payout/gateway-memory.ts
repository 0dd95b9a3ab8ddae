// Gateways keep idempotency keys for a day; what is older is looked for before it is asked for again.
import type { AppContext } from '#server/context.ts';

const KEYS_KEPT_MS = 12 * 3_600_000;

export function mayBeForgotten({ clock }: Pick<AppContext, 'clock'>, createdAt: Date): boolean {
  return clock.now().getTime() - createdAt.getTime() > KEYS_KEPT_MS;
}
