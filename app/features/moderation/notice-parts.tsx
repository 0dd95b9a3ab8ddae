// Parts shared by the rights notice pages: state, deadline, resource, and the decision dialogs.
import type { ReactNode } from 'react';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { cx } from '#app/lib/cx.ts';
import { offerUndo } from '#app/lib/undo.api.ts';
import { formatDay } from '#shared/dates.ts';
import type { NoticeDetail } from '#shared/features/moderation/rights-notice.contract.ts';
import {
  NOTICE_DAYS,
  NOTICE_STATE_LABELS,
  type NoticeDecision,
  type NoticeState,
} from '#shared/features/moderation/rights-notice.states.ts';
import {
  useDismissNotice,
  useRejectCounterNotice,
  useAcceptCounterNotice,
  useRefreshNotices,
  useUpholdNotice,
} from './rights-notice.api.ts';

const TONES: Readonly<Record<NoticeState, BadgeTone>> = {
  open: 'warn',
  dismissed: 'plain',
  upheld: 'bad',
  countered: 'warn',
  put_back: 'ok',
  kept_down: 'plain',
};

export function NoticeStateBadge({ state }: { state: NoticeState }) {
  return <Badge tone={TONES[state]}>{NOTICE_STATE_LABELS[state]}</Badge>;
}

const DAY_MS = 24 * 60 * 60_000;

/** “2 days overdue”, “In 3 days”: easier to compare than dates. */
export function formatDeadline(dueAt: string, now: number = Date.now()): string {
  const left = new Date(dueAt).getTime() - now;
  if (left <= 0) {
    const late = Math.floor(-left / DAY_MS);
    return late === 0 ? 'Due today' : `${late === 1 ? '1 day' : `${late} days`} overdue`;
  }
  const days = Math.ceil(left / DAY_MS);
  return days === 1 ? 'Within a day' : `In ${days} days`;
}

export function Deadline({ dueAt, isOverdue }: { dueAt: string; isOverdue: boolean }) {
  return (
    <time
      dateTime={dueAt}
      title={formatDay(dueAt)}
      className={cx('whitespace-nowrap', isOverdue && 'font-semibold text-garnet')}
    >
      {formatDeadline(dueAt)}
    </time>
  );
}

type ResourceSummaryProps = { thumbnailUrl: string; title: ReactNode; children?: ReactNode };

export function ResourceSummary({ thumbnailUrl, title, children }: ResourceSummaryProps) {
  return (
    <span className="flex min-w-0 items-center gap-3.5">
      <LazyImage
        src={thumbnailUrl}
        alt=""
        width={320}
        height={400}
        className="h-15 w-12 flex-none rounded-paper object-cover"
      />
      <span className="min-w-0 wrap-anywhere">
        {title}
        {children && <span className="small block">{children}</span>}
      </span>
    </span>
  );
}

export function NoticePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10 first:mt-0">
      <h2 className="t-s mb-3 border-b border-ink pb-2">{title}</h2>
      {children}
    </section>
  );
}

/** Text a user wrote, with its line breaks. */
export function Quote({ children }: { children: string }) {
  return (
    <p className="max-w-measure border-l-2 border-rule pl-4 wrap-anywhere whitespace-pre-line">{children}</p>
  );
}

type DecisionText = {
  label: string;
  trigger: ReactNode;
  title: (title: string) => string;
  description: string;
  help: string;
  /** It stops a resource from being sold. */
  isDanger: boolean;
  done: (title: string) => string;
};

const DECISION_TEXTS: Readonly<Record<NoticeDecision, DecisionText>> = {
  uphold: {
    label: 'Take down',
    trigger: <Button variant="danger">Take down…</Button>,
    title: (title) => `Take ${title} down?`,
    description: `It goes off sale; buyers keep their copies. The seller can file a counter-notice within ${NOTICE_DAYS.counter} days.`,
    help: 'The seller and the reporter will see this. Say what’s wrong and where, but not who reported it.',
    isDanger: true,
    done: (title) => `${title} has been taken down`,
  },
  dismiss: {
    label: 'Dismiss',
    trigger: <Button>Dismiss…</Button>,
    title: () => 'Dismiss this notice?',
    description: 'The resource stays on sale. The seller isn’t notified.',
    help: 'We’ll email this to the reporter. Say why the resource can stay.',
    isDanger: false,
    done: () => 'Notice dismissed',
  },
  'put-back': {
    label: 'Restore',
    trigger: <Button variant="primary">Restore…</Button>,
    title: (title) => `Restore ${title}?`,
    description: 'It returns to how it was before, unless another notice keeps it down.',
    help: 'We’ll email this to the seller and the reporter.',
    isDanger: false,
    done: () => 'Counter-notice accepted',
  },
  'keep-down': {
    label: 'Reject counter-notice',
    trigger: <Button variant="danger">Reject counter-notice…</Button>,
    title: (title) => `Keep ${title} off sale?`,
    description: 'It stays off sale, and the notice is closed.',
    help: 'We’ll email this to the seller and the reporter.',
    isDanger: true,
    done: (title) => `${title} stays off sale`,
  },
};

export function NoticeActions({ notice }: { notice: NoticeDetail }) {
  const decide = {
    dismiss: useDismissNotice(),
    uphold: useUpholdNotice(),
    'put-back': useAcceptCounterNotice(),
    'keep-down': useRejectCounterNotice(),
  };
  const refresh = useRefreshNotices();
  const quoted = `“${notice.resource.title}”`;
  return notice.decisions.map((decision) => {
    const { label, trigger, title, description, help, isDanger, done } = DECISION_TEXTS[decision];
    return (
      <ReasonDialog
        key={decision}
        title={title(quoted)}
        description={description}
        help={help}
        isDanger={isDanger}
        confirmLabel={label}
        trigger={trigger}
        onConfirm={async (reason) => {
          const answer = await decide[decision].mutateAsync({ params: { id: notice.id }, body: { reason } });
          offerUndo({ title: done(quoted), decision: answer.decision, onSettled: refresh });
        }}
      />
    );
  });
}
