// Why a file shows nothing of itself, in words its seller can act on.
import type { FileKind } from '#server/integrations/file-kind.ts';

/** The file is whole for buyers, but there is nothing in it to look at beforehand. */
export class NothingToShow extends Error {}

/** The place it lies in did not answer: not the file's fault, and worth trying again by itself. */
export class StorageTrouble extends Error {}

type Drawable = Exclude<FileKind, 'unknown'>;

const BROKEN: Readonly<Record<Drawable, string>> = {
  pdf: 'This PDF could not be opened; it may be damaged. Save it again and upload it once more.',
  image: 'This picture could not be opened. Save it as JPEG, PNG or WebP and upload it again.',
  wav: 'This recording is written in a way we cannot play. Save it as MP3 or WAV and upload it again.',
  media: 'There is nothing in this file that we can play. Save it as MP3, MP4 or WebM and upload it again.',
  sheet: 'This spreadsheet could not be opened; it may be damaged. Save it again and upload it once more.',
  text: 'This text could not be read. Save it as UTF-8 and upload it again.',
};

/** What happened, and what to do. */
export function previewProblem(kind: Drawable | null, error: unknown): string {
  if (error instanceof StorageTrouble || kind === null) {
    return 'We could not read this file just now. Try again in a few minutes; if that does not help, upload it again.';
  }
  const reason = error instanceof Error ? error.message : '';
  if (kind === 'pdf' && /password|security|encrypt/i.test(reason)) {
    return 'This PDF is locked with a password. Save it without one and upload it again.';
  }
  if (/too large/i.test(reason)) {
    return 'This file is too large to make a preview of. Buyers get it whole; to show something, add a smaller sample, or choose to show nothing of it.';
  }
  if (/too long/i.test(reason)) {
    return 'Making a preview of this file takes too long. Save a simpler copy and upload it again, or choose to show nothing of it.';
  }
  return BROKEN[kind];
}
