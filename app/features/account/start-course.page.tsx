// The link mailed to guests who bought a course. It shows what it will do and waits for a press, because mail scanners
// open links too, and some even run the page.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate, useSearchParams, type MetaArgs } from 'react-router';
import type { getStartLink } from '#shared/features/account/account.contract.ts';
import type { ContractOutput } from '#shared/contract.ts';
import { START_LINK_HOURS, START_LINK_PATH, TO_PURCHASES } from '#shared/features/order/start-link.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf, showServerErrors } from '#app/lib/form-errors.ts';
import { useMailedToken } from '#app/lib/mailed-token.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { CodeField } from './code-field.tsx';
import { findPasswordProblem, NewPasswordField } from './new-password-field.tsx';
import { getStartLinkQuery, isCodeRequired, useOpenStartLink, useRenewStartLink } from './session.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Start your course',
    description: 'Confirm your email address and open the first lesson.',
    path: START_LINK_PATH,
    isHidden: true,
  });
}

export default function StartCoursePage() {
  const isHydrated = useHydrated();
  const token = useMailedToken();
  return (
    <div className="auth-body">
      {!isHydrated ? <OneMoment /> : token === null ? <Incomplete /> : <MailedLink token={token} />}
    </div>
  );
}

function OneMoment() {
  return (
    <div>
      <h1 className="t-l">Start your course</h1>
      <SkeletonGroup label="Loading your link" className="mt-6">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="mt-6 h-12" />
      </SkeletonGroup>
      <NeedsScript what="Starting a course" />
    </div>
  );
}

function MailedLink({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(getStartLinkQuery(token));
  if (error instanceof ApiError && error.status === 410) return <Expired token={token} />;
  if (error) {
    return (
      <ErrorState
        headingLevel={1}
        title="Couldn’t load your link"
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        <p>{failureTextOf(error)}</p>
      </ErrorState>
    );
  }
  return data ? <StartForm token={token} link={data} /> : <OneMoment />;
}

type StartLink = ContractOutput<typeof getStartLink>;
type StartFormProps = { token: string; link: StartLink };

const DOES: Readonly<Record<StartLink['kind'], string>> = {
  new: 'This confirms the address and creates your account.',
  account: 'This signs you in to the account with this address.',
  unconfirmed:
    'An account with this address was created, but never confirmed. Choose a new password: it confirms the address, and only you can sign in.',
};

function StartForm({ token, link }: StartFormProps) {
  const { kind, email, courseTitle } = link;
  const open = useOpenStartLink();
  const leave = useLeaveForCourse();
  const form = useForm({ defaultValues: { code: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  const hasCodeField = isCodeRequired(open.error) || form.formState.dirtyFields.code === true;
  const { setFocus } = form;
  useEffect(() => {
    if (hasCodeField) setFocus('code');
  }, [hasCodeField, setFocus]);
  const send = form.handleSubmit(async (typed) => {
    if (kind === 'unconfirmed' && !typed.password) {
      return form.setError('password', { message: 'Choose a password.' }, { shouldFocus: true });
    }
    const problem = typed.password ? await findPasswordProblem(typed.password, [email]) : null;
    if (problem) return form.setError('password', { message: problem }, { shouldFocus: true });
    const { code } = typed;
    const body = { token, ...(code && { code }), ...(typed.password && { password: typed.password }) };
    const opened = await open.mutateAsync(body).catch((error: unknown) => {
      if (!isCodeRequired(error)) showServerErrors(error, form, ['password']);
      else if (code) form.setError('code', { message: failureTextOf(error) }, { shouldFocus: true });
      return null;
    });
    if (opened) await leave(opened.courseId);
  });
  if (open.error instanceof ApiError && open.error.status === 410) return <Expired token={token} />;
  return (
    <form className="auth-form" method="post" noValidate onSubmit={(event) => void send(event)}>
      <h1 className="t-l wrap-anywhere">{courseTitle ? `Start “${courseTitle}”` : 'Open what you bought'}</h1>
      <p>
        <strong className="wrap-anywhere">{email}</strong>
      </p>
      <p className="meta">{hasCodeField ? 'Enter the code from your authenticator app.' : DOES[kind]}</p>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      {kind !== 'account' && (
        <NewPasswordField
          label={kind === 'new' ? 'Password (optional)' : 'New password'}
          error={errors.password?.message}
          password={password}
          userInputs={[email]}
          {...form.register('password')}
        />
      )}
      {kind === 'new' && (
        <p className="help">Without one, you sign in with a link we email you. You can choose one later.</p>
      )}
      {hasCodeField && <CodeField error={errors.code?.message} {...form.register('code')} />}
      <Button variant="primary" size="l" type="submit" isBusy={open.isPending || isSubmitting}>
        {BUTTONS[kind]}
      </Button>
    </form>
  );
}

const BUTTONS: Readonly<Record<StartLink['kind'], string>> = {
  new: 'Confirm and start',
  account: 'Sign in and start',
  unconfirmed: 'Save password and start',
};

/** To the classroom, which opens at the first lesson or says what to finish before it; or to the purchases. */
function useLeaveForCourse() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const isToPurchases = search.get('to') === TO_PURCHASES;
  return async (courseId: number | null) => {
    rememberDestination(
      isToPurchases || courseId === null ? '/my-purchases' : `/courses/${courseId}/learning`,
    );
    // That page merges the guest cart and goes on to the remembered one.
    await navigate('/auth', { replace: true });
  };
}

function Expired({ token }: { token: string }) {
  const renew = useRenewStartLink();
  const isUnknown = renew.error instanceof ApiError && renew.error.status === 410;
  return (
    <div className="auth-form">
      <h1 className="t-l">This link no longer works</h1>
      <p>
        Each link works once, within {START_LINK_HOURS} hours. If you opened it before, your account is ready:
        sign in with your password, or with a link we email you.
      </p>
      {!isUnknown && !renew.isSuccess && (
        <Button variant="primary" size="l" isBusy={renew.isPending} onClick={() => renew.mutate(token)}>
          Email me a new link
        </Button>
      )}
      {/* Rendered even when empty: a live region must exist before its text does. */}
      <p className={renew.isError ? 'error-text' : undefined} role="status">
        {renew.isSuccess && 'We’re sending a new link to the same address. Check your spam folder, too.'}
        {renew.isError && failureTextOf(renew.error)}
      </p>
      <SignInInstead />
    </div>
  );
}

function Incomplete() {
  return (
    <div className="auth-form">
      <h1 className="t-l">This link is incomplete</h1>
      <p>Open the link in the email again, or copy all of it into the address bar.</p>
      <SignInInstead />
    </div>
  );
}

function SignInInstead() {
  return (
    <p className="meta">
      <Link className="link" to="/auth">
        Sign in
      </Link>{' '}
      or{' '}
      <Link className="link" to="/sign-in-link">
        get a sign-in link
      </Link>
    </p>
  );
}
