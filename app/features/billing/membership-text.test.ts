import { describe, expect, it } from 'vitest';
import type { Membership } from '#shared/features/billing/billing.schema.ts';
import { cancelText, isLive, nextText } from './membership-text.ts';

const active: Membership = {
  id: 1,
  planId: 1,
  planName: 'Solo',
  period: 'month',
  state: 'active',
  source: 'paid',
  startsAt: '2026-11-18T12:00:00.000Z',
  endsAt: '2026-12-18T12:00:00.000Z',
  trialEndsAt: null,
  isCanceling: false,
  pausedUntil: null,
  endedAt: null,
  card: { brand: 'Visa', lastFour: '4242', expMonth: 4, expYear: 2035 },
  hasAddress: true,
  price: '19.00',
  nextPayment: { at: '2026-12-18T12:00:00.000Z', amount: '19.00', planName: 'Solo', period: 'month' },
  openOrderId: null,
};

describe('what comes next', () => {
  it('names amount and day of the next payment', () => {
    expect(nextText(active)).toBe('Next payment: $19.00 on December 18, 2026.');
  });

  it('says that nothing more is charged after canceling', () => {
    expect(nextText({ ...active, isCanceling: true, nextPayment: null })).toContain(
      'until December 18, 2026. Nothing more',
    );
  });

  it('asks trials for a card, with the price', () => {
    const trial: Membership = { ...active, state: 'trialing', card: null, nextPayment: null };
    expect(nextText(trial)).toContain('add a card before then: $19.00 a month');
  });

  it('of a gift is its end', () => {
    expect(nextText({ ...active, source: 'gift', price: null, card: null, nextPayment: null })).toBe(
      'It ends on December 18, 2026 and doesn’t renew.',
    );
  });

  it('of an ended one is nothing', () => {
    const ended: Membership = { ...active, state: 'cancelled', endedAt: active.endsAt, nextPayment: null };
    expect(nextText(ended)).toBe('It ended on December 18, 2026.');
    expect(isLive(ended)).toBe(false);
    expect(isLive({ state: 'incomplete' })).toBe(false);
    expect(isLive({ state: 'past_due' })).toBe(true);
  });
});

describe('canceling', () => {
  it('keeps everything open until the last day', () => {
    expect(cancelText(active)).toContain('stays open until December 18, 2026, and nothing more');
    expect(cancelText({ ...active, state: 'trialing' })).toContain('until December 18, 2026');
  });

  it('ends what wasn’t paid right away, and a pause with the days that are left', () => {
    expect(cancelText({ ...active, state: 'past_due' })).toContain('ends right away');
    expect(cancelText({ ...active, state: 'paused' })).toContain('the days you’ve paid for start now');
  });
});
