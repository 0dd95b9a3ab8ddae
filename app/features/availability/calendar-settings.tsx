// Other calendars whose events are busy times, and the instructor's own bookings as a calendar to subscribe to.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { formatMoment } from '#shared/dates.ts';
import type { Availability, ExternalCalendar } from '#shared/features/availability/availability.schema.ts';
import {
  getAvailabilityQuery,
  useAddCalendar,
  useCreateCalendarFeed,
  useReadCalendar,
  useRemoveCalendar,
  useRevokeCalendarFeed,
} from './availability.api.ts';

export function CalendarSettings() {
  const query = useQuery(getAvailabilityQuery());
  return (
    <QueryView query={query} what="your calendars" skeleton={<ListSkeleton label="Loading your calendars" />}>
      {({ calendars, feed }) => (
        <>
          <SettingsPart
            title="Other calendars"
            intro="While you’re busy there, nobody can book you here. We read them every few minutes and store only the times."
          >
            {calendars.map((calendar) => (
              <Calendar key={calendar.id} calendar={calendar} />
            ))}
            <AddCalendar />
          </SettingsPart>
          <SettingsPart
            title="Your bookings elsewhere"
            intro="Subscribe to this address in your calendar program. Anyone who has it can read your bookings."
          >
            <Feed feed={feed} />
          </SettingsPart>
        </>
      )}
    </QueryView>
  );
}

function Calendar({ calendar }: { calendar: ExternalCalendar }) {
  const read = useReadCalendar();
  const remove = useRemoveCalendar();
  const { id, label, host, readAt, problem, busyCount } = calendar;
  return (
    <div className="border-b border-rule pb-4">
      <strong>{label}</strong> <span className="meta">{host}</span>
      <p className="small">
        {readAt ? `Read ${formatMoment(readAt)}, ` : 'Not read yet, '}
        {busyCount === 1 ? '1 busy time' : `${busyCount} busy times`}
      </p>
      {problem && (
        <Notice tone="bad" className="mt-2">
          {problem}
        </Notice>
      )}
      <div className="-ml-4 mt-1 flex gap-2">
        <Button
          size="s"
          variant="quiet"
          isBusy={read.isPending}
          onClick={() => read.mutate({ params: { id } })}
        >
          Read again
        </Button>
        <ConfirmDialog
          title={`Remove “${label}”?`}
          description="Its busy times no longer block bookings. You can add it again."
          confirmLabel="Remove calendar"
          failure={failureTextOf}
          trigger={
            <Button size="s" variant="danger">
              Remove…
            </Button>
          }
          onConfirm={() => remove.mutateAsync({ params: { id } })}
        />
      </div>
    </div>
  );
}

function AddCalendar() {
  const add = useAddCalendar();
  const [label, setLabel] = useState('');
  const [url, setUrl] = useState('');
  const submit = async () => {
    try {
      await add.mutateAsync({ body: { label: label.trim() || 'My calendar', url } });
      setLabel('');
      setUrl('');
    } catch {
      // Shown under the field.
    }
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormField label="Name">
        <Input placeholder="My calendar" value={label} onChange={({ target }) => setLabel(target.value)} />
      </FormField>
      <FormField
        label="Address"
        help="The ICS address your calendar program gives you. It is often called “secret address”."
        error={add.error ? failureTextOf(add.error) : undefined}
      >
        <Input
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
      </FormField>
      <div>
        <Button type="submit" isBusy={add.isPending}>
          Add calendar
        </Button>
      </div>
    </form>
  );
}

function Feed({ feed }: { feed: Availability['feed'] }) {
  const create = useCreateCalendarFeed();
  const revoke = useRevokeCalendarFeed();
  const url = create.data?.url;
  return (
    <>
      {url && (
        <Notice tone="ok">
          <p>This address is shown only once. Copy it now:</p>
          <p className="num wrap-anywhere">{url}</p>
          <CopyButton text={url}>Copy address</CopyButton>
        </Notice>
      )}
      {feed && <p className="meta">Created {formatMoment(feed.createdAt)}.</p>}
      <div className="flex flex-wrap gap-3">
        <Button isBusy={create.isPending} onClick={() => create.mutate({})}>
          {feed ? 'Replace the address' : 'Create an address'}
        </Button>
        {feed && (
          <ConfirmDialog
            title="Revoke this address?"
            description="Calendars that subscribe to it stop updating. You can create a new one."
            confirmLabel="Revoke address"
            failure={failureTextOf}
            trigger={<Button variant="danger">Revoke…</Button>}
            onConfirm={async () => {
              await revoke.mutateAsync({});
              create.reset();
            }}
          />
        )}
      </div>
    </>
  );
}
