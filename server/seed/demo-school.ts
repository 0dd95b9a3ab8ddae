// The users of the demo school, the days they were active, their applications and the staff's audit log. The same on
// every machine; dates count back from the moment of seeding.
import type { Tx } from '#server/db/client.ts';
import type { users } from '#server/db/schema/platform-user.ts';
import type { auditLog } from '#server/db/schema/platform.ts';
import { createCoverRandom } from '#server/features/cover/cover-stage.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import { fillCatalogue } from './catalogue/fill-catalogue.ts';
import { fillCertificates } from './certificates.queries.ts';
import { fillConnect } from './connect.ts';
import { fillCredits } from './credits.ts';
import { fillMessages } from './messages.queries.ts';
import { fillAnnouncements, fillNotifications } from './notifications.queries.ts';
import { fillSupport } from './support.queries.ts';
import { fillTeaching } from './teaching.queries.ts';
import { demoApplications, demoUsers, type SeedUser } from './demo-data.ts';
import { DAY_MS, MINUTE_MS, momentAgo } from './seed-moment.ts';
import { insertActiveDays, insertApplications, insertAuditRows, insertPeople } from './seed.queries.ts';

/** How far back the charts look: ninety days, and as many before them. */
const ACTIVE_DAYS = 180;

/** Days since the suspended user was suspended. */
const SUSPENDED_AGO = 51;

