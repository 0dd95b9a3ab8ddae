// Evidence for hours earned elsewhere, for staff: who waits longest comes first, each with its three decisions.
import { useEffect, useRef } from 'react';
import { type MetaArgs } from 'react-router';
import { avatarCandidates } from '#shared/avatar.ts';
import {
  CREDIT_STATE_LABELS,
  pluralHours,
  REVIEWED_STATES,
  type CreditDecision,
} from '#shared/features/credit/credit.rules.ts';
import { fullNameOf } from '#shared/names.ts';
import { rolesOf } from '#shared/roles.ts';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { StaffList, useStaffList } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { CreditStateBadge, EvidenceFiles, formatDoneOn } from '#app/features/credit/credit-ledger.tsx';
import { listCreditReviewsQuery, type CreditReview } from '#app/features/credit/credit.api.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { useDecideCreditHours } from './passport.api.ts';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Credit hours',
    description: 'Evidence for hours earned elsewhere.',
    path: '/admin/credit-hours',
    isHidden: true,
  });
}

export default function CreditReviewsPage() {
  const user = useUser();
  const list = useStaffList(
    (params) => ({
      state: oneOf(REVIEWED_STATES, params.get('state')) ?? 'in_review',
      q: searchOf(params),
      page: pageOf(params),
    }),
    listCreditReviewsQuery,
  );
  const decidingAt = useNextFocused(list.data?.items);
  const { state } = list.filters;
  return (
    <StaffList
      list={list}
      nouns="credit hours"
      title="Credit hours"
      intro="Hours people learned elsewhere. Read what they sent, then count it, or say what is missing."
      pageTabs={user && <StaffTabs area="certificates" roles={rolesOf(user)} />}
      tabs={{
        label: 'State',
        name: 'state',
        tabs: REVIEWED_STATES.map((value) => ({
          value,
          label: CREDIT_STATE_LABELS[value],
          count: list.data?.counts[value],
        })),
      }}
      search={{ placeholder: 'Name, title or provider' }}
      hasFaces
      empty={
        state === 'in_review'
          ? { title: 'Nothing to read', text: 'New evidence appears here.' }
          : { title: `Nothing ${CREDIT_STATE_LABELS[state].toLowerCase()}`, text: 'Choose another state.' }
      }
    >
      {(reviews) => (
        <ul className="mt-4 border-t border-ink" aria-label="Credit hours">
          {reviews.map((review, at) => (
            <ReviewItem
              key={review.id}
              review={review}
              isOwn={review.user.id === user?.id}
              onDeciding={(isDeciding) => {
                decidingAt.current = isDeciding ? at : null;
              }}
            />
          ))}
        </ul>
      )}
    </StaffList>
  );
}

/** After a decision the focus moves to the next entry, or to the empty state. */
function useNextFocused(items: readonly { id: number }[] = []) {
  const decidingAt = useRef<number | null>(null);
  useEffect(() => {
    const at = decidingAt.current;
    if (at === null) return;
    decidingAt.current = null;
    const next = items[Math.min(at, items.length - 1)];
    document.querySelector<HTMLElement>(next ? `[data-credit="${next.id}"]` : '[data-no-rows]')?.focus();
  }, [items]);
  return decidingAt;
}

type ReviewItemProps = {
  review: CreditReview;
  isOwn: boolean;
  /** True when the item is about to leave the list, false when it stays after all. */
  onDeciding: (isDeciding: boolean) => void;
};

function ReviewItem({ review, isOwn, onDeciding }: ReviewItemProps) {
  const { id, user, title, provider, doneOn, hours, isSafePractice, state, files } = review;
  const { createdAt, decidedAt, decidedBy, decisionReason } = review;
  const name = fullNameOf(user);
  const sources = avatarCandidates({ profileImageUrl: user.profileImageUrl, name, kind: 'user' });
  return (
    <li
      className="grid gap-x-8 gap-y-3 border-b border-rule py-5 md:grid-cols-[minmax(0,1fr)_auto]"
      // Focusable from code only: see useNextFocused.
      tabIndex={-1}
      data-credit={id}
      aria-label={`${name}: ${title}`}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
          <Avatar sources={sources} name={name} />
          <StaffLink className="font-semibold hover:underline" to={`/admin/users/${user.id}`}>
            {name}
          </StaffLink>
          <Badge>{pluralHours(hours)}</Badge>
          {isSafePractice && <Badge tone="act">Safe practice</Badge>}
        </div>
        <p className="mt-3 wrap-anywhere">
          <strong className="font-semibold">{title}</strong>
          <span className="meta block">
            {provider}, {formatDoneOn(doneOn)}
          </span>
        </p>
        <div className="mt-2 text-sm">
          <EvidenceFiles
            files={files.map(({ isUsedTwice, ...file }) => ({
              ...file,
              ...(isUsedTwice && { note: 'The same file came with other hours.' }),
            }))}
          />
        </div>
        <p className="small mt-2">
          Sent <When iso={createdAt} />
          {decidedAt && (
            <>
              , decided <When iso={decidedAt} />
              {decidedBy && ` by ${decidedBy}`}
            </>
          )}
        </p>
        {decisionReason && <p className="meta mt-2 wrap-anywhere">Reason: {decisionReason}</p>}
      </div>
      <div className="flex flex-wrap items-start gap-3">
        {state !== 'in_review' ? (
          <CreditStateBadge state={state} />
        ) : isOwn ? (
          <p className="meta">These are yours. A colleague decides.</p>
        ) : (
          <Decisions review={review} onDeciding={onDeciding} />
        )}
      </div>
    </li>
  );
}

const DONE: Readonly<Record<CreditDecision, string>> = {
  count: 'Hours counted',
  return: 'Returned to the learner',
  decline: 'Hours declined',
};

function Decisions({
  review: { id, title, user },
  onDeciding,
}: Pick<ReviewItemProps, 'review' | 'onDeciding'>) {
  const decide = useDecideCreditHours();
  const of = `“${title}” by ${fullNameOf(user)}`;
  const send = async (body: Parameters<typeof decide.mutateAsync>[0]['body']) => {
    onDeciding(true);
    try {
      await decide.mutateAsync({ params: { id }, body });
      toast({ title: DONE[body.decision], description: 'We’ve emailed the learner.' });
    } catch (error) {
      onDeciding(false);
      throw error;
    }
  };
  const count = () =>
    send({ decision: 'count' }).catch((error: unknown) =>
      toast({
        title: 'The hours weren’t counted',
        description: failureTextOf(error),
        variant: 'destructive',
      }),
    );
  return (
    <>
      <Button aria-label={`Count ${of}`} isBusy={decide.isPending} onClick={() => void count()}>
        Count
      </Button>
      <ReasonDialog
        title={`What is missing for “${title}”?`}
        description="The learner can add it and send the hours in again."
        help="We’ll email them this. Say what you need to see."
        confirmLabel="Return"
        isDanger={false}
        trigger={<Button aria-label={`Return ${of}`}>Return…</Button>}
        onConfirm={(reason) => send({ decision: 'return', reason })}
      />
      <ReasonDialog
        title={`Decline “${title}”?`}
        description="The hours won’t count, and this can’t be changed later."
        help="We’ll email the learner this reason."
        confirmLabel="Decline"
        trigger={
          <Button variant="danger" aria-label={`Decline ${of}`}>
            Decline…
          </Button>
        }
        onConfirm={(reason) => send({ decision: 'decline', reason })}
      />
    </>
  );
}
