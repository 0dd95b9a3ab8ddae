// Files on their way in, as the forms here need to know them. Pages put the two features together.
import type { ComponentType, ReactNode } from 'react';

export type UploadItem = {
  key: string;
  name: string;
  bytes: number;
  sent: number;
  state: 'waiting' | 'sending' | 'paused' | 'failed' | 'checking' | 'ready' | 'refused';
  problem: string | null;
  uploadId: string | null;
  /** From an earlier visit, and not chosen again in this one. */
  isLeftover: boolean;
};

export type Uploads = {
  items: readonly UploadItem[];
  add: (files: File[]) => void;
  /** The key of the one that goes on when this file is chosen again; null: it is a new one. */
  awaiting: (file: File) => string | null;
  pause: (key: string) => void;
  resume: (key: string) => void;
  retry: (key: string) => void;
  /** Throws it away, also on the server. */
  remove: (key: string) => void;
  /** Takes it off the list once something else has it. */
  forget: (key: string) => void;
};

/** What the page brings along: where files are dropped, and how far each one is. */
export type UploadParts = {
  Drop: ComponentType<{ label: string; hint: ReactNode; onFiles: (files: File[]) => void }>;
  List: ComponentType<{ uploads: Uploads; label: string; children?: (item: UploadItem) => ReactNode }>;
};

const MOVING: readonly UploadItem['state'][] = ['waiting', 'sending', 'checking'];

/** Whether closing the tab would stop something. */
export const isSending = ({ items }: Pick<Uploads, 'items'>): boolean =>
  items.some(({ state }) => MOVING.includes(state));

/** One file as far as a browser can showFailure it from another. */
export const markOf = ({ name, bytes }: { name: string; bytes: number }): string => `${bytes} ${name}`;

/** Whole and not attached to anything. A half-sent one still waits for its file, among those on their way. */
export const isOffered = ({ isLeftover, state }: UploadItem): boolean =>
  isLeftover && (state === 'ready' || state === 'checking');
