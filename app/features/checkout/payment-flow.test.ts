import { describe, expect, it } from 'vitest';
import { followPayment, PATIENCE_MS, type Tools } from './payment-flow.ts';

type Standing = Awaited<ReturnType<Tools['confirm']>>;

/** A bank that gives these responses in turn, the last one forever. */
function bank(answers: (Standing['status'] | Error)[], reason: string | null = null) {
  const waited: number[] = [];
  let asked = 0;
  const tools: Tools = {
    async confirm() {
      const status = answers.length > 1 ? answers.shift() : answers[0];
      if (status instanceof Error) throw status;
      return { orderId: 1, status: status ?? 'paid', reason };
    },
    async askBank() {
      asked += 1;
      return 'answered';
    },
    wait: async (ms) => void waited.push(ms),
  };
  return { tools, waited, asked: () => asked };
}

describe('payment flow', () => {
  it('finishes without asking the buyer when the payment succeeds', async () => {
    const { tools, asked } = bank([]);
    expect(await followPayment('paid', tools)).toEqual({ kind: 'paid' });
    expect(asked()).toBe(0);
  });

  it('asks the buyer when the bank wants confirmation, and treats a no as a decline', async () => {
    const yes = bank(['paid']);
    expect(await followPayment('requires_action', yes.tools)).toEqual({ kind: 'paid' });
    expect(yes.asked()).toBe(1);
    const no = bank(['pending'], 'The confirmation was refused.');
    expect(await followPayment('requires_action', no.tools)).toEqual({
      kind: 'declined',
      reason: 'The confirmation was refused.',
    });
    const left = { ...bank(['paid']).tools, askBank: async () => 'left' as const };
    expect(await followPayment('requires_action', left)).toEqual({ kind: 'unanswered' });
  });

  it('waits while the bank decides, through a lost connection, for at most four minutes', async () => {
    const slow = bank(['processing', new TypeError('Failed to fetch'), 'processing', 'paid']);
    expect(await followPayment('processing', slow.tools)).toEqual({ kind: 'paid' });
    expect(slow.waited).toEqual(PATIENCE_MS.slice(0, 4));
    const never = bank(['processing']);
    expect(await followPayment('processing', never.tools)).toEqual({ kind: 'slow' });
    expect(never.waited.reduce((all, ms) => all + ms, 0)).toBe(240_000);
  });

  it('stops when the order has ended', async () => {
    expect(await followPayment('processing', bank(['refunded']).tools)).toEqual({
      kind: 'over',
      status: 'refunded',
    });
  });
});
