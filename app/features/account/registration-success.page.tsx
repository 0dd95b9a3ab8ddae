// The steps after registering: confirm the address, fill in the profile, and follow an application.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Navigate, type MetaArgs } from 'react-router';
import type { User } from '#shared/features/account/account.contract.ts';
import { APPLICATION_LABELS } from '#shared/features/application/application.states.ts';
import { listOwnApplications } from '#shared/features/application/application.contract.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { contractQuery } from '#app/lib/query.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { useUser } from '#app/lib/user.api.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { hasRegisteredHere } from './registered-here.ts';
import { ResendVerification } from './verify-email-notice.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Next steps',
    description: 'First steps with your new account.',
    path: '/registration/success',
    isHidden: true,
  });
}

export default function RegistrationSuccessPage() {
  const isHydrated = useHydrated();
  const user = useUser();
  if (isHydrated && user && hasRegisteredHere(user.id)) return <NextSteps user={user} />;
  if (user) return <Navigate replace to="/dashboard" />;
  return user === undefined ? <OneMoment /> : <NotRegistered />;
}

function NextSteps({ user }: { user: User }) {
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Welcome, {user.firstName || user.username}</h1>
      <p className="lead mt-4 max-w-measure">Your account is ready. Two steps are left.</p>
      <ol className="mt-10 max-w-[44rem] border-t border-ink">
        <AddressStep user={user} />
        <Step title="Complete your profile">
          <p>Add a picture, a short bio and your styles, so that others know who you are.</p>
          <ButtonLink className="mt-4" to="/profile/edit">
            Edit profile
          </ButtonLink>
        </Step>
        <ApplicationSteps />
      </ol>
      <div className="mt-10 flex flex-wrap gap-3">
        <ButtonLink variant="primary" to="/dashboard">
          Go to your dashboard
        </ButtonLink>
      </div>
    </div>
  );
}

function OneMoment() {
  return (
    <SkeletonGroup label="Loading your next steps" className="wrap pt-10">
      <h1 className="sr-only">Next steps</h1>
      <Skeleton className="h-12 w-2/3" />
    </SkeletonGroup>
  );
}

/** Opened without having registered: nothing here is ready yet. */
function NotRegistered() {
  const { siteName } = useRootData();
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Create your account first</h1>
      <p className="lead mt-4 max-w-measure">
        The next steps appear here once you have an account on {siteName}. Already registered? Sign in.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink variant="primary" to="/register">
          Create account
        </ButtonLink>
        <ButtonLink to="/auth" onClick={() => rememberDestination('/registration/success')}>
          Sign in
        </ButtonLink>
      </div>
    </div>
  );
}

function AddressStep({ user }: { user: User }) {
  if (user.isEmailVerified) {
    return (
      <Step title="Confirm your email address" state={<Badge tone="ok">Done</Badge>}>
        <p>{user.email} is confirmed.</p>
      </Step>
    );
  }
  return (
    <Step title="Confirm your email address">
      <p>
        We sent a link to <strong className="wrap-anywhere">{user.email}</strong>. Open it to confirm your
        address. Can’t find it? Check your spam folder.
      </p>
      <div className="mt-4">
        <ResendVerification />
      </div>
    </Step>
  );
}

/** Empty without applications, and when loading them fails: that must not break the welcome page. */
function ApplicationSteps() {
  const { data: applications = [] } = useQuery(contractQuery(listOwnApplications, {}));
  return applications
    .filter(({ state }) => state === 'waiting')
    .map(({ id, kind }) => (
      <Step
        key={id}
        title={`Your application: ${APPLICATION_LABELS[kind].toLowerCase()}`}
        state={<Badge tone="warn">Waiting</Badge>}
      >
        <p>
          We’ll review it and email you. You can follow it on{' '}
          <Link className="link" to="/dashboard/user">
            your dashboard
          </Link>
          .
        </p>
      </Step>
    ));
}

function Step({ title, state, children }: { title: string; state?: ReactNode; children: ReactNode }) {
  return (
    <li className="border-b border-rule py-6">
      <h2 className="t-s flex flex-wrap items-center gap-3">
        {title} {state}
      </h2>
      <div className="meta mt-2 max-w-measure">{children}</div>
    </li>
  );
}
