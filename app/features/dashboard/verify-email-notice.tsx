// Says on dashboards that the address is not confirmed yet, and sends the link once more.
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useResendVerification } from './dashboard.api.ts';

export function VerifyEmailNotice({ user }: { user: { email: string; isEmailVerified: boolean } }) {
  const resend = useResendVerification();
  if (user.isEmailVerified) return null;
  return (
    <Notice tone={resend.isError ? 'bad' : resend.isSuccess ? 'ok' : 'warn'} className="mb-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1" role="status">
        {resend.isSuccess ? (
          <span>The link is on its way to {resend.data.email}. Look into the spam folder too.</span>
        ) : resend.isError ? (
          <span>{failureTextOf(resend.error)}</span>
        ) : (
          <span>Please confirm your e-mail address: open the link we sent to {user.email}.</span>
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
