import { describe, expect, it } from 'vitest';
import { toPlainText } from './plain-text.ts';

describe('plain text', () => {
  it.each([
    ['as it was written, é 👩🏽‍🎓 and <b>all</b>', 'as it was written, é 👩🏽‍🎓 and <b>all</b>'],
    ['one\r\ntwo\rthree\n\nfour', 'one\ntwo\nthree\n\nfour'],
    ['a\u0000b\u0007c\u001b[31md', 'abc[31md'],
    ['tab\there', 'tab here'],
    ['\u202Eturned\u202C', 'turned'],
    ['half a pair \uD83D.', 'half a pair \uFFFD.'],
    ['  \n around \n ', 'around'],
    ['', ''],
    ['\u200B\u200B', ''],
    ['\u200D \u200C\uFEFF', ''],
    ['soft\u00ADly', 'softly'],
  ])('%j becomes %j', (written, kept) => {
    expect(toPlainText(written)).toBe(kept);
  });
});
