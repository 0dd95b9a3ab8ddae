import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it.each([
  [0, '0 B'],
  [940, '940 B'],
  [12_000, '12 kB'],
  [3_400_000, '3.4 MB'],
  [25_000_000_000, '25 GB'],
])('%i is %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
