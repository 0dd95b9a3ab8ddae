import { expect, it } from 'vitest';
import { harmlessName, MAX_PICTURE_BYTES, tooLargeText } from './upload.rules.ts';

it.each([
  ['Class plan.pdf', 'Class plan.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\fakepath\\plié.pdf', 'plié.pdf'],
  ['a\0b\r\nc.txt', 'abc.txt'],
  ['\u202Egnp.exe', 'gnp.exe'],
  ['<b>"x"|?*.txt', '_b__x____.txt'],
  ['.htaccess', 'htaccess'],
  ['', 'file'],
  ['///', 'file'],
  [`${'é'.repeat(500)}.pdf`, `${'é'.repeat(196)}.pdf`],
])('%j becomes %j', (name, kept) => {
  expect(harmlessName(name)).toBe(kept);
});

it('names the size limit', () => {
  expect(tooLargeText('cover')).toContain(`${MAX_PICTURE_BYTES / 1024 / 1024} MB`);
});
