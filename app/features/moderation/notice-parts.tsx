// What every list of rights notices shows: state, deadline in words, the thing it is about.
import type { ReactNode } from 'react';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { cx } from '#app/lib/cx.ts';
import { offerUndo } from '#app/lib/offer-undo.ts';
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

/** “2 days late”, “Today”, “In 3 days”: a date alone would have to be reckoned with. */
export function formatDeadline(dueAt: string, now: number = Date.now()): string {
  const left = new Date(dueAt).getTime() - now;
  if (left <= 0) {
    const late = Math.floor(-left / DAY_MS);
    return late === 0 ? 'Overdue since today' : `${late === 1 ? '1 day' : `${late} days`} overdue`;
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

type ThingProps = { thumbnailUrl: string; title: ReactNode; children?: ReactNode };

/** A small cover, then words. */
export function Thing({ thumbnailUrl, title, children }: ThingProps) {
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

/** A heavy rule opens a part. */
export function NoticePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10 first:mt-0">
      <h2 className="t-s mb-3 border-b border-ink pb-2">{title}</h2>
      {children}
    </section>
  );
}

/** Somebody's words, as they wrote them. */
export function Words({ children }: { children: string }) {
  return (
    <p className="max-w-measure border-l-2 border-rule pl-4 wrap-anywhere whitespace-pre-line">{children}</p>
  );
}

type Act = {
  label: string;
  trigger: ReactNode;
  title: (thing: string) => string;
  description: string;
  help: string;
  /** It keeps something from being sold. */
  isDanger: boolean;
  done: (thing: string) => string;
};

const ACTS: Readonly<Record<NoticeDecision, Act>> = {
  uphold: {
    label: 'Take down',
    trigger: <Button variant="danger">Take down…</Button>,
    title: (thing) => `Take ${thing} down?`,
    description: `It leaves the store; buyers keep their copies. The seller may file a counter-notice within ${NOTICE_DAYS.counter} days.`,
    help: 'Seller and reporter read this: say what is wrong and where, never who reported it.',
    isDanger: true,
    done: (thing) => `${thing} is taken down`,
  },
  dismiss: {
    label: 'Dismiss',
    trigger: <Button>Dismiss…</Button>,
    title: () => 'Dismiss this notice?',
    description: 'The resource stays as it is. The seller hears nothing of it.',
    help: 'The reporter gets your words by mail: say why it may stay.',
    isDanger: false,
    done: () => 'The notice is dismissed',
  },
  'put-back': {
    label: 'Put back',
    trigger: <Button variant="primary">Put back…</Button>,
    title: (thing) => `Put ${thing} back?`,
    description: 'It goes back to where it was before, unless another notice keeps it down.',
    help: 'Seller and reporter get your words by mail.',
    isDanger: false,
    done: () => 'The notice no longer keeps it down',
  },
  'keep-down': {
    label: 'Keep down',
    trigger: <Button variant="danger">Keep down…</Button>,
    title: (thing) => `Keep ${thing} down?`,
    description: 'It stays out of the store in spite of the counter-notice, and the notice is closed.',
    help: 'Seller and reporter get your words by mail.',
    isDanger: true,
    done: (thing) => `${thing} stays down`,
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
  const thing = `“${notice.resource.title}”`;
  return notice.decisions.map((decision) => {
    const { label, trigger, title, description, help, isDanger, done } = ACTS[decision];
    return (
      <ReasonDialog
        key={decision}
        title={title(thing)}
        description={description}
        help={help}
        isDanger={isDanger}
        confirmLabel={label}
        trigger={trigger}
        onConfirm={async (reason) => {
          const answer = await decide[decision].mutateAsync({ params: { id: notice.id }, body: { reason } });
          offerUndo({ words: done(thing), decision: answer.decision, onSettled: refresh });
        }}
      />
    );
  });
}
