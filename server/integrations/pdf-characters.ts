// Reduces text to what the fonts of our PDFs can print, Western European Latin. Other Latin letters lose their accents;
// names in other scripts are replaced by a fallback.

const PRINTED = /[^\u0020-\u007E\u00A0-\u00FFŒœ–—‘’‚“”„•…‹›€™−]/gu;

/** Letters that do not decompose into a letter and an accent. */
const NEAR: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  Ŧ: 'T',
  ŧ: 't',
  ı: 'i',
  Ŋ: 'N',
  ŋ: 'n',
  ẞ: 'ß',
  ƒ: 'f',
  ʼ: '’',
  '‑': '-',
};

export function printable(text: string): string {
  const line = text.normalize('NFC').replaceAll(/\s+/g, ' ');
  const near = line.replaceAll(PRINTED, (letter) => NEAR[letter] ?? plain(letter));
  return near.replaceAll(/ +/g, ' ').trim();
}

function plain(letter: string): string {
  return letter
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(PRINTED, '');
}

/** The text, or the fallback if hardly any of it can be printed. */
export function printableOr(text: string, instead: string): string {
  const letters = (text: string) => text.match(/[\p{Letter}\p{Number}]/gu)?.length ?? 0;
  const printed = printable(text);
  return letters(printed) * 2 >= letters(text) && letters(printed) > 0 ? printed : printable(instead);
}
