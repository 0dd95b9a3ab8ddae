// For people of several roles (spec §2): one card for each, leading to what it can do.
import type { MetaArgs } from 'react-router';
import { rolesOf } from '#shared/roles.ts';
import { isBuilt } from '#shared/site-pages.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { dayInWords, greetingFor } from '#app/lib/greeting.ts';
import { roleCards } from './role-cards.ts';
import { VerifyEmailNotice } from './verify-email-notice.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Your roles',
    description: 'One card for each of your roles.',
    path: '/multi-dashboard',
    isHidden: true,
  });
}

export default function MultiDashboardPage() {
  const user = useUser();
  // The layout has let nobody else in.
  if (!user) return null;
  const cards = roleCards(rolesOf(user), isBuilt);
  return (
    <div className="wrap pt-8 pb-4">
      <VerifyEmailNotice user={user} />
      <h1 className="t-l t-l-tool">{greetingFor(user.firstName)}</h1>
      <p className="meta mt-2">
        {dayInWords()}.{' '}
        {cards.length === 1 ? 'You hold one role here.' : 'Which of your roles do you need today?'}
      </p>
      <ul
        className="mt-10 grid gap-x-[clamp(1.6rem,3.4vw,3.4rem)] gap-y-10 md:grid-cols-2"
        aria-label="Your roles"
      >
        {cards.map(({ role, label, words, to, action }) => (
          <li key={role} className="flex flex-col items-start border-t border-ink pt-5">
            <h2 className="t-m">{label}</h2>
            <p className="meta mt-2 mb-5 max-w-measure">{words}</p>
            <ButtonLink className="mt-auto" to={to} aria-label={`${label}: ${action}`}>
              {action}
            </ButtonLink>
          </li>
        ))}
        <li className="flex flex-col items-start border-t border-ink pt-5">
          <h2 className="t-m">Your own things</h2>
          <p className="meta mt-2 mb-5 max-w-measure">
            What is left to set up, your applications, your account.
          </p>
          <ButtonLink className="mt-auto" to="/dashboard/user">
            Open your dashboard
          </ButtonLink>
        </li>
      </ul>
    </div>
  );
}
