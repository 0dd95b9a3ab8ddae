// What happens between pressing Pay and knowing how it ended: the bank may ask the buyer, or take its time.
import type { ContractOutput } from '#shared/contract.ts';
import type { confirmCheckout } from '#shared/features/checkout/checkout.contract.ts';

type Standing = ContractOutput<typeof confirmCheckout>;

export type Outcome =
  | { kind: 'paid' }
  /** Nothing was charged; another card can be tried. */
  | { kind: 'declined'; reason: string }
  /** The order is over and cannot be paid any more. */
  | { kind: 'over'; status: 'refunded' | 'cancelled' }
  /** The buyer closed the bank's question without answering it. */
  | { kind: 'unanswered' }
  /** The bank has not decided in all this time; the mail will say. */
  | { kind: 'slow' };

export type Tools = {
  /** How the payment stands, and what it paid for is taken. */
  confirm: () => Promise<Standing>;
  /** The bank's question, on a page or in a dialog of its own. */
  askBank: () => Promise<'answered' | 'left'>;
  wait: (ms: number) => Promise<void>;
};

/** Quickly at first, since most banks are quick; four minutes in all. */
export const PATIENCE_MS: readonly number[] = [
  ...Array<number>(5).fill(1000),
  ...Array<number>(10).fill(2500),
  ...Array<number>(42).fill(5000),
];

const NO_REASON = 'The bank refused this card.';

export async function followPayment(
  start: 'paid' | 'requires_action' | 'processing',
  { confirm, askBank, wait }: Tools,
): Promise<Outcome> {
  let standing: { status: Standing['status']; reason: string | null } = {
    status: start,
    reason: null,
  };
  let waits = 0;
  for (;;) {
    switch (standing.status) {
      case 'paid':
        return { kind: 'paid' };
      case 'pending':
      case 'failed':
        return { kind: 'declined', reason: standing.reason ?? NO_REASON };
      case 'refunded':
      case 'cancelled':
        return { kind: 'over', status: standing.status };
      case 'requires_action':
        if ((await askBank()) === 'left') return { kind: 'unanswered' };
        break;
      case 'processing': {
        const pause = PATIENCE_MS[waits];
        if (pause === undefined) return { kind: 'slow' };
        waits += 1;
        await wait(pause);
      }
    }
    // A lost connection while asking changes nothing at the bank: it is asked again.
    standing = await confirm().catch((): typeof standing => ({ status: 'processing', reason: null }));
  }
}
