// Mails the link that confirms an address once more, and says what became of it.
import { Button } from '#app/components/ui/button.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useResendVerification } from './security.api.ts';

export function ResendVerification({ label = 'Send the link again' }: { label?: string }) {
  const resend = useResendVerification();
  return (
    <div>
      <Button isBusy={resend.isPending} onClick={() => resend.mutate()}>
        {label}
      </Button>
      {/* Always there, even empty: a live region must exist before its words do. */}
      <p className={resend.isError ? 'error-text mt-2' : 'help mt-2'} aria-live="polite">
        {resend.isSuccess && `On its way to ${resend.data.email}. The newest link is the one that works.`}
        {resend.isError && failureTextOf(resend.error)}
      </p>
    </div>
  );
}
