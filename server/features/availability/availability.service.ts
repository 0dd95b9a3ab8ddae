// An instructor's hours, days off, other calendars and calendar feed.
import { createHash } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { hashToken, newToken, type Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/availability/availability.contract.ts';
import { type Hours, joinHours, MAX_CALENDARS } from '#shared/features/availability/availability.rules.ts';
import type { Availability, ExternalCalendar } from '#shared/features/availability/availability.schema.ts';
import { readCalendarJob } from './availability.jobs.ts';
import {
  type CalendarRow,
  deleteCalendar,
  deleteFeed,
  findFeed,
  findFeedOwner,
  findHours,
  insertCalendar,
  listCalendarRows,
  lockInstructor,
  replaceHours,
  upsertFeed,
} from './availability.queries.ts';

export async function getAvailability(ctx: AppContext, viewer: Viewer): Promise<Availability> {
  const hours = await requireHours(ctx.db, viewer);
  const { timeZone, ...rest } = hours;
  const instructorId = viewer.id;
  const calendars = await listCalendarRows(ctx.db, { instructorId });
  const feed = await findFeed(ctx.db, { instructorId });
  return {
    timeZone,
    revision: revisionOf(hours),
    weeklyHours: [...rest.weeklyHours],
    dateHours: [...rest.dateHours],
    timeOff: [...rest.timeOff],
    calendars: calendars.map(toExternalCalendar),
    feed: feed && { createdAt: feed.createdAt.toISOString() },
  };
}

async function requireHours(db: DbOrTx, { id, roles }: Viewer): Promise<Hours> {
  const hours = await findHours(db, { instructorId: id });
  if (hours) return hours;
  if (!roles.includes('instructor')) {
    throw new AppError('forbidden', 'Only instructors offer sessions. Apply to teach first.');
  }
  throw new AppError('not_found', 'Save your Connect profile first. Your hours are in its time zone.');
}

/** A digest of what was read: two saves that started from the same hours can't both win. */
function revisionOf({ weeklyHours, dateHours, timeOff }: Hours): string {
  const text = JSON.stringify([weeklyHours, dateHours, timeOff].map((rows) => rows.map(Object.entries)));
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function toExternalCalendar({ url, readAt, ...row }: CalendarRow): ExternalCalendar {
  return { ...row, host: new URL(url).host, readAt: readAt?.toISOString() ?? null };
}

export async function updateAvailability(
  ctx: AppContext,
  viewer: Viewer,
  { revision, weeklyHours, dateHours, timeOff }: ContractParsed<typeof contract.updateAvailability>['body'],
): Promise<Availability> {
  await requireHours(ctx.db, viewer);
  const instructorId = viewer.id;
  await inTransaction(ctx.db, async (tx) => {
    await lockInstructor(tx, { instructorId });
    if (revisionOf(await requireHours(tx, viewer)) !== revision) {
      throw new AppError(
        'conflict',
        'Your hours were changed elsewhere. Reload to see them before you save.',
      );
    }
    await replaceHours(tx, {
      instructorId,
      weeklyHours: joinHours(weeklyHours, 'weekday'),
      dateHours: joinHours(dateHours, 'date'),
      timeOff,
    });
  });
  return getAvailability(ctx, viewer);
}

export async function addCalendar(
  ctx: AppContext,
  viewer: Viewer,
  { label, url }: ContractParsed<typeof contract.addCalendar>['body'],
): Promise<ExternalCalendar> {
  await requireHours(ctx.db, viewer);
  const instructorId = viewer.id;
  const id = await inTransaction(ctx.db, async (tx) => {
    await lockInstructor(tx, { instructorId });
    if ((await listCalendarRows(tx, { instructorId })).length >= MAX_CALENDARS) {
      throw new AppError(
        'conflict',
        `You can connect ${MAX_CALENDARS} calendars. Remove one to add another.`,
      );
    }
    const calendarId = await insertCalendar(tx, { instructorId, label, url, now: ctx.clock.now() });
    await ctx.jobs.send(tx, readCalendarJob, { id: calendarId });
    return calendarId;
  }).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'external_calendars_url') throw error;
    throw new AppError('conflict', 'You’ve already connected this calendar.');
  });
  return getCalendar(ctx, viewer, id);
}

async function getCalendar(ctx: AppContext, viewer: Viewer, id: number): Promise<ExternalCalendar> {
  const [row] = await listCalendarRows(ctx.db, { instructorId: viewer.id, id });
  if (!row) throw noSuchCalendar();
  return toExternalCalendar(row);
}

const noSuchCalendar = () => new AppError('not_found', 'This calendar isn’t connected. Reload the page.');

export async function readCalendar(ctx: AppContext, viewer: Viewer, id: number): Promise<ExternalCalendar> {
  const calendar = await getCalendar(ctx, viewer, id);
  await ctx.jobs.send(ctx.db, readCalendarJob, { id });
  return calendar;
}

export async function removeCalendar(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  if (!(await deleteCalendar(ctx.db, { instructorId: viewer.id, id }))) throw noSuchCalendar();
}

/** Only a hash of the secret is stored, so its address is shown this once. */
export async function createCalendarFeed(ctx: AppContext, viewer: Viewer) {
  await requireHours(ctx.db, viewer);
  const token = newToken();
  const createdAt = ctx.clock.now();
  await upsertFeed(ctx.db, { instructorId: viewer.id, tokenHash: hashToken(token), createdAt });
  return {
    url: `${ctx.config.publicUrl}/api/calendar-feeds/${token}.ics`,
    createdAt: createdAt.toISOString(),
  };
}

export async function revokeCalendarFeed(ctx: AppContext, viewer: Viewer): Promise<void> {
  await requireHours(ctx.db, viewer);
  await deleteFeed(ctx.db, { instructorId: viewer.id });
}

export async function findFeedInstructor(ctx: AppContext, token: string): Promise<number | null> {
  return findFeedOwner(ctx.db, { tokenHash: hashToken(token) });
}

export { findHours } from './availability.queries.ts';
