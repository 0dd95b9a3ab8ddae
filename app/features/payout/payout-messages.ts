// What is said of a payout beside its amount.
import type { PayoutState } from '#shared/features/payout/payout.states.ts';
import { formatMoney } from '#shared/money.ts';
import type { BadgeTone } from '#app/components/ui/badge.tsx';

export function payoutTone(state: PayoutState): BadgeTone {
  if (state === 'paid') return 'ok';
  return state === 'failed' ? 'bad' : 'warn';
}

type Said = { offset: string; reversed: string; failure: string | null };

export function formatPayoutMessage({ offset, reversed, failure }: Said): string[] {
  const kept = Number(offset);
  return [
    ...(failure === null ? [] : [failure]),
    ...(kept > 0 ? [`${formatMoney(offset)} kept for refunds of earlier sales`] : []),
    ...(kept < 0 ? [`${formatMoney(offset.slice(1))} added that had come back to the seller`] : []),
    ...(Number(reversed) > 0 ? [`${formatMoney(reversed)} taken back after refunds`] : []),
  ];
}
