// Confirming the email address: the notice for unverified users, and the button that resends the link.
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useResendVerification } from './security.api.ts';

type VerifyEmailNoticeProps = {
  user: { email: string; isEmailVerified: boolean };
  /** Numbers of the orders that are added to the account once the address is confirmed. */
  waitingOrders: readonly string[];
};

export function VerifyEmailNotice({ user, waitingOrders }: VerifyEmailNoticeProps) {
  const resend = useResendVerification();
  if (user.isEmailVerified) return null;
  const hasOrders = waitingOrders.length > 0;
  return (
    <Notice tone={resend.isError ? 'bad' : resend.isSuccess ? 'ok' : 'warn'} className="mb-6">
      {hasOrders && <p className="font-semibold">{waitingText(waitingOrders)}</p>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1" role="status">
        {resend.isSuccess ? (
          <span>We sent a new link to {resend.data.email}. Check your spam folder too.</span>
        ) : resend.isError ? (
          <span>{failureTextOf(resend.error)}</span>
        ) : hasOrders ? (
          <span>Open the link we sent to {user.email} to add what you bought to your account.</span>
        ) : (
          <span>Confirm your email address: open the link we sent to {user.email}.</span>
        )}
        {!resend.isSuccess && (
          <Button size="s" variant="quiet" isBusy={resend.isPending} onClick={() => resend.mutate()}>
            Send the link again
          </Button>
        )}
      </div>
    </Notice>
  );
}

/** “Order RV-000776 is waiting …”, “Orders RV-000776 and RV-000780 are waiting …”. */
function waitingText(numbers: readonly string[]): string {
  const [isOne, names] = [numbers.length === 1, new Intl.ListFormat('en').format(numbers)];
  return `${isOne ? 'Order' : 'Orders'} ${names} ${isOne ? 'is' : 'are'} waiting for you to confirm your email`;
}

export function ResendVerification({ label = 'Send the link again' }: { label?: string }) {
  const resend = useResendVerification();
  return (
    <div>
      <Button isBusy={resend.isPending} onClick={() => resend.mutate()}>
        {label}
      </Button>
      {/* Rendered even when empty: a live region must exist before its text does. */}
      <p className={resend.isError ? 'error-text mt-2' : 'help mt-2'} aria-live="polite">
        {resend.isSuccess && `We sent a new link to ${resend.data.email}. Earlier links no longer work.`}
        {resend.isError && failureTextOf(resend.error)}
      </p>
    </div>
  );
}
