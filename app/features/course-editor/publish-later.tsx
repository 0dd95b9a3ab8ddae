// Publishing at a chosen time instead of now.
import { useState } from 'react';
import { formatMoment } from '#shared/dates.ts';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { toLocalInput } from '#app/lib/local-time.ts';
import { type CourseDraft, useSchedulePublishing, useUnschedulePublishing } from './course-editor.api.ts';

type PublishLaterProps = {
  draft: CourseDraft;
  /** Saves what is still being typed. */
  onBefore: () => Promise<unknown>;
};

export function PublishLater({ draft, onBefore }: PublishLaterProps) {
  const { scheduledAt } = draft;
  if (!scheduledAt) return <ChooseTime draft={draft} onBefore={onBefore} label="Choose a day to publish…" />;
  return (
    <Notice tone="warn">
      <p>
        <b>Goes live {formatMoment(scheduledAt)}.</b> What you change until then goes live with it.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <ChooseTime draft={draft} onBefore={onBefore} label="Change time…" />
        <Unschedule draft={draft} />
      </div>
    </Notice>
  );
}

const DAY_MS = 24 * 60 * 60_000;

/** Tomorrow at nine. */
const defaultTime = () => `${toLocalInput(new Date(Date.now() + DAY_MS).toISOString()).slice(0, 10)}T09:00`;

function ChooseTime({ draft, onBefore, label }: PublishLaterProps & { label: string }) {
  const schedule = useSchedulePublishing(draft.id);
  const [time, setTime] = useState('');
  const isFirst = draft.publishedAt === null;
  const isNew = draft.scheduledAt === null;
  return (
    <ConfirmDialog
      title={isFirst ? `When does “${draft.settings.title}” go live?` : 'When do the changes go live?'}
      description={
        isFirst
          ? 'Then the course appears in the catalogue, and people can enroll. Until then, only you see it.'
          : 'Learners keep what they see now until then. Their progress stays.'
      }
      confirmLabel="Set time"
      isDestructive={false}
      failure={(error) => (error instanceof RangeError ? 'Choose a day and a time.' : failureTextOf(error))}
      onOpenChange={(isOpen) => {
        if (!isOpen) return;
        setTime(draft.scheduledAt ? toLocalInput(draft.scheduledAt) : defaultTime());
        void onBefore();
      }}
      onConfirm={async () => {
        const publishAt = new Date(time).toISOString();
        await schedule.mutateAsync({ revision: draft.revision, publishAt });
        toast({ title: 'Time set', description: `Goes live ${formatMoment(publishAt)}.` });
      }}
      trigger={
        <Button isFull={isNew} size={isNew ? 'm' : 's'} variant={isNew ? 'quiet' : 'second'}>
          {label}
        </Button>
      }
    >
      <FormField label="Day and time" help="In your time zone.">
        <Input type="datetime-local" value={time} onChange={(event) => setTime(event.target.value)} />
      </FormField>
    </ConfirmDialog>
  );
}

function Unschedule({ draft }: { draft: CourseDraft }) {
  const unschedule = useUnschedulePublishing(draft.id);
  return (
    <Button
      variant="quiet"
      size="s"
      isBusy={unschedule.isPending}
      onClick={() => unschedule.mutate(undefined, { onSuccess: () => toast({ title: 'Kept as a draft' }) })}
    >
      Keep as draft
    </Button>
  );
}
