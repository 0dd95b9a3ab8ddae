// Reported messages, for staff: the reported passage first, the whole conversation only with a reason.
import { useState } from 'react';
import type { MetaArgs } from 'react-router';
import { REPORT_STATES, type ReportState } from '#shared/features/message/message.rules.ts';
import { rolesOf } from '#shared/roles.ts';
import { LinkedText } from '#app/components/message/linked-text.tsx';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { StaffList, useStaffList } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { oneOf, pageOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import {
  listMessageReportsQuery,
  useDecideMessageReport,
  useOpenReports,
  useReadConversation,
  type MessageReport,
  type ReadConversation,
} from './message-staff.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Reported messages',
    description: 'Messages that members reported.',
    path: '/admin/messages/reports',
    isHidden: true,
  });
}

const STATE_LABELS: Readonly<Record<ReportState, string>> = {
  open: 'Open',
  dismissed: 'Dismissed',
  upheld: 'Upheld',
};

const readFilters = (params: URLSearchParams) => ({
  state: oneOf(REPORT_STATES, params.get('state')) ?? 'open',
  page: pageOf(params),
});

export default function MessageReportsPage() {
  const user = useUser();
  const reports = useOpenReports();
  const list = useStaffList(readFilters, listMessageReportsQuery);
  return (
    <StaffList
      list={list}
      nouns="reports"
      title="Reported messages"
      intro="You see the reported message and what was said around it. Reading more needs a reason, which is kept in the audit log."
      pageTabs={
        user && (
          <StaffTabs area="messages" roles={rolesOf(user)} waiting={{ '/admin/messages/reports': reports }} />
        )
      }
      tabs={{
        label: 'State',
        name: 'state',
        tabs: REPORT_STATES.map((state) => ({
          label: STATE_LABELS[state],
          value: state,
          ...(state === 'open' && { count: reports }),
        })),
      }}
      empty={{
        title: 'No open reports',
        text: 'When a member reports a message, you decide about it here.',
      }}
      noMatch={{ title: 'No reports here' }}
    >
      {(reports) => (
        <ul className="mt-2" aria-label="Reports">
          {reports.map((report) => (
            <Report key={report.id} report={report} isOpen={list.filters.state === 'open'} />
          ))}
        </ul>
      )}
    </StaffList>
  );
}

function Report({ report, isOpen }: { report: MessageReport; isOpen: boolean }) {
  const { id, conversationId, reporter, reason, createdAt, context, changedSince } = report;
  const decide = useDecideMessageReport();
  const send = (decision: 'dismissed' | 'upheld') =>
    decide.mutate(
      { params: { id }, body: { decision } },
      { onSuccess: () => toast({ title: decision === 'upheld' ? 'Report upheld' : 'Report dismissed' }) },
    );
  const hasMessage = context.some(({ isReported }) => isReported);
  return (
    <li className="border-b border-rule py-5">
      <p className="small">
        Reported by {reporter}, <When iso={createdAt} />
      </p>
      <p className="mt-1 max-w-measure wrap-anywhere">{reason}</p>
      <Lines lines={context} />
      {changedSince && (
        <p className="small mt-3">
          The sender has {changedSince} the message since. Above is what it said when it was reported.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {isOpen && (
          <>
            <Button size="s" variant="danger" isBusy={decide.isPending} onClick={() => send('upheld')}>
              {hasMessage ? 'Uphold and delete message' : 'Uphold report'}
            </Button>
            <Button size="s" isBusy={decide.isPending} onClick={() => send('dismissed')}>
              Dismiss report
            </Button>
          </>
        )}
        <ReadAll id={conversationId} />
      </div>
    </li>
  );
}

type Line = MessageReport['context'][number];

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <ol className="mt-4 grid max-w-measure gap-3 border-l-2 border-rule pl-4" aria-label="What was said">
      {lines.map(({ id, sender, text, createdAt, isDeleted, isReported }) => (
        <li key={id} className="whitespace-pre-wrap wrap-anywhere">
          <span className="small flex flex-wrap items-center gap-x-2">
            <span>
              {sender}, <When iso={createdAt} />
            </span>
            {isReported && <Badge tone="warn">Reported</Badge>}
          </span>
          {isDeleted ? 'Message deleted' : text ? <LinkedText text={text} /> : 'Sent a file'}
        </li>
      ))}
    </ol>
  );
}

function ReadAll({ id }: { id: number }) {
  const read = useReadConversation();
  const [conversation, setConversation] = useState<ReadConversation | null>(null);
  return (
    <>
      <ReasonDialog
        title="Read the whole conversation?"
        description="It is private. Your name and reason are kept in the audit log."
        confirmLabel="Read conversation"
        help="Why the reported passage isn’t enough."
        isDanger={false}
        trigger={
          <Button size="s" variant="quiet">
            Read the whole conversation…
          </Button>
        }
        onConfirm={async (reason) =>
          setConversation(await read.mutateAsync({ params: { id }, body: { reason } }))
        }
      />
      <Dialog
        isOpen={conversation !== null}
        onOpenChange={(isOpen) => !isOpen && setConversation(null)}
        title={conversation ? conversation.people.join(', ') : ''}
        description={conversation?.subject || 'The latest 500 messages, oldest first.'}
      >
        {conversation && <Lines lines={conversation.messages} />}
      </Dialog>
    </>
  );
}
