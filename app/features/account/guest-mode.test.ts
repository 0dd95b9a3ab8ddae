import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isGuestModeOn, setGuestMode } from './guest-mode.ts';

const stored = new Map<string, string>();
const dispatched: Event[] = [];

beforeEach(() => {
  stored.clear();
  dispatched.length = 0;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal('dispatchEvent', (event: Event) => dispatched.push(event));
  vi.stubGlobal('StorageEvent', class extends Event {});
});
afterEach(() => void vi.unstubAllGlobals());

describe('guest mode', () => {
  it('is on by default and can be turned off and on', () => {
    expect(isGuestModeOn()).toBe(true);
    setGuestMode(false);
    expect([stored.get('guestModeEnabled'), isGuestModeOn()]).toEqual(['false', false]);
    setGuestMode(true);
    expect([stored.get('guestModeEnabled'), isGuestModeOn()]).toEqual(['true', true]);
    expect(dispatched.map(({ type }) => type)).toEqual(['storage', 'storage']);
  });

  it('is on for any other stored value', () => {
    stored.set('guestModeEnabled', 'perhaps');
    expect(isGuestModeOn()).toBe(true);
  });

  it('stays on when storage is blocked', () => {
    const refuse = () => {
      throw new DOMException('Denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    setGuestMode(false);
    expect(isGuestModeOn()).toBe(true);
    expect(dispatched).toEqual([]);
  });
});
