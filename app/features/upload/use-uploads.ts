// The upload queue as a hook: `const uploads = useUploads({ purpose: 'resource-file', max: 20 })`.
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { UploadPurpose } from '#shared/features/upload/upload.rules.ts';
import type { UploadItem } from './upload-item.ts';
import { UploadQueue } from './upload-queue.ts';

export type Uploads = {
  items: readonly UploadItem[];
  add(files: File[]): void;
  /** Key of the interrupted upload this file resumes, or null for a new one. */
  awaiting(file: File): string | null;
  pause(key: string): void;
  resume(key: string): void;
  retry(key: string): void;
  /** Deletes it here and on the server. */
  remove(key: string): void;
  /** Removes it from the list once it is attached. */
  forget(key: string): void;
};

export type UseUploadsOptions = {
  purpose: UploadPurpose;
  max: number;
  /** Also lists unattached uploads of earlier visits. */
  finds?: boolean;
};

const NOTHING: readonly UploadItem[] = [];

export function useUploads({ purpose, max, finds = true }: UseUploadsOptions): Uploads {
  const [queue] = useState(() => new UploadQueue({ purpose, max }));
  const items = useSyncExternalStore(queue.subscribe, queue.items, () => NOTHING);
  useEffect(() => {
    queue.reopen();
    // Only the leftovers are missing then; uploading reports its own errors.
    if (finds) queue.find().catch(() => {});
    return () => queue.close();
  }, [queue, finds]);
  return {
    items,
    add: (files) => queue.add(files),
    awaiting: (file) => queue.awaiting(file),
    pause: (key) => queue.pause(key),
    resume: (key) => queue.resume(key),
    retry: (key) => queue.retry(key),
    remove: (key) => queue.remove(key),
    forget: (key) => queue.forget(key),
  };
}
