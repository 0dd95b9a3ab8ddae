// What every list of rights notices shows: state, deadline in words, the thing it is about.
import type { ReactNode } from 'react';
import { formatDay } from '#shared/dates.ts';
import { NOTICE_STATE_LABELS, type NoticeState } from '#shared/features/moderation/rights-notice.states.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { cx } from '#app/lib/cx.ts';

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
export function deadlineWords(dueAt: string, now: number = Date.now()): string {
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
      {deadlineWords(dueAt)}
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
