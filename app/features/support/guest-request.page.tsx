// A guest's request to support, behind the secret link from their email: read the answer, write back.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, type MetaArgs } from 'react-router';
import { MAX_CONTACT_TEXT } from '#shared/features/support/support.rules.ts';
import { LinkedText } from '#app/components/message/linked-text.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { cx } from '#app/lib/cx.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { getGuestRequestQuery, useReplyAsGuest, type GuestRequest } from './support.api.ts';
import './support.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Your question',
    description: 'Your conversation with support.',
    path: '/contact',
    isHidden: true,
  });
}

export default function GuestRequestPage() {
  const { key = '' } = useParams();
  // Never on the server: what it says is nobody else's business.
  const query = useQuery({ ...getGuestRequestQuery(key), enabled: useHydrated() });
  const isMissing = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  return (
    <div className="wrap section">
      {query.data ? (
        <Request guestKey={key} request={query.data} />
      ) : isMissing ? (
        <EmptyState
          headingLevel={1}
          title="This link doesn’t work any more"
          action={<ButtonLink to="/contact">Write to us</ButtonLink>}
        >
          {failureTextOf(query.error)}
        </EmptyState>
      ) : query.error ? (
        <ErrorState title="We couldn’t open your question" onRetry={() => void query.refetch()}>
          <p>{failureTextOf(query.error)}</p>
        </ErrorState>
      ) : (
        <>
          <h1 className="t-l">Your question</h1>
          <Skeleton className="mt-8 h-40 max-w-[46rem]" />
          <NeedsScript what="Reading the conversation" />
        </>
      )}
    </div>
  );
}

const STATE_TEXTS: Readonly<Record<GuestRequest['state'], string>> = {
  open: 'We’ve got your message and will answer it.',
  waiting: 'We’ve answered. Write back if you need anything else.',
  solved: 'Solved. Write back if it isn’t, and we’ll look again.',
};

function Request({ guestKey, request }: { guestKey: string; request: GuestRequest }) {
  return (
    <div className="mx-auto max-w-[46rem]">
      <h1 className="t-l wrap-anywhere">{request.subject}</h1>
      <p className="meta mt-3">{STATE_TEXTS[request.state]}</p>
      <div className="support-thread mt-8" role="log" aria-label="Messages">
        {request.messages.map(({ id, sender, text, isFromSupport, isDeleted, createdAt }) => (
          <div key={id} className={cx('support-says', !isFromSupport && 'is-own')}>
            <p className="support-from">
              {isFromSupport ? sender : 'You'}, <When iso={createdAt} />
            </p>
            {isDeleted ? 'Message deleted' : <LinkedText text={text} />}
          </div>
        ))}
      </div>
      <Reply guestKey={guestKey} />
      <p className="small mt-8">Anyone who has this link can read the conversation. Keep it to yourself.</p>
    </div>
  );
}

function Reply({ guestKey }: { guestKey: string }) {
  const [text, setText] = useState('');
  const reply = useReplyAsGuest(guestKey);
  return (
    <form
      className="mt-8 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') reply.mutate(text, { onSuccess: () => setText('') });
      }}
    >
      {reply.error && (
        <Notice tone="bad" isAlert>
          {failureTextOf(reply.error)} Your message is still here.
        </Notice>
      )}
      <FormField label="Your answer">
        <Textarea
          rows={4}
          maxLength={MAX_CONTACT_TEXT}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </FormField>
      <div>
        <Button variant="primary" type="submit" isBusy={reply.isPending}>
          Send
        </Button>
      </div>
    </form>
  );
}
