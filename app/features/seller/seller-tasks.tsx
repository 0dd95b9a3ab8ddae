// A seller's open tasks, each with its reason and a button that leads to it.
import type { ReactNode } from 'react';
import { formatAgo, formatDay } from '#shared/dates.ts';
import type { SellerTask } from '#shared/features/seller/own-seller.contract.ts';
import { quoteInside } from '#shared/quote.ts';
import { WaitingLine, WaitingList } from '#app/components/staff/waiting-list.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';

type Way = { tone: 'bad' | 'warn'; title: (count: number) => string; button: string };

const WAYS: Readonly<Record<SellerTask['kind'], Way>> = {
  rights_notice: { tone: 'bad', title: () => 'Taken down', button: 'Respond' },
  changes_requested: { tone: 'bad', title: () => 'Changes requested', button: 'Edit' },
  rejected: { tone: 'bad', title: () => 'Rejected', button: 'View' },
  failed_preview: { tone: 'bad', title: () => 'Preview failed', button: 'Fix' },
  unanswered_reviews: {
    tone: 'warn',
    title: (count) => (count === 1 ? 'A review to answer' : `${count} reviews to answer`),
    button: 'Reply',
  },
  old_draft: { tone: 'warn', title: () => 'Unfinished draft', button: 'Continue' },
};

type SellerWaitingProps = { items: readonly SellerTask[]; total: number };

export function SellerWaiting({ items, total }: SellerWaitingProps) {
  return (
    <WaitingList label="Waiting for you">
      {items.map((task) => {
        const { tone, title, button } = WAYS[task.kind];
        return (
          <WaitingLine
            key={`${task.kind}-${task.noticeId ?? task.resourceId}`}
            tone={tone}
            title={`${title(task.count)}: ${task.title || 'Untitled'}`}
            action={
              <ButtonLink size="s" to={wayTo(task)} aria-label={`${button}: ${task.title || 'Untitled'}`}>
                {button}
              </ButtonLink>
            }
          >
            {taskText(task)}
          </WaitingLine>
        );
      })}
      {total > items.length && <WaitingLine title={`${total - items.length} more`} />}
      {total === 0 && (
        <WaitingLine tone="ok" title="All caught up">
          No changes requested, no failed previews, every review answered.
        </WaitingLine>
      )}
    </WaitingList>
  );
}

function wayTo({ kind, resourceId, noticeId }: SellerTask): string {
  if (kind === 'rights_notice') return `/seller/notices?notice=${noticeId}`;
  if (kind === 'unanswered_reviews') return `/curriculum/${resourceId}#reviews`;
  return `/curriculum/${resourceId}/edit`;
}

const LONGEST = 140;

function taskText({ kind, words, at, dueAt }: SellerTask): ReactNode {
  const message = words.length > LONGEST ? `${words.slice(0, LONGEST).trimEnd()}…` : words;
  if (kind === 'old_draft') return `Last edited ${formatAgo(at)}.`;
  if (kind === 'unanswered_reviews') return `${quoteInside(message)}, ${formatAgo(at)}.`;
  if (kind === 'rights_notice' && dueAt) return `${message} You can respond until ${formatDay(dueAt)}.`;
  return message;
}
