// Where the link under a reminder leads. It asks once, because programs that look through mail open every link.
import type { MetaArgs } from 'react-router';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { useMailedToken } from '#app/lib/mailed-token.ts';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useStopCartReminders } from './cart.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Reminders of your cart',
    description: 'Switch off the mail about a cart you left.',
    path: '/cart-reminders/off',
    isHidden: true,
  });
}

export default function RemindersOffPage() {
  const token = useMailedToken();
  const stop = useStopCartReminders();
  return (
    <div className="auth-body" aria-live="polite">
      {stop.isSuccess ? <Stopped /> : <Question token={token} stop={stop} />}
    </div>
  );
}

type QuestionProps = { token: string | null; stop: ReturnType<typeof useStopCartReminders> };

function Question({ token, stop }: QuestionProps) {
  if (token === null) {
    return (
      <div className="auth-form">
        <h1 className="t-l">This link is incomplete</h1>
        <p>Open the link from the mail again, or copy all of it into the address bar.</p>
        <ButtonLink variant="primary" size="l" to="/profile/data">
          Go to your settings
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="auth-form">
      <h1 className="t-l">No more reminders of your cart?</h1>
      <p>Your cart stays as it is, and mails about your orders still come.</p>
      {stop.isError && (
        <Notice tone="bad" isAlert>
          {failureTextOf(stop.error)}
        </Notice>
      )}
      <Button variant="primary" size="l" isBusy={stop.isPending} onClick={() => stop.mutate(token)}>
        Stop these mails
      </Button>
      <NeedsScript what="Switching the reminders off" />
    </div>
  );
}

function Stopped() {
  return (
    <div className="auth-form">
      <h1 className="t-l">We will not remind you again</h1>
      <p>If you change your mind, switch the reminders on under Your data in your profile.</p>
      <ButtonLink variant="primary" size="l" to="/cart">
        Go to your cart
      </ButtonLink>
    </div>
  );
}
