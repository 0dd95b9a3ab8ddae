// Beside an instructor's page: choose a session and a time, then go and book it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SessionChoice } from '#app/components/booking/session-choice.tsx';
import { listSlotsQuery } from '#app/components/booking/slots.api.ts';
import {
  addDays,
  dateIn,
  formatBriefDay,
  formatDate,
  formatTime,
  useOpenedAt,
  useTimeZone,
  weekdayOf,
} from '#app/components/booking/time-zone.ts';
import { ZoneNote } from '#app/components/booking/zone-note.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { InstructorDetail, PublicSessionType } from '#shared/features/connect/connect.schema.ts';
import { CANCELLATION_TEXTS } from '#shared/features/instructor/instructor.rules.ts';
import type { Slot } from '#shared/features/reservation/reservation.schema.ts';
import { formatPrice } from '#shared/money.ts';

const SHOWN_DAYS = 3;
const SHOWN_TIMES = 3;
const LOOK_AHEAD = 28;

export function BookingAside({ instructor }: { instructor: InstructorDetail }) {
  const { id, name, sessionTypes } = instructor;
  const [chosen, setChosen] = useState(sessionTypes[0]?.id ?? null);
  const [start, setStart] = useState<string | null>(null);
  const session = sessionTypes.find((one) => one.id === chosen);
  const zone = useTimeZone();
  if (!session) return null;
  const search = new URLSearchParams({ session: String(session.id), ...(start && { start }) });
  const to = `/connect/book/${id}?${search}`;
  const label = start
    ? `Book ${weekdayOf(dateIn(new Date(start), zone), 'long')}, ${formatTime(start, zone)}`
    : session.kind === 'package'
      ? 'Buy this package'
      : 'Choose a time';
  return (
    <>
      <aside className="teacher-aside" aria-label={`Book ${name}`}>
        <h2>What do you need?</h2>
        <div className="mt-3">
          <SessionChoice
            legend="Session"
            sessions={sessionTypes}
            value={chosen}
            onChange={(next) => {
              setChosen(next);
              setStart(null);
            }}
          />
        </div>
        <NextTimes instructorId={id} session={session} start={start} onChoose={setStart} />
        <ButtonLink variant="primary" size="l" isFull className="mt-4" to={to}>
          {label}
        </ButtonLink>
        <p className="help mt-3">{CANCELLATION_TEXTS[session.cancellation]}</p>
        <ZoneNote />
      </aside>
      <div className="teacher-bar">
        <span className="leading-snug">
          <strong>
            {start ? `${formatBriefDay(start, zone)}, ${formatTime(start, zone)}` : session.title}
          </strong>
          <span className="small num block">
            {start ? `${session.title}, ` : ''}
            {formatPrice(session.price)}
          </span>
        </span>
        <ButtonLink variant="primary" to={to}>
          {start ? 'Book it' : 'Book'}
        </ButtonLink>
      </div>
    </>
  );
}

type NextTimesProps = {
  instructorId: number;
  session: PublicSessionType;
  start: string | null;
  onChoose: (start: string) => void;
};

/** Only in the browser: which day a time falls on depends on the visitor's zone. */
function NextTimes({ instructorId, session, start, onChoose }: NextTimesProps) {
  const zone = useTimeZone();
  const isHydrated = useHydrated();
  const today = dateIn(useOpenedAt(), zone);
  const { data: slots } = useQuery({
    ...listSlotsQuery({
      instructorId,
      sessionTypeId: session.id,
      from: today,
      to: addDays(today, LOOK_AHEAD),
    }),
    enabled: isHydrated && session.kind !== 'package',
  });
  if (session.kind === 'package') {
    return (
      <p className="meta mt-5">
        You book the {session.sessionCount} sessions one by one, within {session.validDays} days.
      </p>
    );
  }
  const days = Object.entries(
    Object.groupBy(slots ?? [], (slot: Slot) => dateIn(new Date(slot.start), zone)),
  ).slice(0, SHOWN_DAYS);
  return (
    <>
      <h2 className="mt-7">Next free times</h2>
      {slots && days.length === 0 && <p className="meta mt-3">No free times in the next four weeks.</p>}
      <dl className="teacher-days num">
        {days.map(([date, times = []]) => (
          <div key={date}>
            <dt>
              {date === today ? 'Today' : weekdayOf(date, 'long')}
              <span>{formatDate(date)}</span>
            </dt>
            <dd>
              {times.slice(0, SHOWN_TIMES).map((slot) => (
                <button
                  key={slot.start}
                  type="button"
                  className="slot"
                  aria-pressed={start === slot.start}
                  aria-label={`${weekdayOf(date, 'long')}, ${formatDate(date)}, ${formatTime(slot.start, zone)}`}
                  onClick={() => onChoose(slot.start)}
                >
                  {formatTime(slot.start, zone)}
                </button>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
