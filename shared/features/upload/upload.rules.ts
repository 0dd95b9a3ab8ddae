// Limits and states of uploads.

/** Each purpose allows different file types. */
export const UPLOAD_PURPOSES = [
  'resource-file',
  'cover',
  'banner',
  'course-file',
  'submission',
  'credit-evidence',
  'message-file',
  'booking-file',
] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** sending → checking → ready or refused; ready → used once it is attached. */
export const UPLOAD_STATES = ['sending', 'checking', 'ready', 'refused', 'used'] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

const MEGABYTE = 1024 * 1024;
export const MAX_FILE_BYTES = 500 * MEGABYTE;
export const MAX_PICTURE_BYTES = 15 * MEGABYTE;
export const MAX_EVIDENCE_BYTES = 20 * MEGABYTE;
export const MAX_MESSAGE_FILE_BYTES = 100 * MEGABYTE;
/** An hour of recording at the quality video calls have. */
export const MAX_BOOKING_FILE_BYTES = 250 * MEGABYTE;
export const MAX_FILES_OF_RESOURCE = 20;
/** Spec §5: several resources at once, one file each. */
export const MAX_MULTI_FILES = 5;

const MAX_BYTES: Readonly<Partial<Record<UploadPurpose, number>>> = {
  cover: MAX_PICTURE_BYTES,
  banner: MAX_PICTURE_BYTES,
  'credit-evidence': MAX_EVIDENCE_BYTES,
  'message-file': MAX_MESSAGE_FILE_BYTES,
  'booking-file': MAX_BOOKING_FILE_BYTES,
};

export const maxBytesOf = (purpose: UploadPurpose): number => MAX_BYTES[purpose] ?? MAX_FILE_BYTES;

/** The unit of every size in texts. */
export const maxMegabytesOf = (purpose: UploadPurpose): number => maxBytesOf(purpose) / MEGABYTE;

/** Speaks the tus protocol, 1.0.0. */
export const TUS_PATH = '/api/uploads/tus';

/** Unfinished uploads per user. */
export const MAX_UNFINISHED = 60;

/** How many files one may have uploaded for assignments, as evidence, for messages or bookings, without sending them. */
export const MAX_UNATTACHED_SUBMISSIONS = 20;

export function tooLargeText(purpose: UploadPurpose): string {
  return `This file is larger than ${maxMegabytesOf(purpose)} MB. Choose a smaller one.`;
}

const LONGEST_NAME = 200;

/** Strips folders, invisible characters and text direction marks from a file name. */
export function harmlessName(name: string): string {
  const plain = (name.toWellFormed().split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[:*?"<>|]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const characters = Array.from(plain);
  if (characters.length <= LONGEST_NAME) return plain || 'file';
  const ending = /\.\w{1,8}$/.exec(plain)?.[0] ?? '';
  return characters.slice(0, LONGEST_NAME - ending.length).join('') + ending;
}
