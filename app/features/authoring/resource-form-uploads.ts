// What the resource forms need to know about uploads. Pages connect the two features.
import type { ComponentType, ReactNode } from 'react';

export type UploadItem = {
  key: string;
  name: string;
  bytes: number;
  sent: number;
  state: 'waiting' | 'sending' | 'paused' | 'failed' | 'checking' | 'ready' | 'refused';
  problem: string | null;
  uploadId: string | null;
  /** Left over from an earlier visit. */
  isLeftover: boolean;
};

export type Uploads = {
  items: readonly UploadItem[];
  add: (files: File[]) => void;
  /** Key of the interrupted upload this file resumes, or null for a new one. */
  awaiting: (file: File) => string | null;
  pause: (key: string) => void;
  resume: (key: string) => void;
  retry: (key: string) => void;
  /** Deletes it here and on the server. */
  remove: (key: string) => void;
  /** Removes it from the list once it is attached. */
  forget: (key: string) => void;
};

/** Components the page passes in: the drop zone and the list of uploads. */
export type UploadParts = {
  Drop: ComponentType<{ label: string; hint: ReactNode; onFiles: (files: File[]) => void }>;
  List: ComponentType<{ uploads: Uploads; label: string; children?: (item: UploadItem) => ReactNode }>;
};

const MOVING: readonly UploadItem['state'][] = ['waiting', 'sending', 'checking'];

/** Whether closing the tab would interrupt an upload. */
export const isSending = ({ items }: Pick<Uploads, 'items'>): boolean =>
  items.some(({ state }) => MOVING.includes(state));

/** Identifies a file as well as a browser can. */
export const markOf = ({ name, bytes }: { name: string; bytes: number }): string => `${bytes} ${name}`;

/** Complete but not attached. Incomplete ones stay with the uploads in progress. */
export const isOffered = ({ isLeftover, state }: UploadItem): boolean =>
  isLeftover && (state === 'ready' || state === 'checking');
