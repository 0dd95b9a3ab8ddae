// What a bundle costs less for what its buyer had paid for before, and what that means when money goes back
// (docs/decisions/020).
import { formatMoney } from '#shared/money.ts';

/**
 * planned: its order is not paid yet. standing: what it holds of the source is not refunded. released: the bundle was
 * refunded. void: the source's money is gone (a lost dispute, a refund made at the gateway), so the bundle no longer
 * gives what the deduction paid for.
 */
export const DEDUCTION_STATES = ['planned', 'standing', 'released', 'void'] as const;
export type DeductionState = (typeof DEDUCTION_STATES)[number];

/** Shown wherever a deduction is offered or may follow. */
export const DEDUCTION_RULE =
  'What you paid for an item counts toward a bundle that includes it. If you refund the item and keep the bundle, your refund is reduced by the amount that counted.';

type Deducted = { title: string; isInCart: boolean };

/** “$45.60 less: you already pay for “Ballet I” in this cart.” */
export function deductionNote(amount: string, deductions: readonly Deducted[]): string {
  const titles = (isInCart: boolean) => [
    ...new Set(deductions.filter((one) => one.isInCart === isInCart).map(({ title }) => `“${title}”`)),
  ];
  const reasons = [
    ...(titles(false).length > 0 ? [`you paid for ${inWords(titles(false))} before`] : []),
    ...(titles(true).length > 0 ? [`you pay for ${inWords(titles(true))} elsewhere in this cart`] : []),
  ];
  return `${formatMoney(amount)} less: ${reasons.join(', and ')}.`;
}

const inWords = (titles: readonly string[]) =>
  titles.length > 2 ? `${titles.slice(0, 2).join(', ')} and ${titles.length - 2} more` : titles.join(' and ');

type Figures = {
  left: string;
  held: string;
  heldBy: readonly string[];
  also: string;
  alsoOf: readonly string[];
};

/** What someone reads before they confirm a refund; null where no bundle has to do with it. */
export function refundNote(
  { left, held, heldBy, also, alsoOf }: Figures,
  money: (amount: string) => string,
): string | null {
  const quoted = (titles: readonly string[]) => inWords(titles.map((title) => `“${title}”`));
  if (Number(held) > 0) {
    return `You’ll get ${money(left)} back. ${money(held)} of what you paid went toward ${quoted(heldBy)}, which you keep. It comes back if you refund that too.`;
  }
  if (Number(also) > 0) {
    return `You’ll get ${money(left)} back, and the ${money(also)} you paid for ${quoted(alsoOf)} that went toward it.`;
  }
  return null;
}
