// Booking a session: what, when, what the instructor should know, and what it costs. Paid sessions are held while the
// visitor pays; free ones are confirmed at once.
import './connect.css';
import '#app/components/booking/booking.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, type MetaArgs, useNavigate, useParams, useSearchParams } from 'react-router';
import { SessionChoice } from '#app/components/booking/session-choice.tsx';
import { SlotWeek } from '#app/components/booking/slot-week.tsx';
import { cityOf, formatZoneGap, useOpenedAt, useTimeZone } from '#app/components/booking/time-zone.ts';
import { ZoneNote } from '#app/components/booking/zone-note.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { listAssessmentSessionsQuery } from '#app/features/assignment/assignment.api.ts';
import { listPackagesQuery, useCreateBooking } from '#app/features/booking/booking.api.ts';
import { UploadDrop } from '#app/features/upload/upload-drop.tsx';
import { UploadList } from '#app/features/upload/upload-list.tsx';
import { useUploads, type Uploads } from '#app/features/upload/use-uploads.ts';
import { JoinWaitlist } from '#app/features/waitlist/join-waitlist.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { MAX_FIRST_FILES } from '#shared/features/booking/booking.rules.ts';
import type { Package } from '#shared/features/booking/booking.schema.ts';
import type { InstructorDetail, PublicSessionType } from '#shared/features/connect/connect.schema.ts';
import { maxMegabytesOf } from '#shared/features/upload/upload.rules.ts';
import { parseId } from '#shared/ids.ts';
import { BookingSummary, type BookingChoice } from './booking-summary.tsx';
import { getInstructorQuery } from './connect.api.ts';
import { InstructorHead, InstructorSkeleton } from './instructor-head.tsx';

export function meta({ matches, params }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Book a session',
    description: 'Choose a session and a time.',
    path: `/connect/book/${params['instructorId'] ?? ''}`,
    isHidden: true,
  });
}

export default function BookPage() {
  const id = parseId(useParams()['instructorId']);
  const lessonId = parseId(useSearchParams()[0].get('lesson'));
  const query = useQuery({ ...getInstructorQuery(id ?? 0), enabled: id !== null });
  const isMissing = id === null || (query.error instanceof ApiError && query.error.status === 404);
  const packages = useQuery(listPackagesQuery());
  const bought = (packages.data ?? []).filter(
    ({ instructorId, creditsLeft }) => instructorId === id && creditsLeft > 0,
  );
  const [owed] = bought;
  return (
    <div className="wrap">
      {isMissing && owed ? (
        <BookingForm
          instructor={{
            id: owed.instructorId,
            name: owed.instructorName,
            timeZone: owed.instructorTimeZone,
            sessionTypes: [],
          }}
          bought={bought}
          head={
            <header className="pt-10">
              <h1 className="t-l">{owed.instructorName}</h1>
              <p className="lead mt-2">Book the sessions of your package.</p>
            </header>
          }
        />
      ) : isMissing && packages.isPending && id !== null ? (
        <InstructorSkeleton />
      ) : isMissing ? (
        <EmptyState
          className="section"
          headingLevel={1}
          title="This instructor isn’t taking bookings"
          action={<ButtonLink to="/connect">Find another instructor</ButtonLink>}
        >
          They may have taken a break. Sessions you already booked are in My bookings.
        </EmptyState>
      ) : (
        <QueryView query={query} what="this instructor" skeleton={<InstructorSkeleton />}>
          {(instructor) =>
            lessonId === null ? (
              <BookingForm
                instructor={instructor}
                bought={bought}
                head={<InstructorHead instructor={instructor} />}
              />
            ) : (
              <AssessmentBooking instructor={instructor} lessonId={lessonId} />
            )
          }
        </QueryView>
      )}
    </div>
  );
}

/** Of the sessions this instructor offers, only those for the practical assessment the learner comes from. */
function AssessmentBooking({ instructor, lessonId }: { instructor: InstructorDetail; lessonId: number }) {
  const query = useQuery(listAssessmentSessionsQuery(lessonId));
  return (
    <QueryView query={query} what="this assessment" skeleton={<InstructorSkeleton />}>
      {({ courseId, title, sessions }) => {
        const lessonPath = `/courses/${courseId}/lessons/${lessonId}`;
        const own = sessions.filter(({ instructorId }) => instructorId === instructor.id);
        return (
          <BookingForm
            instructor={{ ...instructor, sessionTypes: own.map(({ session }) => session) }}
            bought={[]}
            assessment={{ lessonId, lessonPath }}
            head={
              <>
                <InstructorHead instructor={instructor} />
                <Notice className="my-6">
                  You’re booking your live session for{' '}
                  <Link className="link" to={lessonPath}>
                    {title}
                  </Link>
                  .
                </Notice>
              </>
            }
          />
        );
      }}
    </QueryView>
  );
}

type Bookable = Pick<InstructorDetail, 'id' | 'name' | 'timeZone' | 'sessionTypes'>;

function useChoice(sessions: readonly PublicSessionType[]) {
  const [params, setParams] = useSearchParams();
  const given = parseId(params.get('session'));
  const session = sessions.find(({ id }) => id === given) ?? sessions[0] ?? null;
  const start = params.get('start');
  const set = (changes: Record<string, string | null>) =>
    setParams(
      (before) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) before.delete(name);
          else before.set(name, value);
        }
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    session,
    start: start !== null && !Number.isNaN(Date.parse(start)) ? start : null,
    setSession: (id: number) => set({ session: String(id), start: null }),
    setStart: (next: string | null) => set({ start: next }),
  };
}

type BookingFormProps = {
  instructor: Bookable;
  /** The visitor's packages with sessions left, also of sessions that are no longer offered. */
  bought: readonly Package[];
  /** The practical assessment it is booked for. */
  assessment?: { lessonId: number; lessonPath: string };
  head: ReactNode;
};

