// The page behind an invitation link: what is offered, by whom and to which address; accept or decline it.
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link, useParams, type MetaArgs } from 'react-router';
import type { SeatInvitation } from '#shared/features/seat/seat.schema.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { ResendVerification } from '#app/features/account/verify-email-notice.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { getInvitationQuery, useAcceptInvitation, useDeclineInvitation } from './seat.api.ts';
import '#app/components/seat/seat.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'A seat for you',
    description: 'An invitation to a seat in a licence.',
    path: '/seats',
    isHidden: true,
  });
}

export default function InvitationPage() {
  const { key = '' } = useParams();
  const user = useUser();
  // What can be done depends on the viewer: fetched again once that is known.
  const query = useQuery({ ...getInvitationQuery(key), enabled: user !== undefined });
  const [isDeclined, setDeclined] = useState(false);
  return (
    <div className="auth-body" aria-live="polite">
      {isDeclined ? (
        <InvitationText title="Invitation declined">
          <p>The seat is free for someone else. We didn’t store anything about you.</p>
        </InvitationText>
      ) : query.data ? (
        <Invitation inviteKey={key} invitation={query.data} onDeclined={() => setDeclined(true)} />
      ) : query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <InvitationText title="A seat for you">
          <Skeleton className="h-24" />
          <NeedsScript what="Opening an invitation" />
        </InvitationText>
      )}
    </div>
  );
}

function InvitationText({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="auth-form">
      <h1 className="t-l">{title}</h1>
      {children}
    </div>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.code === 'gone') {
    return (
      <InvitationText title="This link no longer works">
        <p>{failureTextOf(error)}</p>
        <ButtonLink to="/my-purchases">View your purchases</ButtonLink>
      </InvitationText>
    );
  }
  return (
    <InvitationText title="Couldn’t open the invitation">
      <p>{failureTextOf(error)}</p>
      <Button variant="primary" size="l" onClick={onRetry}>
        Try again
      </Button>
    </InvitationText>
  );
}

type InvitationProps = { inviteKey: string; invitation: SeatInvitation; onDeclined: () => void };

function Invitation({ inviteKey, invitation, onDeclined }: InvitationProps) {
  const { kind, title, sellerName, href, from, email, step, isLive } = invitation;
  const isMembership = kind === 'membership';
  if (step === 'taken') {
    return (
      <InvitationText title="The seat is yours">
        <p>
          {from} gave you a seat of <strong>{title}</strong>.
        </p>
        <ButtonLink variant="primary" size="l" to={isMembership ? '/curriculum' : href}>
          {isMembership ? 'Browse the curriculum' : 'Open'}
        </ButtonLink>
        <ButtonLink variant="quiet" to={isMembership ? href : '/my-purchases'}>
          {isMembership ? 'View your membership' : 'View all purchases'}
        </ButtonLink>
      </InvitationText>
    );
  }
  return (
    <InvitationText title="A seat for you">
      <p>
        {from} has a {isMembership ? 'membership' : 'licence'} for several teachers and offers you a seat. It
        costs you nothing.
      </p>
      <dl className="seat-offer">
        <dt className="small">{isMembership ? 'Membership' : 'Item'}</dt>
        <dd>
          <Link className="link" to={isMembership ? '/subscription' : href}>
            {title}
          </Link>
          <span className="small block">
            {isMembership ? 'The member library, and lower prices for everything else' : sellerName}
          </span>
        </dd>
        <dt className="small">For</dt>
        <dd className="wrap-anywhere">{email}</dd>
      </dl>
      {isLive ? (
        <NextStep step={step} email={email} inviteKey={inviteKey} />
      ) : (
        <Notice tone="warn">
          {isMembership
            ? `The membership has ended, so this seat no longer gives access. Ask ${from}.`
            : `The licence was refunded, so this seat no longer gives access. Ask ${from}.`}
        </Notice>
      )}
      {step !== 'other-account' && <Decline inviteKey={inviteKey} from={from} onDeclined={onDeclined} />}
    </InvitationText>
  );
}

type StepProps = { step: SeatInvitation['step']; email: string; inviteKey: string };

function NextStep({ step, email, inviteKey }: StepProps) {
  const comeBack = () => rememberDestination(`/seats/${inviteKey}`);
  if (step === 'accept') return <Accept inviteKey={inviteKey} />;
  if (step === 'confirm-address') {
    return (
      <>
        <Notice tone="warn">
          Confirm that {email} is yours: open the link in the email we sent when you registered, then come
          back here.
        </Notice>
        <ResendVerification />
      </>
    );
  }
  if (step === 'other-account') {
    return (
      <Notice tone="warn">
        You’re signed in with a different address. This seat is for {email}: sign out, then open this link
        again with the account that has it.
      </Notice>
    );
  }
  return (
    <>
      <p className="meta">To accept it, sign in or register with that address.</p>
      <ButtonLink variant="primary" size="l" to="/auth" onClick={comeBack}>
        Sign in
      </ButtonLink>
      <ButtonLink size="l" to="/register" onClick={comeBack}>
        Register
      </ButtonLink>
    </>
  );
}

function Accept({ inviteKey }: { inviteKey: string }) {
  const accept = useAcceptInvitation(inviteKey);
  return (
    <>
      {accept.error && (
        <Notice tone="bad" isAlert>
          {failureTextOf(accept.error)}
        </Notice>
      )}
      <Button variant="primary" size="l" isBusy={accept.isPending} onClick={() => accept.mutate()}>
        Accept seat
      </Button>
    </>
  );
}

function Decline({
  inviteKey,
  from,
  onDeclined,
}: {
  inviteKey: string;
  from: string;
  onDeclined: () => void;
}) {
  const decline = useDeclineInvitation(inviteKey);
  return (
    <ConfirmDialog
      trigger={<Button variant="quiet">Decline</Button>}
      title="Decline this seat?"
      description={`The seat is free for someone else, and ${from} gets an email.`}
      confirmLabel="Decline seat"
      cancelLabel="Go back"
      failure={failureTextOf}
      onConfirm={async () => {
        await decline.mutateAsync();
        onDeclined();
      }}
    />
  );
}
