// Reminders of bookings, in SQL.
import { sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';

/**
 * Those whose hour has come and whose session hasn't. A booking made later than its reminder gets none: its
 * confirmation has just told everything.
 */
export async function insertDueReminders(
  tx: Tx,
  { now, limit }: { now: Date; limit: number },
): Promise<{ bookingId: number }[]> {
  const { rows } = await tx.execute<{ bookingId: number }>(sql`
    insert into booking_reminders (booking_id, hours, sent_at)
    select b.id, h.hours, ${now}
    from bookings b
    join appointments a on a.id = b.appointment_id
    join session_types t on t.id = a.session_type_id
    cross join lateral unnest(t.reminder_hours) as h(hours)
    where b.state = 'confirmed' and a.starts_at > ${now}
      and a.starts_at - make_interval(hours => h.hours::int) <= ${now}
      and b.confirmed_at < a.starts_at - make_interval(hours => h.hours::int)
      and not exists (select 1 from booking_reminders r where r.booking_id = b.id and r.hours = h.hours)
    order by a.starts_at, b.id limit ${limit}
    on conflict do nothing
    returning booking_id as "bookingId"`);
  return rows;
}
