import { expect, it } from 'vitest';
import { idSchema, idText } from './id.schema.ts';
import { MAX_ID, parseId } from './ids.ts';

it('parses ids in URLs', () => {
  expect(parseId('7')).toBe(7);
  expect(parseId(String(MAX_ID))).toBe(MAX_ID);
});

it('rejects impossible ids', () => {
  for (const text of ['', '0', '-1', '07', '1.5', '1e3', 'x', ' 7', String(MAX_ID + 1), null, undefined]) {
    expect(parseId(text), String(text)).toBeNull();
  }
  for (const value of [0, -1, 1.5, MAX_ID + 1, '7']) {
    expect(idSchema.safeParse(value).success, String(value)).toBe(false);
  }
  for (const value of ['0', 'x', '1.5', String(MAX_ID + 1)]) {
    expect(idText.safeParse(value).success, value).toBe(false);
  }
  expect(idText.parse('7')).toBe(7);
});
