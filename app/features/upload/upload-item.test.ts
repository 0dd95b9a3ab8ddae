import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES, MAX_MULTI_FILES } from '#shared/features/upload/upload.rules.ts';
import { itemOf, refusalBefore } from './upload-item.ts';

const asked = { purpose: 'resource-file', max: MAX_MULTI_FILES, taken: 0 } as const;
const file = (size: number) => ({ name: 'class.pdf', size });

describe('before anything is sent', () => {
  it('takes what fits', () => {
    expect(refusalBefore(file(MAX_FILE_BYTES), asked)).toBeNull();
  });

  it('refuses a sixth file, one that is too large, and an empty one, each in words', () => {
    expect(refusalBefore(file(10), { ...asked, taken: MAX_MULTI_FILES })).toContain('Only 5 files');
    expect(refusalBefore(file(MAX_FILE_BYTES + 1), asked)).toContain('500 MB');
    expect(refusalBefore(file(0), asked)).toContain('empty');
  });
});

describe('found again on a later visit', () => {
  const upload = {
    id: 'a',
    purpose: 'resource-file',
    name: 'class.pdf',
    bytes: 100,
    refusedReason: null,
    contentType: null,
    sha256: null,
    pages: null,
    seconds: null,
  } as const;

  it('asks for the file of an unfinished one', () => {
    const item = itemOf({ ...upload, state: 'sending' }, 40);
    expect(item).toMatchObject({ state: 'paused', sent: 40, problem: expect.stringContaining('again') });
  });

  it('says why one was refused', () => {
    const item = itemOf({ ...upload, state: 'refused', refusedReason: 'It is a program.' }, 0);
    expect(item).toMatchObject({ state: 'refused', problem: 'It is a program.' });
  });
});
