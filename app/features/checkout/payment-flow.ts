// From pressing Pay to knowing the outcome: the bank may ask the buyer to confirm, or take its time.
import type { ContractOutput } from '#shared/contract.ts';
import type { confirmCheckout } from '#shared/features/checkout/checkout.contract.ts';

type PaymentStatus = ContractOutput<typeof confirmCheckout>;

export type Outcome =
  | { kind: 'paid' }
  /** Nothing was charged; the buyer can try another card. */
  | { kind: 'declined'; reason: string }
  /** The order has ended and can't be paid. */
  | { kind: 'over'; status: 'refunded' | 'cancelled' }
  /** The buyer closed the bank's confirmation without answering. */
  | { kind: 'unanswered' }
  /** The bank still hasn't decided; an email will follow. */
  | { kind: 'slow' };

export type Tools = {
  /** Gets the state of the payment, and completes the order if it is paid. */
  confirm: () => Promise<PaymentStatus>;
  /** The bank's confirmation, on a page or in a dialog of its own. */
  askBank: () => Promise<'answered' | 'left'>;
  wait: (ms: number) => Promise<void>;
};

/** Frequently at first, since most banks are quick; four minutes in total. */
export const PATIENCE_MS: readonly number[] = [
  ...Array<number>(5).fill(1000),
  ...Array<number>(10).fill(2500),
  ...Array<number>(42).fill(5000),
];

const NO_REASON = 'Your bank declined this card.';

export async function followPayment(
  start: 'paid' | 'requires_action' | 'processing',
  { confirm, askBank, wait }: Tools,
): Promise<Outcome> {
  let current: { status: PaymentStatus['status']; reason: string | null } = {
    status: start,
    reason: null,
  };
  let waits = 0;
  for (;;) {
    switch (current.status) {
      case 'paid':
        return { kind: 'paid' };
      case 'pending':
      case 'failed':
        return { kind: 'declined', reason: current.reason ?? NO_REASON };
      case 'refunded':
      case 'cancelled':
        return { kind: 'over', status: current.status };
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
    // A lost connection changes nothing at the bank: try again.
    current = await confirm().catch((): typeof current => ({ status: 'processing', reason: null }));
  }
}
