// The unsubscribe page for cart reminders. It asks for confirmation, because mail scanners open every link.
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
    title: 'Cart reminders',
    description: 'Turn off cart reminders.',
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
        <p>Open the link from the email again, or copy the whole link into the address bar.</p>
        <ButtonLink variant="primary" size="l" to="/profile/data">
          Go to your settings
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="auth-form">
      <h1 className="t-l">Turn off cart reminders?</h1>
      <p>Your cart stays as it is, and we’ll still email you about your orders.</p>
      {stop.isError && (
        <Notice tone="bad" isAlert>
          {failureTextOf(stop.error)}
        </Notice>
      )}
      <Button variant="primary" size="l" isBusy={stop.isPending} onClick={() => stop.mutate(token)}>
        Turn off reminders
      </Button>
      <NeedsScript what="Turning off reminders" />
    </div>
  );
}

function Stopped() {
  return (
    <div className="auth-form">
      <h1 className="t-l">Reminders are off</h1>
      <p>If you change your mind, turn them on again under Your data in your profile.</p>
      <ButtonLink variant="primary" size="l" to="/cart">
        Go to your cart
      </ButtonLink>
    </div>
  );
}
