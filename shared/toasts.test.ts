import { describe, expect, it } from 'vitest';
import {
  hasViewCart,
  reduceToasts,
  TOAST_DURATION_MS,
  TOAST_LIMIT,
  TOAST_REMOVE_DELAY_MS,
  TOAST_SWIPE_PX,
  TOAST_VARIANTS,
  type Toast,
} from './toasts.ts';

const idsOf = (toasts: readonly Toast[]) => toasts.map((toast) => toast.id).join('');
const raise = (ids: string, from: readonly Toast[] = []) =>
  Array.from(ids).reduce((list, id) => reduceToasts(list, { type: 'add', toast: { id, title: id } }), from);

describe('toast constants', () => {
  it('match the spec', () => {
    expect([TOAST_LIMIT, TOAST_DURATION_MS, TOAST_SWIPE_PX, TOAST_REMOVE_DELAY_MS]).toEqual([
      5, 5000, 50, 1_000_000,
    ]);
    expect(TOAST_VARIANTS).toEqual(['default', 'destructive']);
  });
});

describe('hasViewCart', () => {
  it.each(['Added to cart', 'Ballet Basics added to cart', 'ADDED TO CART', '💃 Added To Cart!'])(
    '%s: yes',
    (title) => {
      expect(hasViewCart(title)).toBe(true);
    },
  );

  it.each([
    '',
    'Cart Cleared',
    'added  to cart',
    'Removed from cart',
    null,
    undefined,
    NaN,
    5,
    ['added to cart'],
    {},
  ])('%j: no', (title) => {
    expect(hasViewCart(title)).toBe(false);
  });
});

describe('reduceToasts', () => {
  it('puts the newest first, open, in the default variant', () => {
    expect(raise('ab')).toEqual([
      { id: 'b', title: 'b', variant: 'default', open: true },
      { id: 'a', title: 'a', variant: 'default', open: true },
    ]);
    const [toast] = reduceToasts([], {
      type: 'add',
      toast: { id: 'x', title: 'Error', variant: 'destructive' },
    });
    expect(toast?.variant).toBe('destructive');
    const [unset] = reduceToasts([], { type: 'add', toast: { id: 'x', title: '', variant: undefined } });
    expect(unset?.variant).toBe('default');
  });

  it('holds at most five', () => {
    expect(idsOf(raise('abcdef'))).toBe('fedcb');
    expect(idsOf(raise('abcdefghijklmnopqrstuvwxyz'))).toBe('zyxwv');
  });

  it('drops a dismissed toast before an open one', () => {
    const dismissed = reduceToasts(raise('abcde'), { type: 'dismiss', id: 'd' });
    expect(idsOf(raise('f', dismissed))).toBe('fecba');
    expect(idsOf(raise('fg', dismissed))).toBe('gfecb');
  });

  it('never holds an id twice', () => {
    expect(idsOf(raise('aba'))).toBe('ab');
  });

  it('updates one toast and cannot change its id', () => {
    const changes = { title: 'new', id: 'z' };
    const list = reduceToasts(raise('ab'), { type: 'update', id: 'a', changes });
    expect(list.map(({ id, title }) => [id, title])).toEqual([
      ['b', 'b'],
      ['a', 'new'],
    ]);
  });

  it('dismisses one or all, and keeps them in the list', () => {
    const list = raise('abc');
    expect(reduceToasts(list, { type: 'dismiss', id: 'b' }).map((toast) => toast.open)).toEqual([
      true,
      false,
      true,
    ]);
    expect(reduceToasts(list, { type: 'dismiss' }).map((toast) => toast.open)).toEqual([false, false, false]);
  });

  it('removes one or all', () => {
    expect(idsOf(reduceToasts(raise('abc'), { type: 'remove', id: 'b' }))).toBe('ca');
    expect(reduceToasts(raise('abc'), { type: 'remove' })).toEqual([]);
  });

  it('returns the very same list when nothing changed', () => {
    const list = raise('ab');
    expect(reduceToasts(list, { type: 'dismiss', id: 'x' })).toBe(list);
    expect(reduceToasts(list, { type: 'remove', id: 'x' })).toBe(list);
    expect(reduceToasts(list, { type: 'update', id: 'x', changes: { title: 'y' } })).toBe(list);
    const dismissed = reduceToasts(list, { type: 'dismiss' });
    expect(reduceToasts(dismissed, { type: 'dismiss' })).toBe(dismissed);
  });

  it('leaves the list it was given untouched', () => {
    const list = Object.freeze(raise('abcde').map((toast) => Object.freeze(toast)));
    reduceToasts(list, { type: 'add', toast: { id: 'f', title: 'f' } });
    reduceToasts(list, { type: 'dismiss' });
    reduceToasts(list, { type: 'update', id: 'a', changes: { title: 'x'.repeat(10_000) } });
    reduceToasts(list, { type: 'remove' });
    expect(idsOf(list)).toBe('edcba');
  });
});
