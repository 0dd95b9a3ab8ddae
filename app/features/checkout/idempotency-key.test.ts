import { beforeEach, describe, expect, it } from 'vitest';
import { attemptKey, endAttempt } from './idempotency-key.ts';

function memory() {
  const stored = new Map<string, string>();
  return {
    kept: stored,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
}

const content = { email: 'mara@example.com', items: [1], total: '24.00' };

describe('the idempotency key of a payment attempt', () => {
  beforeEach(() => endAttempt(null));

  it('stays the same while the content does, even after a reload and in a second tab', () => {
    const storage = memory();
    const key = attemptKey(storage, content);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(attemptKey(storage, { ...content })).toBe(key);
  });

  it('changes after a declined card and when anything changed', () => {
    const storage = memory();
    const keys = [attemptKey(storage, content)];
    endAttempt(storage);
    keys.push(attemptKey(storage, content));
    keys.push(attemptKey(storage, { ...content, total: '25.00' }));
    keys.push(attemptKey(storage, { ...content, email: 'Mara@example.com' }));
    expect(new Set(keys).size).toBe(4);
  });

  it('stores nothing personal where others could read it', () => {
    const storage = memory();
    attemptKey(storage, content);
    expect([...storage.kept.values()].join('')).not.toMatch(/mara|example|24\.00/);
  });

  it('survives storage that is blocked, full or contains something else', () => {
    const key = attemptKey(null, content);
    expect(attemptKey(null, content)).toBe(key);
    const full = {
      ...memory(),
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(attemptKey(full, content)).toHaveLength(32);
    for (const odd of ['{', 'null', '5', '{"key":"x","content":1}']) {
      const storage = memory();
      storage.kept.set('releve.checkout-attempt', odd);
      expect(attemptKey(storage, content)).toHaveLength(32);
    }
  });
});
