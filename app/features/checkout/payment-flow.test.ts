import { describe, expect, it } from 'vitest';
import { followPayment, PATIENCE_MS, type Tools } from './payment-flow.ts';

type Standing = Awaited<ReturnType<Tools['confirm']>>;

/** A bank that answers these in turn, the last one for ever. */
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

describe('the course of a payment', () => {
  it('paid at once asks nobody', async () => {
    const { tools, asked } = bank([]);
    expect(await followPayment('paid', tools)).toEqual({ kind: 'paid' });
    expect(asked()).toBe(0);
  });

  it('asks the buyer where the bank wants it, and takes a no for a refusal', async () => {
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

  it('waits while the bank decides, through a lost connection, and no longer than four minutes', async () => {
    const slow = bank(['processing', new TypeError('Failed to fetch'), 'processing', 'paid']);
    expect(await followPayment('processing', slow.tools)).toEqual({ kind: 'paid' });
    expect(slow.waited).toEqual(PATIENCE_MS.slice(0, 4));
    const never = bank(['processing']);
    expect(await followPayment('processing', never.tools)).toEqual({ kind: 'slow' });
    expect(never.waited.reduce((all, ms) => all + ms, 0)).toBe(240_000);
  });

  it('ends with an order that is over', async () => {
    expect(await followPayment('processing', bank(['refunded']).tools)).toEqual({
      kind: 'over',
      status: 'refunded',
    });
  });
});
