// A week of free times in the visitor's zone, one column a day.
import './booking.css';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'icon:arrow-left';
import ArrowRight from 'icon:arrow-right';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import type { Slot } from '#shared/features/reservation/reservation.schema.ts';
import { listSlotsQuery } from './slots.api.ts';
import {
  addDays,
  dateIn,
  dayOfMonth,
  formatBriefDay,
  formatDate,
  formatTime,
  useOpenedAt,
  useTimeZone,
  weekdayOf,
} from './time-zone.ts';

const WEEK = 7;
/** How far ahead an empty week looks for the next free time. */
const LOOK_AHEAD = 56;

export type SlotWeekProps = {
  instructorId: number;
  sessionTypeId: number;
  /** To book from a package or to move a session: what it was made under counts. */
  reservationId?: number | undefined;
  /** The chosen start, in UTC. */
  value: string | null;
  onChange: (slot: Slot) => void;
  /** Above the week: “When suits you?” */
  heading: React.ReactNode;
  /** Below it, once its times are known. */
  children?: (week: ShownWeek) => React.ReactNode;
};

/** Calendar dates in the visitor's zone, both ends included. */
export type ShownWeek = { first: string; last: string; emptyDates: string[] };

export function SlotWeek({ value, onChange, heading, children, ...of }: SlotWeekProps) {
  const { instructorId, sessionTypeId, reservationId } = of;
  const zone = useTimeZone();
  const today = dateIn(useOpenedAt(), zone);
  const [week, setWeek] = useState(() =>
    value ? Math.max(0, Math.floor(daysBetween(today, dateIn(new Date(value), zone)) / WEEK)) : 0,
  );
  const first = addDays(today, week * WEEK);
  const dates = Array.from({ length: WEEK }, (_, at) => addDays(first, at));
  const wanted = { instructorId, sessionTypeId, reservationId };
  const found = useQuery(listSlotsQuery({ ...wanted, from: first, to: addDays(first, WEEK) }));
  const slots = found.data ?? [];
  const on = (date: string) => slots.filter(({ start }) => dateIn(new Date(start), zone) === date);
  const isKnown = found.isSuccess && !found.isPlaceholderData;
  const emptyDates = dates.filter((date) => on(date).length === 0);
  const isEmpty = isKnown && emptyDates.length === WEEK;
  return (
    <>
      <div className="slot-head">
        {heading}
        <div className="slot-pager">
          <IconButton
            label="Earlier week"
            icon={<ArrowLeft size={20} aria-hidden="true" />}
            aria-disabled={week === 0}
            onClick={() => setWeek(Math.max(0, week - 1))}
          />
          <output className="meta num">
            {formatDate(first)} to {formatDate(addDays(first, WEEK - 1))}
          </output>
          <IconButton
            label="Later week"
            icon={<ArrowRight size={20} aria-hidden="true" />}
            onClick={() => setWeek(week + 1)}
          />
        </div>
      </div>
      {found.error ? (
        <ErrorState
          title="Couldn’t load free times"
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        >
          {failureTextOf(found.error)}
        </ErrorState>
      ) : (
        <div className="slot-week" aria-busy={found.isFetching || undefined} tabIndex={-1}>
          {dates.map((date) => (
            <Day
              key={date}
              date={date}
              slots={on(date)}
              zone={zone}
              value={value}
              onChange={onChange}
              isLoading={!found.data}
            />
          ))}
        </div>
      )}
      {isEmpty && (
        <NextFree
          wanted={wanted}
          zone={zone}
          from={addDays(first, WEEK)}
          onGo={(date) => setWeek(Math.floor(daysBetween(today, date) / WEEK))}
        />
      )}
      {isKnown && children?.({ first, last: addDays(first, WEEK - 1), emptyDates })}
    </>
  );
}

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / 86_400_000);

type DayProps = {
  date: string;
  slots: readonly Slot[];
  zone: string;
  value: string | null;
  onChange: (slot: Slot) => void;
  isLoading: boolean;
};

function Day({ date, slots, zone, value, onChange, isLoading }: DayProps) {
  return (
    <div className="slot-day" data-empty={slots.length === 0 || undefined}>
      <h3>
        {weekdayOf(date)}
        <b className="num">{dayOfMonth(date)}</b>
      </h3>
      {slots.length === 0 && <p className="small">{isLoading ? '…' : 'No times'}</p>}
      {slots.map((slot) => (
        <button
          key={slot.start}
          type="button"
          className="slot"
          aria-pressed={value !== null && Date.parse(value) === Date.parse(slot.start)}
          aria-label={`${weekdayOf(date, 'long')}, ${formatDate(date)}, ${formatTime(slot.start, zone)}`}
          onClick={() => onChange(slot)}
        >
          {formatTime(slot.start, zone)}
        </button>
      ))}
    </div>
  );
}

type NextFreeProps = {
  wanted: Pick<SlotWeekProps, 'instructorId' | 'sessionTypeId' | 'reservationId'>;
  from: string;
  zone: string;
  onGo: (date: string) => void;
};

function NextFree({ wanted, from, zone, onGo }: NextFreeProps) {
  const later = useQuery(listSlotsQuery({ ...wanted, from, to: addDays(from, LOOK_AHEAD) }));
  const next = later.data?.find(({ start }) => dateIn(new Date(start), zone) >= from);
  if (!later.data) return null;
  return next ? (
    <p className="mt-4">
      <Button onClick={() => onGo(dateIn(new Date(next.start), zone))}>
        Go to the next free time, {formatBriefDay(next.start, zone)}
      </Button>
    </p>
  ) : (
    <p className="meta mt-4">There are no free times in the next weeks. Try another session.</p>
  );
}
