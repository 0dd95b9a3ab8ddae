// Personal data of availability: hours, days off and other calendars. All of it goes with the account.
import { asc, eq } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import {
  calendarFeeds,
  dateHours,
  externalBusyTimes,
  externalCalendars,
  timeOff,
  weeklyHours,
} from '#server/db/schema/availability.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const availabilityPersonalData: PersonalData = {
  tables: [weeklyHours, dateHours, timeOff, externalBusyTimes, externalCalendars, calendarFeeds],
  collect: { availability: collectAvailability },
  async erase(_ctx, tx, { userId }) {
    await tx.delete(weeklyHours).where(eq(weeklyHours.instructorId, userId));
    await tx.delete(dateHours).where(eq(dateHours.instructorId, userId));
    await tx.delete(timeOff).where(eq(timeOff.instructorId, userId));
    // Their busy times go with them.
    await tx.delete(externalCalendars).where(eq(externalCalendars.instructorId, userId));
    await tx.delete(calendarFeeds).where(eq(calendarFeeds.instructorId, userId));
  },
};

/** The addresses of calendars are secrets, so only their names are exported. */
async function collectAvailability(db: DbOrTx, { userId }: DataSubject) {
  const { weekday, startMinute, endMinute } = weeklyHours;
  const { startsOn, endsOn, label, isYearly } = timeOff;
  return {
    weeklyHours: await db
      .select({ weekday, startMinute, endMinute })
      .from(weeklyHours)
      .where(eq(weeklyHours.instructorId, userId))
      .orderBy(asc(weekday), asc(startMinute)),
    dateHours: await db
      .select({ date: dateHours.date, startMinute: dateHours.startMinute, endMinute: dateHours.endMinute })
      .from(dateHours)
      .where(eq(dateHours.instructorId, userId))
      .orderBy(asc(dateHours.date), asc(dateHours.startMinute)),
    timeOff: await db
      .select({ startsOn, endsOn, label, isYearly })
      .from(timeOff)
      .where(eq(timeOff.instructorId, userId))
      .orderBy(asc(startsOn)),
    calendars: await db
      .select({ label: externalCalendars.label, createdAt: externalCalendars.createdAt })
      .from(externalCalendars)
      .where(eq(externalCalendars.instructorId, userId))
      .orderBy(asc(externalCalendars.id)),
  };
}
