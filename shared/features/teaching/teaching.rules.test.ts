import { describe, expect, it } from 'vitest';
import { isEmailAddress, parseStudentLines } from './teaching.rules.ts';

describe('pasted students', () => {
  it('takes one name for each line, with the number of the line', () => {
    expect(parseStudentLines('ana@releve.example\r\n\n  jonah  \n')).toEqual([
      { line: 1, text: 'ana@releve.example' },
      { line: 3, text: 'jonah' },
    ]);
  });

  it('takes the first cell of CSV rows and leaves out the header', () => {
    const csv = 'Email,First name\n"ana@releve.example",Ana\n;jonah\tX\n';
    expect(parseStudentLines(csv)).toEqual([
      { line: 2, text: 'ana@releve.example' },
      { line: 3, text: 'jonah' },
    ]);
  });
});

it.each([
  ['ana@releve.example', true],
  ['ana@releve', false],
  ['ana', false],
  ['a b@releve.example', false],
  ['<ana@releve.example>', false],
  [`${'a'.repeat(250)}@b.co`, false],
])('%s is an address: %s', (text, isAddress) => {
  expect(isEmailAddress(text)).toBe(isAddress);
});
