import { describe, expect, it } from 'vitest';
import { askedPart } from './byte-range.ts';

describe('the part of a file a request asks for', () => {
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
    '%s is past it',
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
  ])('%s asks for all of it', (header) => {
    expect(askedPart(header, 1000)).toBe('whole');
  });

  it('an empty file has no part', () => {
    expect(askedPart('bytes=0-', 0)).toBe('unsatisfiable');
    expect(askedPart('bytes=-5', 0)).toBe('unsatisfiable');
  });
});
