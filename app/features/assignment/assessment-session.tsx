// Setting the date of a live assessment, for the assessor.
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { useUser } from '#app/lib/user.api.ts';
import { toLocalInput } from '#app/lib/local-time.ts';
import { SessionNote } from './assessment-parts.tsx';
import { useSetAssessmentSession, type GradedSubmission } from './assignment.api.ts';

export function AssessmentSession({ submission }: { submission: GradedSubmission }) {
  const { session, state } = submission;
  const [isChanging, setChanging] = useState(false);
  const user = useUser();
  const isOpen = state === 'submitted' && !submission.hasAssessed;
  return (
    <section className="mt-6 max-w-measure" aria-labelledby="session">
      <h2 id="session" className="t-s">
        Live session
      </h2>
      {session && (
        <SessionNote submission={submission}>
          {session.booking && session.booking.assessorId === user?.id && (
            <Link className="link mt-1 block" to={`/instructor/bookings/${session.booking.id}`}>
              Move or cancel this session
            </Link>
          )}
        </SessionNote>
      )}
      {isOpen && session && !session.booking && !isChanging && (
        <Button className="mt-3" size="s" onClick={() => setChanging(true)}>
          Move the session
        </Button>
      )}
      {isOpen && (!session || isChanging) && (
        <SessionForm submission={submission} onDone={() => setChanging(false)} />
      )}
    </section>
  );
}

function SessionForm({ submission, onDone }: { submission: GradedSubmission; onDone: () => void }) {
  const { id, session, learner } = submission;
  const [time, setTime] = useState(session ? toLocalInput(session.startsAt) : '');
  const [place, setPlace] = useState(session?.place ?? '');
  const save = useSetAssessmentSession();
  const isEmpty = time === '' || place.trim() === '';
  const send = () =>
    save.mutate(
      { params: { id }, body: { startsAt: new Date(time).toISOString(), place } },
      {
        onSuccess() {
          toast({ title: 'Session set', description: `We’ve emailed ${learner.name} the date and place.` });
          onDone();
        },
      },
    );
  return (
    <form
      className="mt-3 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !save.isPending) send();
      }}
    >
      <FormField label="Date and time" help="In your time zone.">
        <Input type="datetime-local" value={time} onChange={(event) => setTime(event.target.value)} />
      </FormField>
      <FormField label="Place or meeting link">
        <Input maxLength={500} value={place} onChange={(event) => setPlace(event.target.value)} />
      </FormField>
      <div>
        <Button type="submit" isBusy={save.isPending} aria-disabled={isEmpty || undefined}>
          {session ? 'Move the session' : 'Set the session'}
        </Button>
      </div>
    </form>
  );
}
