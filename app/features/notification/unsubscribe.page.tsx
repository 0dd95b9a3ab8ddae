// Turns off a kind of email without signing in. A plain form, so it works without scripts; opening the page changes
// nothing, because mail scanners open every link.
import { useSearchParams, type MetaArgs } from 'react-router';
import { isNotificationKind, kindRules } from '#shared/features/notification/notification.rules.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Turn off emails',
    description: 'Turn off emails of one kind.',
    path: '/unsubscribe',
    isHidden: true,
  });
}

export default function UnsubscribePage() {
  const [search] = useSearchParams();
  const [named = ''] = (search.get('token') ?? '').split('.');
  const off = search.get('off') ?? '';
  return (
    <div className="auth-body">
      <div className="auth-form">
        {isNotificationKind(off) ? (
          <Done label={kindRules(off).label} />
        ) : isNotificationKind(named) ? (
          <Question label={kindRules(named).label} />
        ) : (
          <Incomplete />
        )}
      </div>
    </div>
  );
}

function Question({ label }: { label: string }) {
  return (
    <>
      <h1 className="t-l">Turn off these emails?</h1>
      <p>
        They are about: <strong>{label}</strong>. We’ll still email you about everything else.
      </p>
      {/* Sent to this page's own address, which has the token. */}
      <form method="post">
        <Button type="submit" variant="primary" size="l">
          Turn off these emails
        </Button>
      </form>
    </>
  );
}

function Done({ label }: { label: string }) {
  return (
    <>
      <h1 className="t-l">These emails are off</h1>
      <p>
        You won’t get emails about: <strong>{label}</strong>. If you have an account, you can turn them on
        again any time.
      </p>
      <SettingsLink />
    </>
  );
}

function Incomplete() {
  return (
    <>
      <h1 className="t-l">This link is incomplete</h1>
      <p>Open the link from the email again, or choose your emails in your settings.</p>
      <SettingsLink />
    </>
  );
}

function SettingsLink() {
  return (
    <ButtonLink variant="primary" size="l" to="/notifications#settings">
      Choose what reaches you
    </ButtonLink>
  );
}
