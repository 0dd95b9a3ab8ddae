// The list of toasts, outside React: anything may raise one. Rules in shared/toasts.ts.
import { reduceToasts, TOAST_REMOVE_DELAY_MS } from '#shared/toasts.ts';
import type { Toast, ToastAction as ToastChange, ToastVariant } from '#shared/toasts.ts';

/** A button on the toast: leads somewhere, or does something (“Undo”). */
export type ToastButton =
  | { label: string; to: string }
  /** `hint`: what a screen reader says of another way to do it, since a toast is soon gone. */
  | { label: string; onPress: () => void; hint?: string };

export type ToastInput = {
  title: string;
  description?: string;
  variant?: ToastVariant;
  action?: ToastButton;
  /** Longer than usual, where something can be undone for so long. */
  durationMs?: number;
};

export type ShownToast = Toast & { action?: ToastButton; durationMs?: number };

/** What can be stored over a reload: texts and URLs, no functions. */
export type StoredToast = Omit<ToastInput, 'action' | 'durationMs'> & {
  action?: { label: string; to: string };
};

const STORAGE_KEY = 'releve_toasts_after_reload';

let toasts: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<string, ReturnType<typeof setTimeout>>();

/** Raises a toast and returns its id. */
export function toast(input: ToastInput): string {
  lastId += 1;
  const id = `toast-${lastId}`;
  change({ type: 'add', toast: { ...input, id } });
  return id;
}

/** Takes a toast (or, without an id, all of them) off the screen; it leaves the list much later (spec §4). */
export function dismissToast(id?: string): void {
  change({ type: 'dismiss', id });
  for (const { id: closedId, open } of toasts) {
    if (!open && !removals.has(closedId))
      removals.set(closedId, setTimeout(remove, TOAST_REMOVE_DELAY_MS, closedId));
  }
}

/** The page that loads next in this tab shows it: for acts that end in a reload or a new document. */
export function toastAfterReload(input: StoredToast): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...readStored(), input]));
  } catch {
    // Storage is full or forbidden: better now than never.
    toast(input);
  }
}

/** Shows it now, and again after the reload that follows. */
export function toastAcrossReload(input: StoredToast): void {
  toast(input);
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...readStored(), input]));
  } catch {
    // Then it has been shown once.
  }
}

/** Raises what the page before this one left. Called once, when the toaster's place is mounted. */
export function raiseStoredToasts(): void {
  const stored = readStored();
  if (stored.length === 0) return;
  sessionStorage.removeItem(STORAGE_KEY);
  for (const input of stored) toast(input);
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly ShownToast[] {
  return toasts;
}

const none: readonly ShownToast[] = [];

/** The server has none; React needs the same list each time. */
export function serverToasts(): readonly ShownToast[] {
  return none;
}

function change(action: ToastChange): void {
  const next = reduceToasts(toasts, action);
  if (next === toasts) return;
  toasts = next;
  forgetRemovalsOfGone();
  for (const listener of listeners) listener();
}

function remove(id: string): void {
  removals.delete(id);
  change({ type: 'remove', id });
}

/** A toast pushed out by the limit needs no timer any more. */
function forgetRemovalsOfGone(): void {
  for (const [id, timer] of removals) {
    if (toasts.some((shown) => shown.id === id)) continue;
    clearTimeout(timer);
    removals.delete(id);
  }
}

/** Another tab's script, or an older version of the site, may have written there: only whole toasts count. */
function readStored(): StoredToast[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isStoredToast) : [];
  } catch {
    return [];
  }
}

function isStoredToast(value: unknown): value is StoredToast {
  if (typeof value !== 'object' || value === null) return false;
  const { title, description, action } = value as Partial<StoredToast>;
  const hasText = typeof title === 'string' && (description === undefined || typeof description === 'string');
  return hasText && (action === undefined || isOwnAddress(action));
}

/** Only a path of this site may become a link. */
function isOwnAddress(action: { label?: unknown; to?: unknown }): boolean {
  return typeof action.label === 'string' && typeof action.to === 'string' && /^\/(?![/\\])/.test(action.to);
}
