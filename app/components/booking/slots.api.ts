// Free times of an instructor, for booking and rescheduling; and how much of their hours is free, for themselves.
import * as contract from '#shared/features/reservation/reservation.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { addDays } from './time-zone.ts';

type Wanted = {
  instructorId: number;
  sessionTypeId: number;
  from: string;
  to: string;
  /** Also a group's dates without seats. */
  full?: 'yes';
  /** To book from a package or to move a session. */
  reservationId?: number | undefined;
};

/** Of the dates from `from` to before `to`, and one more on either side: dates in UTC differ from those of a zone. */
export const listSlotsQuery = ({ instructorId, sessionTypeId, from, to, full, reservationId }: Wanted) =>
  listQuery(contract.listSlots, {
    params: { id: instructorId },
    query: {
      sessionTypeId,
      from: `${addDays(from, -1)}T00:00:00Z`,
      to: `${addDays(to, 1)}T00:00:00Z`,
      ...(full && { full }),
      ...(reservationId && { reservationId }),
    },
  });

export const getOpenTimeQuery = () => freshQuery(contract.getOpenTime, {});
