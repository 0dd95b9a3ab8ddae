import { describe, expect, it } from 'vitest';
import { licenceLines } from '#app/features/resource/resource-parts.tsx';
import { fileKind, fileTitle } from '#app/lib/file-kind.ts';
import {
  cellsOf,
  clockText,
  fileFacts,
  filesText,
  lengthText,
  moreInside,
  type ResourceFile,
} from './resource-format.ts';

const file = (given: Partial<ResourceFile>): ResourceFile => ({
  id: 1,
  name: 'plan.pdf',
  label: '',
  contentType: 'application/pdf',
  bytes: 240 * 1024,
  pages: null,
  seconds: null,
  ...given,
});

const preview = (kind: 'page' | 'audio') => ({
  id: 1,
  kind,
  url: '/x',
  width: null,
  height: null,
  seconds: null,
  peaks: null,
  text: null,
});

describe('a file', () => {
  it.each([
    ['application/pdf', 'x', 'PDF'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'x', 'Spreadsheet'],
    ['text/csv', 'x', 'Spreadsheet'],
    ['audio/wav', 'x', 'WAV'],
    ['audio/x-wav', 'x', 'WAV'],
    ['video/mp4', 'x', 'Video'],
    ['text/plain', 'x', 'Text'],
    ['application/octet-stream', 'a.PDF', 'PDF'],
    ['application/octet-stream', 'thing', 'File'],
  ])('%s %s is a %s', (contentType, name, kind) => {
    expect(fileKind({ contentType, name })).toBe(kind);
  });

  it('shows pages, length or size', () => {
    expect(fileFacts(file({ pages: 24 }))).toBe('PDF, 24 pages, 240 kB');
    expect(fileFacts(file({ pages: 1 }))).toBe('PDF, 1 page, 240 kB');
    expect(fileFacts(file({ contentType: 'audio/wav', seconds: 12 }))).toBe('WAV, 0:12, 240 kB');
    expect(fileFacts(file({ contentType: 'text/csv' }))).toBe('Spreadsheet, 240 kB');
  });

  it('is titled by its label, or else its name', () => {
    expect(fileTitle(file({ label: 'Ten weekly lesson plans' }))).toBe('Ten weekly lesson plans');
    expect(fileTitle(file({ label: '  ' }))).toBe('plan.pdf');
  });
});

it.each([
  [0, '0:00'],
  [12.9, '0:12'],
  [61, '1:01'],
  [3723, '1:02:03'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});

it('sums up the contents', () => {
  expect(filesText([file({})])).toBe('1 file, 240 kB');
  expect(filesText([file({}), file({})])).toBe('2 files, 480 kB');
  expect(lengthText([file({ pages: 24 }), file({ seconds: 1260 })])).toBe('24 pages, 21 min');
  expect(lengthText([file({ seconds: 44 })])).toBe('0:44');
  expect(lengthText([file({})])).toBeNull();
});

it('counts what the previews leave out', () => {
  const pages = [preview('page'), preview('page')];
  expect(moreInside({ files: [file({ pages: 24 })], previews: pages })).toBe('22 more pages');
  expect(moreInside({ files: [file({ pages: 3 })], previews: pages })).toBe('1 more page');
  expect(moreInside({ files: [file({ pages: 2 })], previews: pages })).toBeNull();
  expect(moreInside({ files: [file({ seconds: 3 }), file({})], previews: [preview('audio')] })).toBe(
    '2 files inside',
  );
  expect(
    moreInside({ files: [file({}), file({})], previews: [preview('audio'), preview('audio')] }),
  ).toBeNull();
});

it('parses a sheet’s excerpt into rows of equal length', () => {
  expect(cellsOf('Name\tWeek 1\nAma\t1\tLeft-handed\n\n')).toEqual([
    ['Name', 'Week 1', ''],
    ['Ama', '1', 'Left-handed'],
  ]);
  expect(cellsOf('Scores for one\n\tindented')).toBeNull();
});

describe('the licence', () => {
  it('allows sharing for studios, not for single teachers', () => {
    const mayShare = (licence: 'studio' | 'single_teacher') =>
      licenceLines(licence, 'document').some(({ isAllowed, text }) => isAllowed && text.startsWith('Share'));
    expect(mayShare('studio')).toBe(true);
    expect(mayShare('single_teacher')).toBe(false);
  });

  it('never allows selling', () => {
    expect(licenceLines('studio', 'audio')).toContainEqual({
      isAllowed: false,
      text: 'Sell it, or post it online',
    });
  });
});
