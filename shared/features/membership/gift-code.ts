// Codes of gifts: 16 letters and digits without look-alikes, in groups of four, however they are typed.

/** 32 of them: five bits each. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const GIFT_CODE_LENGTH = 16;
const GIFT_CODE = new RegExp(`^[${LETTERS}]{${GIFT_CODE_LENGTH}}$`);

/** Of random bytes, one for each letter. */
export function giftCodeOf(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, GIFT_CODE_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');
}

export const formatGiftCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

/** As it is stored; null if it can't be one. */
export function parseGiftCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s‐-―-]/g, '');
  return GIFT_CODE.test(code) ? code : null;
}
