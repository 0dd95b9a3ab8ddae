// The dice of the covers: seeded by style and item, so that the same item always moves the same way.

export type CoverRandom = {
  /** A number from a up to, not including, b. */
  between: (a: number, b: number) => number;
  /** A whole number from a to b, both included. */
  whole: (a: number, b: number) => number;
  sign: () => 1 | -1;
  /** True half of the time. */
  coin: () => boolean;
  pick: <T>(list: readonly [T, ...T[]]) => T;
};

// FNV-1a over code points, then the finishing steps of MurmurHash3: near seeds (1, 2, 3) must land far apart.
function hashSeed(text: string): number {
  let hash = 2166136261;
  for (const character of text) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 16777619);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** mulberry32: tiny, fast and the same on every machine, unlike Math.random. */
export function createCoverRandom(seed: string | number, style: string): CoverRandom {
  let state = hashSeed(`${style}/${seed}`);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  for (let warmUp = 0; warmUp < 6; warmUp++) next();
  return {
    between: (a, b) => a + (b - a) * next(),
    whole: (a, b) => Math.floor(a + (b - a + 1) * next()),
    sign: () => (next() < 0.5 ? -1 : 1),
    coin: () => next() < 0.5,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}
