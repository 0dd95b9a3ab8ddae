// One file on its way, as the person who sends it sees it; and what is refused before a byte is sent.
import type { Upload } from '#shared/features/upload/upload.contract.ts';
import { maxBytesOf, tooLargeText, type UploadPurpose } from '#shared/features/upload/upload.rules.ts';

export type UploadItemState = 'waiting' | 'sending' | 'paused' | 'failed' | 'checking' | 'ready' | 'refused';

export type UploadItem = {
  key: string;
  name: string;
  bytes: number;
  /** Of `bytes`, as far as the server has them. */
  sent: number;
  state: UploadItemState;
  /** What went wrong, or what the person must do. */
  problem: string | null;
  /** Known once the server knows of it. */
  uploadId: string | null;
  /** From an earlier visit, and not chosen again in this one: offered, never attached by itself. */
  isLeftover: boolean;
};

/** Also when the browser was closed half-way: it may not open the file again by itself. */
export const CHOOSE_AGAIN = 'Choose this file again, and it goes on where it stopped.';

/** Why this file is not sent at all; null when it is. */
export function refusalBefore(
  file: Pick<File, 'name' | 'size'>,
  { purpose, max, taken }: { purpose: UploadPurpose; max: number; taken: number },
): string | null {
  if (taken >= max) {
    return max === 1 ? 'Only one file can be added here.' : `Only ${max} files can be added here.`;
  }
  if (file.size === 0) return 'This file is empty.';
  if (file.size > maxBytesOf(purpose)) return tooLargeText(purpose);
  return null;
}

/** What the server says of it, in the words of the list. */
export function itemOf(upload: Upload, sent: number): UploadItem {
  const { id, name, bytes, state, refusedReason } = upload;
  const common = { key: id, name, bytes, uploadId: id, isLeftover: true };
  if (state === 'sending') return { ...common, sent, state: 'paused', problem: CHOOSE_AGAIN };
  if (state === 'refused') return { ...common, sent: bytes, state, problem: refusedReason };
  return { ...common, sent: bytes, state: state === 'checking' ? 'checking' : 'ready', problem: null };
}

/** Whether it counts towards how many files may be added: leftovers do only once they are used. */
export function isAttached({ state, isLeftover }: UploadItem): boolean {
  return state !== 'refused' && !isLeftover;
}
