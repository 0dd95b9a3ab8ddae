// For users with several roles (spec §2): a card per role that links to its dashboard.
import type { MetaArgs } from 'react-router';
import { rolesOf } from '#shared/roles.ts';
import { isBuilt } from '#shared/site-pages.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { VerifyEmailNotice } from '#app/features/account/verify-email-notice.tsx';
import { useWaitingOrders } from '#app/features/order/waiting-orders.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { formatDayOfGreeting, greetingFor } from '#app/lib/greeting.ts';
import { roleCards } from './role-cards.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Your roles',
    description: 'A card for each of your roles.',
    path: '/multi-dashboard',
    isHidden: true,
  });
}

export default function MultiDashboardPage() {
  const user = useUser();
  const waitingOrders = useWaitingOrders(user);
  // The layout only renders this for signed-in users.
  if (!user) return null;
  const cards = roleCards(rolesOf(user), isBuilt);
  return (
    <div className="wrap pt-8 pb-4">
      <VerifyEmailNotice user={user} waitingOrders={waitingOrders} />
      <h1 className="t-l t-l-tool">{greetingFor(user.firstName)}</h1>
      <p className="meta mt-2">
        {formatDayOfGreeting()}. {cards.length === 1 ? 'You have one role.' : 'Which role do you need today?'}
      </p>
      <ul
        className="mt-10 grid gap-x-[clamp(1.6rem,3.4vw,3.4rem)] gap-y-10 md:grid-cols-2"
        aria-label="Your roles"
      >
        {cards.map(({ role, label, text, to, action }) => (
          <li key={role} className="flex flex-col items-start border-t border-ink pt-5">
            <h2 className="t-m">{label}</h2>
            <p className="meta mt-2 mb-5 max-w-measure">{text}</p>
            <ButtonLink className="mt-auto" to={to} aria-label={`${label}: ${action}`}>
              {action}
            </ButtonLink>
          </li>
        ))}
        <li className="flex flex-col items-start border-t border-ink pt-5">
          <h2 className="t-m">Your account</h2>
          <p className="meta mt-2 mb-5 max-w-measure">Setup steps, applications and account settings.</p>
          <ButtonLink className="mt-auto" to="/dashboard/user">
            Open your dashboard
          </ButtonLink>
        </li>
      </ul>
    </div>
  );
}
