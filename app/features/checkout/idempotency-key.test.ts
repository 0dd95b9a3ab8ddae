import { beforeEach, describe, expect, it } from 'vitest';
import { attemptKey, endAttempt } from './idempotency-key.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

const content = { email: 'mara@example.com', items: [1], total: '24.00' };

describe('the key of an attempt to pay', () => {
  beforeEach(() => endAttempt(null));

  it('stays while the content stays, also after a reload and in a second tab', () => {
    const storage = memory();
    const key = attemptKey(storage, content);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(attemptKey(storage, { ...content })).toBe(key);
  });

  it('is another after a refused card, and when anything changed', () => {
    const storage = memory();
    const keys = [attemptKey(storage, content)];
    endAttempt(storage);
    keys.push(attemptKey(storage, content));
    keys.push(attemptKey(storage, { ...content, total: '25.00' }));
    keys.push(attemptKey(storage, { ...content, email: 'Mara@example.com' }));
    expect(new Set(keys).size).toBe(4);
  });

  it('keeps nothing of a person where others could read it', () => {
    const storage = memory();
    attemptKey(storage, content);
    expect([...storage.kept.values()].join('')).not.toMatch(/mara|example|24\.00/);
  });

  it('outlives storage that is refused, full, or holds something else', () => {
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
