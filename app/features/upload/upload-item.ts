// One upload as the user sees it, and the checks before anything is sent.
import type { Upload } from '#shared/features/upload/upload.contract.ts';
import { maxBytesOf, tooLargeText, type UploadPurpose } from '#shared/features/upload/upload.rules.ts';

export type UploadItemState = 'waiting' | 'sending' | 'paused' | 'failed' | 'checking' | 'ready' | 'refused';

export type UploadItem = {
  key: string;
  name: string;
  bytes: number;
  /** Bytes the server has received. */
  sent: number;
  state: UploadItemState;
  /** What went wrong, or what to do. */
  problem: string | null;
  /** Set once the server knows it. */
  uploadId: string | null;
  /** Left over from an earlier visit; never attached automatically. */
  isLeftover: boolean;
};

/** After a restart, browsers can't reopen a file themselves. */
export const CHOOSE_AGAIN = 'Choose this file again to continue the upload.';

/** Why the file is refused; null if it can be sent. */
export function refusalBefore(
  file: Pick<File, 'name' | 'size'>,
  { purpose, max, taken }: { purpose: UploadPurpose; max: number; taken: number },
): string | null {
  if (taken >= max) {
    return max === 1 ? 'You can add only one file here.' : `You can add up to ${max} files here.`;
  }
  if (file.size === 0) return 'This file is empty.';
  if (file.size > maxBytesOf(purpose)) return tooLargeText(purpose);
  return null;
}

/** Converts the server's record to a list item. */
export function itemOf(upload: Upload, sent: number): UploadItem {
  const { id, name, bytes, state, refusedReason } = upload;
  const common = { key: id, name, bytes, uploadId: id, isLeftover: true };
  if (state === 'sending') return { ...common, sent, state: 'paused', problem: CHOOSE_AGAIN };
  if (state === 'refused') return { ...common, sent: bytes, state, problem: refusedReason };
  return { ...common, sent: bytes, state: state === 'checking' ? 'checking' : 'ready', problem: null };
}

/** Whether it counts toward the limit; leftovers don't until they are used. */
export function isAttached({ state, isLeftover }: UploadItem): boolean {
  return state !== 'refused' && !isLeftover;
}
