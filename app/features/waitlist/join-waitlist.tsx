// Below a week of free times: full dates of a group, or days without free times, to wait for.
import './waitlist.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ShownWeek } from '#app/components/booking/slot-week.tsx';
import { listSlotsQuery } from '#app/components/booking/slots.api.ts';
import {
  addDays,
  dateIn,
  formatDate,
  formatFullDay,
  formatTime,
  useOpenedAt,
  useTimeZone,
  weekdayOf,
} from '#app/components/booking/time-zone.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import type { PublicSessionType } from '#shared/features/connect/connect.schema.ts';
import { describePosition, OFFER_HOURS } from '#shared/features/waitlist/waitlist.rules.ts';
import { listWaitlistEntriesQuery, useJoinWaitlist } from './waitlist.api.ts';

type JoinWaitlistProps = { instructorId: number; session: PublicSessionType; week: ShownWeek };

/** Packages and series have none: several times would have to be free at once. */
export function JoinWaitlist(props: JoinWaitlistProps) {
  const { kind } = props.session;
  if (kind === 'group') return <FullDates {...props} />;
  return kind === 'one_to_one' ? <FullDays {...props} /> : null;
}

function useJoin(session: PublicSessionType) {
  const zone = useTimeZone();
  const { data: entries = [] } = useQuery(listWaitlistEntriesQuery());
  const join = useJoinWaitlist();
  const mine = entries.filter(({ sessionType }) => sessionType.id === session.id);
  const send = async (wish: { start: string } | { period: { firstDate: string; lastDate: string } }) => {
    const body = { sessionTypeId: session.id, timeZone: zone, ...wish };
    const entry = await join.mutateAsync({ body }).catch(() => null);
    if (entry) {
      toast({
        title: 'You’re on the waitlist',
        description: `${describePosition(entry.position ?? 1)}. We’ll email you as soon as it’s your turn.`,
      });
    }
  };
  return { zone, mine, isBusy: join.isPending, send: (wish: Parameters<typeof send>[0]) => void send(wish) };
}

const MINUTE = 60_000;
const HOW = `When something is freed, the first in line gets an email and ${OFFER_HOURS} hours to take it.`;

function FullDates({ instructorId, session, week }: JoinWaitlistProps) {
  const { zone, mine, isBusy, send } = useJoin(session);
  const wanted = { instructorId, sessionTypeId: session.id, from: week.first, to: addDays(week.last, 1) };
  const { data = [] } = useQuery(listSlotsQuery({ ...wanted, full: 'yes' }));
  const isShown = (date: string) => date >= week.first && date <= week.last;
  const full = data.filter(
    ({ start, seatsLeft }) => seatsLeft === 0 && isShown(dateIn(new Date(start), zone)),
  );
  if (full.length === 0) return null;
  const waitsFor = (start: string) => mine.some((entry) => entry.start === start);
  return (
    <section className="waitlist-join" aria-labelledby="full-dates">
      <h3 id="full-dates">Full dates</h3>
      <p className="help">{HOW}</p>
      <ul>
        {full.map(({ start }) => (
          <li key={start}>
            <span className="num">
              {formatFullDay(start, zone)}, {formatTime(start, zone)}
            </span>
            {waitsFor(start) ? (
              <OnTheList />
            ) : (
              <Button size="s" isBusy={isBusy} onClick={() => send({ start })}>
                Join the waitlist<span className="sr-only"> for {formatFullDay(start, zone)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const OnTheList = () => (
  <span className="meta">
    You’re on the waitlist.{' '}
    <Link className="link" to="/my-bookings">
      See your place
    </Link>
  </span>
);

function FullDays({ session, week }: JoinWaitlistProps) {
  const { zone, mine, isBusy, send } = useJoin(session);
  const [chosen, setChosen] = useState('');
  const now = useOpenedAt().getTime();
  const { first, last, emptyDates } = week;
  // Nothing is offered within the minimum notice or beyond the booking window.
  const [earliest, latest] = [session.minNoticeMinutes * MINUTE, session.windowDays * 24 * 60 * MINUTE].map(
    (ahead) => dateIn(new Date(now + ahead), zone),
  ) as [string, string];
  const bookable = emptyDates.filter((date) => date >= earliest && date <= latest);
  if (bookable.length === 0) return null;
  const isWholeWeek = emptyDates.length === 7;
  const days = bookable.map((date) => ({
    value: date,
    label: `${weekdayOf(date, 'long')}, ${formatDate(date)}`,
  }));
  const options = isWholeWeek ? [{ value: '', label: 'Any day of this week' }, ...days] : days;
  const day = days.some(({ value }) => value === chosen) ? chosen : (options[0]?.value ?? '');
  return (
    <section className="waitlist-join" aria-labelledby="full-days">
      <h3 id="full-days">{isWholeWeek ? 'No free times this week' : 'Does another day suit you better?'}</h3>
      {mine.length > 0 ? (
        <OnTheList />
      ) : (
        <>
          <p className="help">{HOW}</p>
          <div className="waitlist-days">
            <FormField label="Wait for" isLabelHidden>
              <Select value={day} options={options} onChange={(event) => setChosen(event.target.value)} />
            </FormField>
            <Button
              isBusy={isBusy}
              onClick={() => send({ period: { firstDate: day || first, lastDate: day || last } })}
            >
              Join the waitlist
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
