import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES, MAX_MULTI_FILES } from '#shared/features/upload/upload.rules.ts';
import { itemOf, refusalBefore } from './upload-item.ts';

const asked = { purpose: 'resource-file', max: MAX_MULTI_FILES, taken: 0 } as const;
const file = (size: number) => ({ name: 'class.pdf', size });

describe('checks before uploading', () => {
  it('accept valid files', () => {
    expect(refusalBefore(file(MAX_FILE_BYTES), asked)).toBeNull();
  });

  it('refuse a sixth file, a file that is too large, and an empty one', () => {
    expect(refusalBefore(file(10), { ...asked, taken: MAX_MULTI_FILES })).toContain('up to 5 files');
    expect(refusalBefore(file(MAX_FILE_BYTES + 1), asked)).toContain('500 MB');
    expect(refusalBefore(file(0), asked)).toContain('empty');
  });
});

describe('an upload of an earlier visit', () => {
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

  it('asks to choose the file of an unfinished upload again', () => {
    const item = itemOf({ ...upload, state: 'sending' }, 40);
    expect(item).toMatchObject({ state: 'paused', sent: 40, problem: expect.stringContaining('again') });
  });

  it('shows why an upload was refused', () => {
    const item = itemOf({ ...upload, state: 'refused', refusedReason: 'It is a program.' }, 0);
    expect(item).toMatchObject({ state: 'refused', problem: 'It is a program.' });
  });
});
