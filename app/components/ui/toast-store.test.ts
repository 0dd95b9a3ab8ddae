import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOAST_LIMIT, TOAST_REMOVE_DELAY_MS } from '#shared/toasts.ts';

// The store is one per page; a fresh copy per test stands for a fresh page.
async function openPage() {
  vi.resetModules();
  return import('./toast-store.ts');
}

function memoryStorage(): Storage {
  const stored = new Map<string, string>();
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
    clear: () => stored.clear(),
    key: (index) => [...stored.keys()][index] ?? null,
    get length() {
      return stored.size;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', memoryStorage());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// Other test files get a store of their own.
afterAll(() => void vi.resetModules());

describe('raising and dismissing', () => {
  it('shows a toast with its action and notifies listeners', async () => {
    const { toast, currentToasts, subscribeToToasts } = await openPage();
    const heard = vi.fn<() => void>();
    subscribeToToasts(heard);
    toast({ title: 'Archived', action: { label: 'Undo', onPress: () => {} } });
    expect(heard).toHaveBeenCalledOnce();
    expect(currentToasts()).toMatchObject([
      { title: 'Archived', variant: 'default', open: true, action: { label: 'Undo' } },
    ]);
  });

  it('keeps five, newest first', async () => {
    const { toast, currentToasts } = await openPage();
    for (let count = 1; count <= TOAST_LIMIT + 2; count += 1) toast({ title: `Toast ${count}` });
    expect(currentToasts().map(({ title }) => title)).toEqual([
      'Toast 7',
      'Toast 6',
      'Toast 5',
      'Toast 4',
      'Toast 3',
    ]);
  });

  it('removes a dismissed toast from the list after 1,000,000 ms and not before', async () => {
    const { toast, dismissToast, currentToasts } = await openPage();
    const id = toast({ title: 'Saved' });
    dismissToast(id);
    expect(currentToasts()).toMatchObject([{ id, open: false }]);
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS - 1);
    expect(currentToasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(currentToasts()).toHaveLength(0);
  });

  it('counts the delay from the first dismissal', async () => {
    const { toast, dismissToast, currentToasts } = await openPage();
    const id = toast({ title: 'Saved' });
    dismissToast(id);
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS / 2);
    dismissToast(id);
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS / 2);
    expect(currentToasts()).toHaveLength(0);
  });

  it('dismisses all without an id, and leaves no timer for toasts the limit pushed out', async () => {
    const { toast, dismissToast, currentToasts } = await openPage();
    toast({ title: 'One' });
    toast({ title: 'Two' });
    dismissToast();
    expect(currentToasts().every(({ open }) => !open)).toBe(true);
    expect(vi.getTimerCount()).toBe(2);
    for (let count = 0; count < TOAST_LIMIT; count += 1) toast({ title: 'Later' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops notifying removed listeners, and stays silent when nothing changes', async () => {
    const { toast, dismissToast, subscribeToToasts } = await openPage();
    const heard = vi.fn<() => void>();
    const leave = subscribeToToasts(heard);
    dismissToast('nobody');
    expect(heard).not.toHaveBeenCalled();
    leave();
    toast({ title: 'Saved' });
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('over a reload', () => {
  it('shows stored toasts on the next page, once', async () => {
    const before = await openPage();
    before.toastAfterReload({
      title: 'Cart Cleared',
      description: 'All items have been removed from your cart',
    });
    before.toastAfterReload({ title: 'Error', variant: 'destructive' });
    expect(before.currentToasts()).toHaveLength(0);

    const after = await openPage();
    after.raiseStoredToasts();
    expect(after.currentToasts()).toMatchObject([
      { title: 'Error', variant: 'destructive' },
      { title: 'Cart Cleared', description: 'All items have been removed from your cart' },
    ]);

    const later = await openPage();
    later.raiseStoredToasts();
    expect(later.currentToasts()).toHaveLength(0);
  });

  it('shows the toast at once when storage is blocked', async () => {
    vi.stubGlobal('sessionStorage', undefined);
    const { toastAfterReload, raiseStoredToasts, currentToasts } = await openPage();
    toastAfterReload({ title: 'Cart Cleared' });
    raiseStoredToasts();
    expect(currentToasts()).toMatchObject([{ title: 'Cart Cleared' }]);
  });

  it.each([
    'not json',
    '{"title":"no list"}',
    '[{"title":1},null,"x"]',
    '[{"title":"Away","action":{"label":"Go","to":"https://evil.example"}}]',
    '[{"title":"Away","action":{"label":"Go","to":"//evil.example"}}]',
  ])('ignores invalid stored toasts: %s', async (stored) => {
    sessionStorage.setItem('releve_toasts_after_reload', stored);
    const { raiseStoredToasts, currentToasts } = await openPage();
    raiseStoredToasts();
    expect(currentToasts()).toHaveLength(0);
  });
});

it('shows a toast before and after the reload that follows', async () => {
  const { toastAcrossReload, currentToasts } = await openPage();
  toastAcrossReload({ title: 'Added to cart' });
  expect(currentToasts()).toMatchObject([{ title: 'Added to cart', open: true }]);
  const next = await openPage();
  next.raiseStoredToasts();
  expect(next.currentToasts()).toMatchObject([{ title: 'Added to cart', open: true }]);
});
