import { expect, it } from 'vitest';
import { formatGiftCode, giftCodeOf, parseGiftCode } from './gift-code.ts';

it('reads a code as it is printed, and as people type it', () => {
  const code = giftCodeOf(Uint8Array.from({ length: 16 }, (_, at) => at * 37));
  expect(code).toHaveLength(16);
  const printed = formatGiftCode(code);
  expect(printed).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/);
  for (const typed of [code, printed, printed.toLowerCase(), ` ${printed.replaceAll('-', ' ')} `]) {
    expect(parseGiftCode(typed)).toBe(code);
  }
});

it.each(['', 'ABCD', 'ABCD-EFGH-JKLM-NPQ0', 'ABCD-EFGH-JKLM-NPQR-S', '<script>'])('refuses “%s”', (typed) =>
  expect(parseGiftCode(typed)).toBeNull(),
);
