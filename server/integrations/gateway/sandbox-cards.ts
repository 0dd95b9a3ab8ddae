// The sandbox's cards: what its bank says to each number (DESIGN §4).
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

const UNKNOWN: Verdict = { state: 'requires_payment_method', declineCode: 'test_cards_only' };
const EXPIRED: Verdict = { state: 'requires_payment_method', declineCode: 'expired_card' };

/** A card is good until the last day of its month. */
export function sandboxCardOutcome({ number, expMonth, expYear }: Card, now: Date): Verdict {
  const monthsLeft = (expYear - now.getUTCFullYear()) * 12 + expMonth - (now.getUTCMonth() + 1);
  return monthsLeft < 0 ? EXPIRED : (VERDICTS[number] ?? UNKNOWN);
}

/** The same words for both gateways where they give the same reason. */
export const DECLINED: Readonly<Record<string, string>> = {
  generic_decline: 'The bank declined this card.',
  insufficient_funds: 'The bank said there is not enough money on this card.',
  expired_card: 'This card has expired. Check its date, or use another card.',
  incorrect_cvc: 'The security code of this card is not right. Check it and try again.',
  authentication_failed: 'The payment was not confirmed with the bank.',
  payment_intent_authentication_failure: 'The payment was not confirmed with the bank.',
  test_cards_only: 'Only test cards are taken here, for example 4242 4242 4242 4242.',
  unusable: 'This card could not be used. Enter it again, or use another card.',
};

export function declinedText(code: string): string {
  return DECLINED[code] ?? 'The bank declined this card.';
}