function BookingForm({ instructor, bought, assessment, head }: BookingFormProps) {
  const offered = instructor.sessionTypes;
  const owed = bought.filter(({ sessionTypeId }) => !offered.some(({ id }) => id === sessionTypeId));
  const sessions = [
    ...offered,
    ...new Map(owed.map(({ sessionType }) => [sessionType.id, sessionType])).values(),
  ];
  const { session, start, setSession, setStart } = useChoice(sessions);
  const [notes, setNotes] = useState('');
  const uploads = useUploads({ purpose: 'booking-file', max: MAX_FIRST_FILES, finds: false });
  const zone = useTimeZone();
  const openedAt = useOpenedAt();
  const user = useUser();
  const first = instructor.name.split(' ')[0] ?? instructor.name;
  const credit = bought.find(({ sessionTypeId }) => sessionTypeId === session?.id);
  const needsTime = session?.kind !== 'package' || credit !== undefined;
  const choice = { start: needsTime ? start : null, needsTime, packageId: credit?.id };
  const booking = useBook({ ...choice, session, notes, uploads, assessment, onTaken: () => setStart(null) });
  if (!session) {
    return <Notice className="my-8">{first} offers no sessions right now.</Notice>;
  }
  if (user?.id === instructor.id) {
    return (
      <Notice className="my-8">
        This is how clients book you.{' '}
        <Link className="link" to="/connect/profile">
          Edit your profile
        </Link>
      </Notice>
    );
  }
  // Clocks may change between now and then.
  const gap = formatZoneGap(instructor.timeZone, zone, start ? new Date(start) : openedAt);
  return (
    <>
      {head}
      <div className="book">
        <div>
          <section className="book-step">
            <h2 className="t-m">What do you need?</h2>
            <SessionChoice
              legend="Session"
              sessions={sessions}
              value={session.id}
              onChange={setSession}
              isFull
            />
          </section>
          {needsTime && (
            <section className="book-step">
              <SlotWeek
                key={session.id}
                instructorId={instructor.id}
                sessionTypeId={session.id}
                reservationId={credit?.id}
                value={start}
                onChange={(slot) => setStart(slot.start)}
                heading={<h2 className="t-m">When suits you?</h2>}
              >
                {(week) =>
                  offered.includes(session) &&
                  !assessment && <JoinWaitlist instructorId={instructor.id} session={session} week={week} />
                }
              </SlotWeek>
              <ZoneNote>{gap && `${first} is in ${cityOf(instructor.timeZone)}, ${gap}.`}</ZoneNote>
            </section>
          )}
          {needsTime && (
            <section className="book-step">
              <h2 className="t-m">What should {first} know?</h2>
              <FormField label="Your message" isLabelHidden help={`Only ${first} reads this.`}>
                <Textarea
                  rows={4}
                  maxLength={2000}
                  value={notes}
                  onChange={(event) => setNotes(event.target.value)}
                />
              </FormField>
              <div className="mt-4">
                <UploadDrop
                  label="Add files"
                  hint={`A video of your class, a track, a plan: up to ${MAX_FIRST_FILES} files of ${maxMegabytesOf('booking-file')} MB. Only ${first} can open them.`}
                  onFiles={uploads.add}
                />
                <UploadList uploads={uploads} label="Files for your session" />
              </div>
            </section>
          )}
        </div>
        <BookingSummary
          {...choice}
          {...booking}
          session={credit?.sessionType ?? session}
          creditsLeft={credit?.creditsLeft}
        />
      </div>
    </>
  );
}

type BookingInput = BookingChoice & {
  session: PublicSessionType | null;
  notes: string;
  uploads: Uploads;
  assessment: BookingFormProps['assessment'];
  /** The chosen time is gone. */
  onTaken: () => void;
};

function useBook(input: BookingInput) {
  const { session, start, needsTime, notes, uploads, packageId, assessment, onTaken } = input;
  const zone = useTimeZone();
  const navigate = useNavigate();
  const create = useCreateBooking();
  const [problem, setProblem] = useState<string | null>(null);
  const [isTimeMissing, setTimeMissing] = useState(false);
  const [conflicts, setConflicts] = useState<string[]>([]);
  const book = async () => {
    if (!session) return;
    setConflicts([]);
    setTimeMissing(needsTime && !start);
    if (needsTime && !start) return setProblem(null);
    const ready = uploads.items.filter(({ state }) => state === 'ready');
    if (uploads.items.some(({ state }) => state !== 'ready' && state !== 'refused')) {
      return setProblem('Your files are still uploading. Wait until they’re done, or remove them.');
    }
    setProblem(null);
    try {
      const { booking, reservation } = await create.mutateAsync({
        body: {
          sessionTypeId: session.id,
          notes,
          timeZone: zone,
          uploadIds: needsTime ? ready.flatMap(({ uploadId }) => uploadId ?? []) : [],
          ...(start && { start }),
          ...(packageId && { packageId }),
          ...(assessment && { lessonId: assessment.lessonId }),
        },
      });
      if (reservation.state === 'held') await navigate('/checkout');
      else if (assessment) await navigate(assessment.lessonPath);
      else await navigate(booking ? `/my-bookings?booked=${booking.id}` : '/my-bookings');
    } catch (error) {
      setProblem(failureTextOf(error));
      if (error instanceof ApiError && error.status === 409) {
        setConflicts(error.details.map(({ message }) => message));
        onTaken();
      }
    }
  };
  // Gone as soon as a time is chosen.
  const shown = isTimeMissing && !start ? 'Choose a time first.' : problem;
  return { onBook: () => void book(), isBusy: create.isPending, problem: shown, conflicts };
}
