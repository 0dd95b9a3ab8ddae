import { describe, expect, it } from 'vitest';
import { askedPart, attachmentNamed } from './send-file.ts';

describe('the range of a file in a request', () => {
  it.each([
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=999-', { start: 999, end: 999 }],
    ['bytes=500-', { start: 500, end: 999 }],
    ['bytes=500-4000', { start: 500, end: 999 }],
    ['bytes=-50', { start: 950, end: 999 }],
    ['bytes=-4000', { start: 0, end: 999 }],
    ['Bytes=1-2', { start: 1, end: 2 }],
  ])('%s', (header, part) => {
    expect(askedPart(header, 1000)).toEqual(part);
  });

  it.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0', 'bytes=999999999999999-'])(
    '%s is past the end',
    (header) => {
      expect(askedPart(header, 1000)).toBe('unsatisfiable');
    },
  );

  it.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=9-3',
    'bytes=0-1,5-6',
    'bytes=a-b',
    'bytes=--5',
    'bytes=1-2-3',
    'bytes=99999999999999999999-',
    'lines=1-2',
    'nonsense',
  ])('%s gets the whole file', (header) => {
    expect(askedPart(header, 1000)).toBe('whole');
  });

  it('an empty file has no ranges', () => {
    expect(askedPart('bytes=0-', 0)).toBe('unsatisfiable');
    expect(askedPart('bytes=-5', 0)).toBe('unsatisfiable');
  });
});

describe('the file name of a download', () => {
  it.each([
    ['plan.pdf', `attachment; filename="plan.pdf"; filename*=UTF-8''plan.pdf`],
    ['Pliés 💃.pdf', `attachment; filename="Plies _.pdf"; filename*=UTF-8''Pli%C3%A9s%20%F0%9F%92%83.pdf`],
    ['a"b\\c.pdf', `attachment; filename="a_b_c.pdf"; filename*=UTF-8''a%22b_c.pdf`],
    ["it's (1)*.pdf", `attachment; filename="it's (1)_.pdf"; filename*=UTF-8''it%27s%20%281%29_.pdf`],
    [
      'a\r\nset-cookie: x=1',
      `attachment; filename="aset-cookie_ x=1"; filename*=UTF-8''aset-cookie_%20x%3D1`,
    ],
    ['../../etc/passwd', `attachment; filename="_.._etc_passwd"; filename*=UTF-8''_.._etc_passwd`],
    ['\u202Efdp.exe', `attachment; filename="fdp.exe"; filename*=UTF-8''fdp.exe`],
    ['100%.pdf', `attachment; filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
    ['half \uD83D.pdf', `attachment; filename="half _.pdf"; filename*=UTF-8''half%20%EF%BF%BD.pdf`],
    ['...', `attachment; filename="file"; filename*=UTF-8''file`],
    ['', `attachment; filename="file"; filename*=UTF-8''file`],
  ])('%j', (name, header) => {
    expect(attachmentNamed(name)).toBe(header);
  });

  it('is short, and keeps its extension', () => {
    const header = attachmentNamed(`${'é'.repeat(4000)}.pdf`);
    expect(header).toMatch(/\.pdf"/);
    expect(header.length).toBeLessThan(1200);
  });
});