export async function fillSchool(
  tx: Tx,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<void> {
  const { demo, others } = demoUsers();
  const people = [...demo, ...others];
  const ids = await insertPeople(tx, [
    ...demo.map((person) => toUser(person, now, passwordHash)),
    ...others.map((person) => toUser(person, now, 'none')),
  ]);
  const idOf = (username: string) => {
    const id = ids.get(username);
    if (id === undefined) throw new Error(`${username} is not in the demo school`);
    return id;
  };
  const days = people.flatMap((person) =>
    daysOf(person, now).map((day) => ({ day, userId: idOf(person.username) })),
  );
  await insertActiveDays(tx, days);
  await seedApplications(tx, now, idOf);
  await insertAuditRows(tx, otherStaffWork(now, idOf));
  await fillCatalogue(tx, { people, idOf, now });
  await fillTeaching(tx, { demoUsernames: demo.map(({ username }) => username), now });
  await fillCertificates(tx, { now });
  await fillCredits(tx, { idOf, now });
  await fillConnect(tx, { idOf, now });
  await fillMessages(tx, { idOf, now });
  await fillSupport(tx, { idOf, now });
  await fillAnnouncements(tx, { now });
  await fillNotifications(tx, { now });
}

type IdOf = (username: string) => number;

function toUser(person: SeedUser, now: Date, passwordHash: string): typeof users.$inferInsert {
  const { username, firstName, lastName, roles, joined, suspendedReason = null } = person;
  const email = `${username}@releve.example`;
  const createdAt = momentAgo(now, joined, username);
  return {
    username,
    usernameKey: identityKey(username),
    email,
    emailKey: identityKey(email),
    emailVerifiedAt: person.isUnverified ? null : new Date(createdAt.getTime() + 7 * MINUTE_MS),
    firstName,
    lastName,
    bio: person.bio ?? '',
    danceStyles: [...(person.danceStyles ?? [])],
    links: [...(person.links ?? [])],
    role: roles[0],
    roles: [...roles],
    state: suspendedReason === null ? 'active' : 'suspended',
    suspendedReason,
    passwordHash,
    createdAt,
    lastSeenAt: lastSeen(person, now, createdAt),
  };
}

/** Some time on the day of their last visit, between joining and now. */
function lastSeen(person: SeedUser, now: Date, createdAt: Date): Date {
  const day = daysOf(person, now).at(-1);
  const minutes = createCoverRandom(person.username, 'demo last seen').whole(420, 1260);
  const seen = day ? Date.parse(`${day}T00:00Z`) + minutes * MINUTE_MS : 0;
  return new Date(Math.max(createdAt.getTime(), Math.min(seen, now.getTime())));
}

/** Everyone is active on the day they joined; after that some nearly daily, some hardly ever, fewer on Sundays. */
function daysOf({ username, joined, suspendedReason }: SeedUser, now: Date): string[] {
  const dice = createCoverRandom(username, 'demo days');
  const eagerness = dice.between(0.1, 0.6);
  const joinedAt = dayOf(momentAgo(now, joined, username));
  const days: string[] = [];
  for (let ago = ACTIVE_DAYS; ago >= 0; ago--) {
    const date = new Date(now.getTime() - ago * DAY_MS);
    const day = dayOf(date);
    const isHere = dice.between(0, 1) < (date.getUTCDay() === 0 ? eagerness / 2 : eagerness);
    // A suspended user has not been active since.
    const isKeptOut = suspendedReason !== undefined && ago < SUSPENDED_AGO;
    if (day === joinedAt || (day > joinedAt && isHere && !isKeptOut)) days.push(day);
  }
  return days;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

async function seedApplications(tx: Tx, now: Date, idOf: IdOf): Promise<void> {
  const applications = demoApplications();
  const rows = await insertApplications(
    tx,
    applications.map(({ by, kind, filed, note, decision }) => ({
      userId: idOf(by),
      kind,
      note,
      createdAt: momentAgo(now, filed, `${by} ${kind}`),
      ...(decision && {
        state: decision.state,
        reason: decision.state === 'declined' ? decision.reason : null,
        decidedAt: momentAgo(now, decision.decided, `${by} ${kind} decided`),
        decidedBy: decision.by === null ? null : idOf(decision.by),
      }),
    })),
  );
  const audited = applications.flatMap(({ by, kind, decision }, at) => {
    if (!decision?.by) return [];
    const isDeclined = decision.state === 'declined';
    return auditRow(idOf, {
      actor: decision.by,
      action: isDeclined ? 'application.decline' : 'application.approve',
      subject: ['application', rows[at]?.id ?? 0],
      person: by,
      details: { kind, ...(isDeclined && { reason: decision.reason }) },
      createdAt: momentAgo(now, decision.decided, `${by} ${kind} decided`),
    });
  });
  await insertAuditRows(tx, audited);
}

function otherStaffWork(now: Date, idOf: IdOf) {
  const suspended = demoUsers().others.find((person) => person.suspendedReason !== undefined);
  const about = (person: string, action: AuditAction, ago: number, details = {}) =>
    auditRow(idOf, {
      actor: 'admin',
      action,
      subject: ['user', idOf(person)],
      person,
      details,
      createdAt: momentAgo(now, ago, `${action} ${person}`),
    });
  return [
    ...(suspended
      ? [about(suspended.username, 'account.suspend', SUSPENDED_AGO, { reason: suspended.suspendedReason })]
      : []),
    about('siobhan', 'account.reset-link', 21),
    about('callum', 'account.resend-verification', 12),
    about('haruka', 'account.end-sessions', 4),
    auditRow(idOf, {
      actor: 'admin',
      action: 'settings.update',
      subject: ['settings', 1],
      details: {
        before: { supportEmail: 'office@releve.example' },
        after: { supportEmail: 'hello@releve.example' },
      },
      createdAt: momentAgo(now, 2, 'settings'),
    }),
  ];
}

type SeedAudit = {
  actor: string;
  action: AuditAction;
  subject: [type: string, id: number];
  person?: string;
  details: Record<string, unknown>;
  createdAt: Date;
};

function auditRow(idOf: IdOf, audited: SeedAudit): typeof auditLog.$inferInsert {
  const { actor, action, subject, person, details, createdAt } = audited;
  return {
    actorId: idOf(actor),
    action,
    subjectType: subject[0],
    subjectId: String(subject[1]),
    userId: person === undefined ? null : idOf(person),
    details,
    createdAt,
  };
}
