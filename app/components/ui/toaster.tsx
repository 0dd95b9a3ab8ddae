// Shows the toasts of toast-store.ts: closes them after 5 s, by button or by a swipe of 50 px (spec §4, §9).
import CircleAlert from 'icon:circle-alert';
import X from 'icon:x';
import * as RadixToast from 'radix-ui/toast';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { hasViewCart, TOAST_DURATION_MS, TOAST_SWIPE_PX } from '#shared/toasts.ts';
import { cx } from '#app/lib/cx.ts';
import { Button, buttonClass } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { currentToasts, dismissToast, serverToasts, subscribeToToasts } from './toast-store.ts';
import type { ShownToast, ToastButton } from './toast-store.ts';

const viewCart: ToastButton = { label: 'View Cart', to: '/cart' };

export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, serverToasts);
  return (
    <RadixToast.Provider duration={TOAST_DURATION_MS} swipeDirection="left" swipeThreshold={TOAST_SWIPE_PX}>
      {/* Oldest first: Radix appends, so the newest is always the lowest. */}
      {toasts.toReversed().map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <RadixToast.Viewport className="toasts" label="Messages ({hotkey})" />
    </RadixToast.Provider>
  );
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const { id, title, description, variant, open, durationMs } = toast;
  const isBad = variant === 'destructive';
  const action = toast.action ?? (hasViewCart(title) ? viewCart : undefined);
  return (
    <RadixToast.Root
      className={cx('toast on-ink', isBad && 'toast-bad')}
      open={open}
      duration={durationMs ?? TOAST_DURATION_MS}
      onOpenChange={(isOpen) => !isOpen && dismissToast(id)}
      // An error interrupts the screen reader; good news waits for its turn.
      type={isBad ? 'foreground' : 'background'}
    >
      {isBad && <CircleAlert className="icon" aria-hidden="true" />}
      <div className="toast-text">
        <RadixToast.Title className={description ? 'font-semibold' : undefined}>{title}</RadixToast.Title>
        {description && <RadixToast.Description>{description}</RadixToast.Description>}
      </div>
      {action && <ActionButton action={action} />}
      <RadixToast.Close asChild>
        <IconButton label="Close message" icon={<X size={18} aria-hidden="true" />} />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}

function ActionButton({ action }: { action: ToastButton }) {
  return (
    <RadixToast.Action altText={('hint' in action && action.hint) || action.label} asChild>
      {'to' in action ? (
        <Link to={action.to} className={buttonClass({ size: 's' })}>
          {action.label}
        </Link>
      ) : (
        <Button size="s" onClick={action.onPress}>
          {action.label}
        </Button>
      )}
    </RadixToast.Action>
  );
}
