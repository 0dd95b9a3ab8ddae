// One request to support: the conversation with notes between the messages, and who asks about what beside it.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, type MetaArgs } from 'react-router';
import { formatMoment } from '#shared/dates.ts';
import { SUPPORT_STATES } from '#shared/features/message/message.rules.ts';
import { SUPPORT_STATE_LABELS } from '#shared/features/support/support.rules.ts';
import { parseId } from '#shared/ids.ts';
import { LinkedText } from '#app/components/message/linked-text.tsx';
import { DetailPage, DetailSheet } from '#app/components/staff/detail-page.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { cx } from '#app/lib/cx.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { formatMinutes, SupportStateBadge } from './support-parts.tsx';
import { SupportReply } from './support-reply.tsx';
import { getSupportRequestQuery, useUpdateSupportRequest, type SupportRequestDetail } from './support.api.ts';
import './support.css';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

export function meta({ matches, params }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Question',
    description: 'A question to support.',
    path: `/admin/messages/${params['id']}`,
    isHidden: true,
  });
}

export default function SupportRequestPage() {
  const id = parseId(useParams()['id']);
  const query = useQuery({ ...getSupportRequestQuery(id ?? 0), enabled: id !== null });
  return (
    <DetailPage query={query} noun="question" back={{ to: '/admin/messages', label: 'All questions' }}>
      {(request) => <RequestSheet key={request.id} request={request} />}
    </DetailPage>
  );
}

function RequestSheet({ request }: { request: SupportRequestDetail }) {
  const { subject, state, createdAt, firstResponseMinutes } = request;
  return (
    <DetailSheet
      title={subject}
      state={
        <>
          <SupportStateBadge state={state} />
          Asked {formatMoment(createdAt)}.{' '}
          {firstResponseMinutes === null
            ? 'Not answered yet.'
            : `First answer after ${formatMinutes(firstResponseMinutes)}.`}
        </>
      }
      aside={
        <>
          <Handling request={request} />
          <Customer request={request} />
          <Subject request={request} />
        </>
      }
    >
      <Thread request={request} />
      <SupportReply request={request} />
    </DetailSheet>
  );
}

/** Messages and notes in the order they were written. */
function Thread({ request: { messages, notes } }: { request: SupportRequestDetail }) {
  const entries = [
    ...messages.map((message) => ({ ...message, kind: 'message' as const })),
    ...notes.map((note) => ({ ...note, kind: 'note' as const })),
  ].toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  return (
    <div className="support-thread" role="log" aria-label="Messages and notes">
      {entries.map((entry) =>
        entry.kind === 'note' ? (
          <div key={`note-${entry.id}`} className="support-note">
            <p className="support-from">
              Note by {entry.author}, <When iso={entry.createdAt} />. Only staff see it.
            </p>
            <LinkedText text={entry.text} />
          </div>
        ) : (
          <div key={entry.id} className={cx('support-says', entry.isFromSupport && 'is-own')}>
            <p className="support-from">
              {entry.sender}, <When iso={entry.createdAt} />
            </p>
            {entry.isDeleted ? 'Message deleted' : <LinkedText text={entry.text} />}
            {entry.files.map((file) => (
              <a
                key={file.id}
                className="link block"
                href={`/api/message-files/${file.id}`}
                target="_blank"
                rel="noreferrer"
              >
                {file.name}
              </a>
            ))}
            {entry.flags.length > 0 && (
              <p className="small mt-2">
                {entry.flags.includes('card') ? 'Contains a card number.' : 'Contains a password.'} Don’t
                repeat it, and ask them to change it.
              </p>
            )}
          </div>
        ),
      )}
    </div>
  );
}

function Handling({ request: { id, state, assignee, staff } }: { request: SupportRequestDetail }) {
  const update = useUpdateSupportRequest(id);
  const user = useUser();
  const isKnown = !assignee || staff.some((member) => member.id === assignee.id);
  return (
    <StaffPart title="Handling">
      <div className="mt-4 grid gap-4">
        <FormField label="State">
          <Select
            value={state}
            disabled={update.isPending}
            options={SUPPORT_STATES.map((value) => ({ value, label: SUPPORT_STATE_LABELS[value] }))}
            onChange={({ target }) =>
              update.mutate({ state: SUPPORT_STATES.find((one) => one === target.value) ?? state })
            }
          />
        </FormField>
        <FormField label="Assigned to">
          <Select
            value={assignee ? String(assignee.id) : ''}
            disabled={update.isPending}
            placeholder="Nobody"
            options={[
              ...(isKnown ? [] : [{ value: String(assignee.id), label: assignee.name }]),
              ...staff.map((member) => ({
                value: String(member.id),
                label: member.id === user?.id ? `${member.name} (you)` : member.name,
              })),
            ]}
            onChange={({ target }) =>
              update.mutate({ assigneeId: target.value === '' ? null : Number(target.value) })
            }
          />
        </FormField>
      </div>
    </StaffPart>
  );
}

function Customer({ request: { customer } }: { request: SupportRequestDetail }) {
  const { userId, name, email, accountId, otherRequests } = customer;
  return (
    <StaffPart title="Asked by">
      <RunningOrder className="meta">
        <OrderLine
          figure={
            userId === null ? (
              `${name} (guest)`
            ) : (
              <StaffLink className="link" to={`/admin/users/${userId}`}>
                {name}
              </StaffLink>
            )
          }
        >
          Name
        </OrderLine>
        {email && <OrderLine figure={<span className="wrap-anywhere">{email}</span>}>Email</OrderLine>}
        {email && otherRequests > 0 && (
          <OrderLine
            figure={
              <Link className="link num" to={`/admin/messages?q=${encodeURIComponent(email)}`}>
                {otherRequests}
              </Link>
            }
          >
            Other questions
          </OrderLine>
        )}
      </RunningOrder>
      {accountId !== null && (
        <Notice className="mt-4">
          <StaffLink className="link" to={`/admin/users/${accountId}`}>
            An account
          </StaffLink>{' '}
          has this address, but the guest wasn’t signed in. Don’t tell them anything about it until you know
          who they are.
        </Notice>
      )}
    </StaffPart>
  );
}

function Subject({ request: { about, order, orderNumber } }: { request: SupportRequestDetail }) {
  if (!about && !orderNumber) return null;
  return (
    <StaffPart title="About">
      <RunningOrder className="meta">
        {about && (
          <OrderLine
            figure={
              about.url ? (
                <Link className="link" to={about.url}>
                  {about.title}
                </Link>
              ) : (
                about.title
              )
            }
          >
            {about.type.charAt(0).toUpperCase() + about.type.slice(1)}
          </OrderLine>
        )}
        {orderNumber && (
          <OrderLine
            figure={
              order ? (
                <StaffLink className="link num" to={`/admin/orders/${order.id}`}>
                  {order.number}
                </StaffLink>
              ) : (
                `${orderNumber} (not found)`
              )
            }
          >
            Order number
          </OrderLine>
        )}
      </RunningOrder>
      {order && !order.isTheirs && (
        <Notice tone="warn" className="mt-4">
          Someone else placed this order. Don’t tell them anything about it.
        </Notice>
      )}
    </StaffPart>
  );
}
