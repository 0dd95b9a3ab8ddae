// Instructors of the demo school: what they offer, when, the sessions they have held with reviews, and what the demo
// member has booked. The same on every machine; times count from the moment of seeding.
import type { Tx } from '#server/db/client.ts';
import type { sessionTypes } from '#server/db/schema/instructor.ts';
import { demoInstructors, type SeedInstructor } from './connect-data.ts';
import {
  insertBooked,
  insertGroupDate,
  insertInstructorProfile,
  insertReview,
  insertSessionTypes,
  insertWaitlistEntry,
} from './connect.queries.ts';
import { DAY_MS, MINUTE_MS } from './seed-moment.ts';

const CLIENTS = ['annika.s', 'duarte', 'mei.lin', 'siobhan', 'dmytro', 'sakura', 'katarzyna', 'arjun'];

type IdOf = (username: string) => number;
type Filled = { idOf: IdOf; now: Date };
type TypeRow = Awaited<ReturnType<typeof insertSessionTypes>>[number];

export async function fillConnect(tx: Tx, { idOf, now }: Filled): Promise<void> {
  for (const instructor of demoInstructors()) await addInstructor(tx, instructor, { idOf, now });
}

async function addInstructor(tx: Tx, seed: SeedInstructor, { idOf, now }: Filled): Promise<void> {
  const instructorId = idOf(seed.username);
  await insertInstructorProfile(tx, {
    profile: {
      userId: instructorId,
      state: 'listed',
      headline: seed.headline,
      about: seed.about.join('\n\n'),
      helpsWith: seed.helpsWith,
      videoUrl: seed.video ?? null,
      languages: seed.languages,
      levels: seed.levels,
      ageGroups: seed.ageGroups,
      timeZone: seed.timeZone,
      city: seed.city,
      ...seed.zip,
      createdAt: new Date(now.getTime() - 200 * DAY_MS),
    },
    styles: seed.styles,
    hours: seed.hours.map(({ weekday, start, end }) => ({
      instructorId,
      weekday,
      startMinute: minuteOf(start),
      endMinute: minuteOf(end),
    })),
  });
  const types = await insertSessionTypes(
    tx,
    seed.sessions.map((session, position) => toSessionType(session, { instructorId, position, now })),
  );
  await addPastSessions(tx, seed, { types, idOf, now });
  for (const type of types.filter(({ kind }) => kind === 'group'))
    await addGroupDates(tx, type, { idOf, now });
  if (seed.username === 'instructor') await addMemberBookings(tx, types, { idOf, now });
}

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

function toSessionType(
  session: SeedInstructor['sessions'][number],
  { instructorId, position, now }: { instructorId: number; position: number; now: Date },
): typeof sessionTypes.$inferInsert {
  const { kind, title, description, minutes, price, place = 'online' } = session;
  return {
    instructorId,
    kind,
    title,
    description,
    durationMinutes: minutes,
    priceCents: Math.round(price * 100),
    capacity: session.capacity ?? 1,
    sessionCount: session.sessionCount ?? 1,
    validDays: session.validDays ?? null,
    bufferAfterMinutes: session.after ?? 0,
    travelMinutes: session.travel ?? 0,
    stepMinutes: session.step ?? 30,
    minNoticeMinutes: session.minNotice ?? 720,
    dailyLimit: session.dailyLimit ?? null,
    place,
    whereText: place === 'online' ? `https://meet.releve.example/${instructorId}` : 'Your studio',
    isOnRequest: session.isOnRequest ?? false,
    isForAssessments: session.isForAssessments ?? false,
    cancellation: session.cancellation ?? 'standard',
    position,
    createdAt: new Date(now.getTime() - 190 * DAY_MS),
  };
}

/** A whole hour, so many days from now. */
function hourFrom(now: Date, days: number, hour: number): Date {
  const day = new Date(now.getTime() + days * DAY_MS);
  day.setUTCHours(hour, 0, 0, 0);
  return day;
}

async function addPastSessions(
  tx: Tx,
  seed: SeedInstructor,
  { types, idOf, now }: Filled & { types: TypeRow[] },
): Promise<void> {
  const single = types.filter(({ kind, priceCents }) => kind === 'one_to_one' && priceCents > 0);
  for (let at = 0; at < seed.sessionsHeld; at++) {
    const review = seed.reviews[at];
    const type = single.find(({ title }) => title === review?.session) ?? single[at % single.length];
    if (!type) return;
    const startsAt = hourFrom(now, -(3 + at * 4), 15 + (at % 3));
    const userId = idOf(review?.by ?? CLIENTS[at % CLIENTS.length] ?? 'annika.s');
    const bookingId = await insertBooked(tx, { type, userId, startsAt, state: 'completed' });
    if (review) {
      const createdAt = new Date(startsAt.getTime() + DAY_MS);
      await insertReview(tx, { ...review, bookingId, authorId: userId, isByClient: true, createdAt });
      const back = ABOUT_CLIENTS[at % ABOUT_CLIENTS.length];
      if (back) {
        const authorId = idOf(seed.username);
        await insertReview(tx, { ...back, bookingId, authorId, isByClient: false, createdAt });
      }
    }
  }
}

/** What instructors wrote back; not public. */
const ABOUT_CLIENTS = [
  { stars: 5, text: 'Came with a clip and three clear questions. A pleasure.' },
  { stars: 5, text: 'On time, prepared, tried everything twice.' },
  { stars: 4, text: 'Good questions. Send the video a day before next time, and we get further.' },
] as const;

/** Once a week for four weeks. The second one of a small group is full, and the member waits for a seat. */
async function addGroupDates(tx: Tx, type: TypeRow, { idOf, now }: Filled): Promise<void> {
  for (const week of [1, 2, 3, 4]) {
    const startsAt = hourFrom(now, week * 7 - 1, 23);
    const appointmentId = await insertGroupDate(tx, { type, startsAt, now });
    if (week !== 2 || type.capacity > CLIENTS.length) continue;
    for (const [at, username] of CLIENTS.slice(0, type.capacity).entries()) {
      const seat = { appointmentId, seat: at + 1 };
      await insertBooked(tx, { type, userId: idOf(username), startsAt, state: 'confirmed', now, seat });
    }
    for (const username of ['arjun', 'member'].filter(
      (name) => !CLIENTS.slice(0, type.capacity).includes(name),
    )) {
      await insertWaitlistEntry(tx, { type, appointmentId, userId: idOf(username), createdAt: now });
    }
  }
}

/** Next week a free hello, and a class review some weeks ago the member can still review. */
async function addMemberBookings(tx: Tx, types: TypeRow[], { idOf, now }: Filled): Promise<void> {
  const hello = types.find(({ priceCents }) => priceCents === 0);
  const review = types.find(({ title }) => title === 'Class review');
  if (!hello || !review) return;
  const userId = idOf('member');
  const notes = 'My teen cha-cha group rushes the 4-and-1 every time we add partners.';
  await insertBooked(tx, {
    type: hello,
    userId,
    startsAt: hourFrom(now, 5, 14),
    state: 'confirmed',
    notes,
    now,
  });
  await insertBooked(tx, {
    type: review,
    userId,
    startsAt: hourFrom(now, -16, 13),
    state: 'completed',
    notes,
  });
  await insertBooked(tx, {
    type: hello,
    userId,
    startsAt: new Date(hourFrom(now, 12, 14).getTime() + 30 * MINUTE_MS),
    state: 'confirmed',
    now,
  });
}
