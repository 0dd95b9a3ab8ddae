// Sending files, for a component: `const uploads = useUploads({ purpose: 'resource-file', max: 20 })`.
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { UploadPurpose } from '#shared/features/upload/upload.rules.ts';
import type { UploadItem } from './upload-item.ts';
import { UploadQueue } from './upload-queue.ts';

export type Uploads = {
  items: readonly UploadItem[];
  add(files: File[]): void;
  /** The key of the one that goes on when this file is chosen again; null: it is a new one. */
  awaiting(file: File): string | null;
  pause(key: string): void;
  resume(key: string): void;
  retry(key: string): void;
  /** Throws it away, also on the server. */
  remove(key: string): void;
  /** Takes it off the list once something else has it. */
  forget(key: string): void;
};

export type UseUploadsOptions = {
  purpose: UploadPurpose;
  max: number;
  /** Also lists what an earlier visit sent and nothing took over. */
  finds?: boolean;
};

const NOTHING: readonly UploadItem[] = [];

export function useUploads({ purpose, max, finds = true }: UseUploadsOptions): Uploads {
  const [queue] = useState(() => new UploadQueue({ purpose, max }));
  const items = useSyncExternalStore(queue.subscribe, queue.items, () => NOTHING);
  useEffect(() => {
    queue.reopen();
    // Without it the list is only shorter; sending says itself what is wrong.
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
