// Toasts: their limits (spec §4, §9), when one offers View Cart, and how the list changes.

export const TOAST_LIMIT = 5;
export const TOAST_DURATION_MS = 5000;
export const TOAST_SWIPE_PX = 50;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

export const TOAST_VARIANTS = ['default', 'destructive'] as const;
export type ToastVariant = (typeof TOAST_VARIANTS)[number];

export type Toast = {
  id: string;
  title: string;
  description?: string;
  variant: ToastVariant;
  /** False once dismissed: it leaves the screen at once and the list TOAST_REMOVE_DELAY_MS later. */
  open: boolean;
};

export type NewToast = Omit<Toast, 'open' | 'variant'> & { variant?: ToastVariant };

export type ToastAction =
  | { type: 'add'; toast: NewToast }
  | { type: 'update'; id: string; changes: Partial<Omit<Toast, 'id'>> }
  /** Without an id: all toasts. */
  | { type: 'dismiss'; id?: string }
  | { type: 'remove'; id?: string };

/** Spec §2: a toast whose title contains 'added to cart', in any case, offers View Cart. */
export function hasViewCart(title: unknown): boolean {
  return typeof title === 'string' && title.toLowerCase().includes('added to cart');
}

/** The list after an action: newest first, at most five. Returns the same list when nothing changed. */
export function reduceToasts(toasts: readonly Toast[], action: ToastAction): readonly Toast[] {
  switch (action.type) {
    case 'add':
      return addToast(toasts, action.toast);
    case 'update':
      return changeWhere(toasts, (toast) => toast.id === action.id, action.changes);
    case 'dismiss':
      return changeWhere(toasts, (toast) => toast.open && isMeant(toast, action.id), { open: false });
    case 'remove':
      return removeToasts(toasts, action.id);
    default:
      return toasts;
  }
}

function isMeant(toast: Toast, id: string | undefined): boolean {
  return id === undefined || toast.id === id;
}

function changeWhere(
  toasts: readonly Toast[],
  matches: (toast: Toast) => boolean,
  changes: Partial<Omit<Toast, 'id'>>,
): readonly Toast[] {
  if (!toasts.some(matches)) return toasts;
  return toasts.map((toast) => (matches(toast) ? { ...toast, ...changes, id: toast.id } : toast));
}

function removeToasts(toasts: readonly Toast[], id: string | undefined): readonly Toast[] {
  const rest = toasts.filter((toast) => !isMeant(toast, id));
  return rest.length === toasts.length ? toasts : rest;
}

function addToast(toasts: readonly Toast[], added: NewToast): Toast[] {
  const others = toasts.filter((toast) => toast.id !== added.id);
  const list: Toast[] = [{ ...added, variant: added.variant ?? 'default', open: true }, ...others];
  while (list.length > TOAST_LIMIT) {
    // Dismissed toasts are dropped first: nobody sees them any more.
    const closed = list.findLastIndex((toast) => !toast.open);
    list.splice(closed === -1 ? list.length - 1 : closed, 1);
  }
  return list;
}
