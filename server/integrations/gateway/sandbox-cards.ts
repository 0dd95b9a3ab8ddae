// The sandbox's test cards and the result for each number (DESIGN §4).
import type { Card } from '#shared/features/checkout/checkout.contract.ts';

export type Verdict =
  | { state: 'succeeded' | 'requires_action'; declineCode: null }
  | { state: 'requires_payment_method'; declineCode: string };

const VERDICTS: Readonly<Record<string, Verdict>> = {
  '4242424242424242': { state: 'succeeded', declineCode: null },
  '4000002500003155': { state: 'requires_action', declineCode: null },
  '4000000000000002': { state: 'requires_payment_method', declineCode: 'generic_decline' },
  '4000000000009995': { state: 'requires_payment_method', declineCode: 'insufficient_funds' },
};

/** Can be saved, and is declined whenever it is charged later. */
const DECLINED_LATER = '4000000000000341';

/** What a saved card does when it is charged; its number is not kept. */
const BEHAVIORS: Readonly<Record<string, Verdict>> = {
  pays: { state: 'succeeded', declineCode: null },
  asks: { state: 'requires_action', declineCode: null },
  declines: { state: 'requires_payment_method', declineCode: 'generic_decline' },
};

const UNKNOWN: Verdict = { state: 'requires_payment_method', declineCode: 'test_cards_only' };
/** No such card, or not this customer's. */
export const UNUSABLE: Verdict = { state: 'requires_payment_method', declineCode: 'unusable' };
const EXPIRED: Verdict = { state: 'requires_payment_method', declineCode: 'expired_card' };

export function sandboxCardOutcome(card: Card, now: Date): Verdict {
  return isExpired(card, now) ? EXPIRED : (VERDICTS[card.number] ?? UNKNOWN);
}

/** A card is valid through the last day of its month. */
function isExpired({ expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>, now: Date): boolean {
  return (expYear - now.getUTCFullYear()) * 12 + expMonth - (now.getUTCMonth() + 1) < 0;
}

/** How the card behaves from now on, or why it can't be saved. */
export function sandboxCardBehavior(card: Card, now: Date): { behavior: string } | { declineCode: string } {
  if (card.number === DECLINED_LATER) return { behavior: 'declines' };
  const { state, declineCode } = sandboxCardOutcome(card, now);
  if (declineCode !== null) return { declineCode };
  return { behavior: state === 'requires_action' ? 'asks' : 'pays' };
}

/** A bank that wants to ask someone declines when nobody is there. */
export function savedCardOutcome(
  { behavior, expMonth, expYear }: { behavior: string; expMonth: number; expYear: number },
  { isAway, now }: { isAway: boolean; now: Date },
): Verdict {
  if (isExpired({ expMonth, expYear }, now)) return EXPIRED;
  const verdict = BEHAVIORS[behavior] ?? UNKNOWN;
  if (verdict.state !== 'requires_action' || !isAway) return verdict;
  return { state: 'requires_payment_method', declineCode: 'authentication_required' };
}

/** Messages for decline reasons, shared by both gateways. */
export const DECLINED: Readonly<Record<string, string>> = {
  generic_decline: 'The bank declined this card.',
  insufficient_funds: 'This card has insufficient funds.',
  expired_card: 'This card has expired. Check its date, or use another card.',
  incorrect_cvc: 'The security code is wrong. Check it and try again.',
  authentication_required: 'The bank wants you to confirm this payment yourself.',
  authentication_failed: 'The payment was not confirmed with the bank.',
  payment_intent_authentication_failure: 'The payment was not confirmed with the bank.',
  test_cards_only: 'Only test cards work here, such as 4242 4242 4242 4242.',
  unusable: 'This card could not be used. Enter it again, or use another card.',
};

export function declinedText(code: string): string {
  return DECLINED[code] ?? 'The bank declined this card.';
}
