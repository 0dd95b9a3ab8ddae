import { expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '#shared/features/upload/upload.rules.ts';
import { formatBytes } from './format-bytes.ts';

it.each([
  [0, '0 B'],
  [940, '940 B'],
  [12 * 1024, '12 kB'],
  [3_565_158, '3.4 MB'],
  [MAX_FILE_BYTES, '500 MB'],
  [25 * 1024 ** 3, '25 GB'],
])('%i is %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
