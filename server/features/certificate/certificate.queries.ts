// SQL of certificates: reading, revoking, renaming, and the rules of courses.
import { and, asc, count, desc, eq, isNull, type SQL, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { certificateRules, certificates, certificateVersions } from '#server/db/schema/certificate.ts';
import { courses } from '#server/db/schema/course.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { REMINDER_DAYS, type CertificateStatus } from '#shared/features/certificate/certificate.rules.ts';
import type { CertificateRuleSettings } from '#shared/features/certificate/certificate.schema.ts';

/** Whose certificates a teacher manages: those of their courses; staff manage all. */
export type TeacherScope = { teacherId: number; isStaff: boolean };

const inScope = ({ teacherId, isStaff }: TeacherScope): SQL =>
  isStaff ? sql`true` : eq(courses.instructorId, teacherId);

/** The midnight, where the holder lives, that starts the day so many days before the last one. */
export const midnightBefore = (certificate: SQL, days: SQL | number): SQL =>
  sql`((${certificate}.expires_on - ${days}::int)::timestamp at time zone ${certificate}.time_zone)`;

const renewalOpensAt = midnightBefore(sql`certificates`, REMINDER_DAYS[0]);

/** A new one after a revoked one is a new start, not a renewal. */
const isRenewed = sql<boolean>`exists (select 1 from certificates n
  where n.user_id = certificates.user_id and n.course_id = certificates.course_id
    and n.cycle = certificates.cycle + 1 and (n.source = 'renewed' or certificates.revoked_at is null))`;

const columns = {
  id: certificates.id,
  code: certificates.code,
  userId: certificates.userId,
  courseId: certificates.courseId,
  courseTitle: certificates.courseTitle,
  cycle: certificates.cycle,
  source: certificates.source,
  holderName: certificates.holderName,
  assessorName: certificates.assessorName,
  moduleCount: certificates.moduleCount,
  creditHours: certificates.creditHours,
  templateVersionId: certificates.templateVersionId,
  issuedAt: certificates.issuedAt,
  issuedOn: certificates.issuedOn,
  expiresOn: certificates.expiresOn,
  expiresAt: certificates.expiresAt,
  graceEndsAt: certificates.graceEndsAt,
  renewalOpensAt: sql<Date | null>`${renewalOpensAt}`.mapWith(certificates.expiresAt),
  isRenewed,
  timeZone: certificates.timeZone,
  revokedAt: certificates.revokedAt,
  revokedReason: certificates.revokedReason,
  version: certificates.version,
};

export type CertificateRow = Awaited<ReturnType<typeof listCertificateRows>>[number];

export function listCertificateRows(db: DbOrTx, { userId }: { userId: number }) {
  return db
    .select(columns)
    .from(certificates)
    .where(eq(certificates.userId, userId))
    .orderBy(desc(certificates.issuedAt), desc(certificates.id));
}

/** For its holder, or for whoever manages the course. */
export async function findCertificate(
  db: DbOrTx,
  { id, viewerId, ...scope }: { id: number; viewerId: number } & TeacherScope,
) {
  const canManage = sql<boolean>`(${inScope(scope)})`;
  const [row] = await db
    .select({ ...columns, canManage, email: users.email, userState: users.state })
    .from(certificates)
    .innerJoin(courses, eq(courses.id, certificates.courseId))
    .innerJoin(users, eq(users.id, certificates.userId))
    .where(and(eq(certificates.id, id), sql`(${certificates.userId} = ${viewerId} or ${canManage})`));
  return row ?? null;
}

/** The latest cycle the user holds of a course. */
export async function findHeldCertificate(
  db: DbOrTx,
  { userId, courseId }: { userId: number; courseId: number },
) {
  const [row] = await db
    .select(columns)
    .from(certificates)
    .where(and(eq(certificates.userId, userId), eq(certificates.courseId, courseId)))
    .orderBy(desc(certificates.cycle))
    .limit(1);
  return row ?? null;
}

export async function findCertificateByCode(db: DbOrTx, { code }: { code: string }) {
  const [row] = await db.select(columns).from(certificates).where(eq(certificates.code, code));
  return row ?? null;
}

export function listCycles(db: DbOrTx, { userId, courseId }: { userId: number; courseId: number }) {
  return db
    .select(columns)
    .from(certificates)
    .where(and(eq(certificates.userId, userId), eq(certificates.courseId, courseId)))
    .orderBy(asc(certificates.cycle));
}

export type IssuedFilter = TeacherScope & {
  q?: string | undefined;
  course?: number | undefined;
  status?: CertificateStatus | undefined;
  now: Date;
};

function matches({ q, course, status, now, ...scope }: IssuedFilter): SQL | undefined {
  return and(
    inScope(scope),
    course ? eq(certificates.courseId, course) : undefined,
    q ? matchesText(q) : undefined,
    status ? hasStatus(status, now) : undefined,
  );
}

function matchesText(q: string): SQL {
  const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const code = q
    .toUpperCase()
    .replace(/^RLV/, '')
    .replace(/[^0-9A-Z]/g, '');
  return sql`(lower(${certificates.holderName}) like ${pattern} or ${users.searchText} like ${pattern}
    or (${code} <> '' and ${certificates.code} like ${`${code}%`}))`;
}

/** The same as certificateStatus in the shared rules. */
function hasStatus(status: CertificateStatus, now: Date): SQL {
  const { revokedAt, expiresAt, graceEndsAt } = certificates;
  const live = sql`${revokedAt} is null`;
  return {
    revoked: sql`${revokedAt} is not null`,
    valid: sql`${live} and (${expiresAt} is null
      or (${expiresAt} > ${now} and (${renewalOpensAt} > ${now} or ${isRenewed})))`,
    expiring: sql`${live} and ${expiresAt} > ${now} and ${renewalOpensAt} <= ${now} and not ${isRenewed}`,
    grace: sql`${live} and ${expiresAt} <= ${now} and ${graceEndsAt} > ${now} and not ${isRenewed}`,
    expired: sql`${live} and ${expiresAt} <= ${now} and (${graceEndsAt} <= ${now} or ${isRenewed})`,
  }[status];
}

const issuedFrom = (db: DbOrTx) => ({
  count: () =>
    db
      .select({ total: count() })
      .from(certificates)
      .innerJoin(courses, eq(courses.id, certificates.courseId))
      .innerJoin(users, eq(users.id, certificates.userId)),
  rows: () =>
    db
      .select({ ...columns, username: users.username })
      .from(certificates)
      .innerJoin(courses, eq(courses.id, certificates.courseId))
      .innerJoin(users, eq(users.id, certificates.userId)),
});

export async function countIssued(db: DbOrTx, filter: IssuedFilter): Promise<number> {
  const [row] = await issuedFrom(db).count().where(matches(filter));
  return row?.total ?? 0;
}

export type IssuedRow = Awaited<ReturnType<typeof listIssued>>[number];

export function listIssued(db: DbOrTx, filter: IssuedFilter, page: { limit: number; offset: number }) {
  return issuedFrom(db)
    .rows()
    .where(matches(filter))
    .orderBy(desc(certificates.issuedAt), desc(certificates.id))
    .limit(page.limit)
    .offset(page.offset);
}

/** False: it is revoked already. */
export async function markRevoked(
  tx: Tx,
  { id, reason, revokedBy, now }: { id: number; reason: string; revokedBy: number | null; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(certificates)
    .set({ revokedAt: now, revokedReason: reason, revokedBy })
    .where(and(eq(certificates.id, id), isNull(certificates.revokedAt)))
    .returning({ id: certificates.id });
  return rows.length > 0;
}

type Rename = { id: number; version: number; holderName: string; reason: string; by: number; now: Date };

/** False: someone else renamed it first. */
export async function setHolderName(
  tx: Tx,
  { id, version, holderName, reason, by, now }: Rename,
): Promise<boolean> {
  await tx.execute(sql`
    insert into certificate_versions (certificate_id, version, holder_name, replaced_at, replaced_by, reason)
    select id, version, holder_name, ${now}, ${by}, ${reason} from certificates where id = ${id} and version = ${version}
    on conflict do nothing`);
  const rows = await tx
    .update(certificates)
    .set({ holderName, version: version + 1 })
    .where(and(eq(certificates.id, id), eq(certificates.version, version)))
    .returning({ id: certificates.id });
  return rows.length > 0;
}

export function listVersions(db: DbOrTx, { certificateId }: { certificateId: number }) {
  return db
    .select()
    .from(certificateVersions)
    .where(eq(certificateVersions.certificateId, certificateId))
    .orderBy(asc(certificateVersions.version));
}

export async function findTaughtCourse(db: DbOrTx, { id, ...scope }: { id: number } & TeacherScope) {
  const [row] = await db
    .select({ id: courses.id, title: courses.title, kind: courses.kind, instructorId: courses.instructorId })
    .from(courses)
    .where(and(eq(courses.id, id), inScope(scope)));
  return row ?? null;
}

export async function findRule(db: DbOrTx, { courseId }: { courseId: number }) {
  const { isOffered, requiredHours, templateId, graceMonths, renewalCourseId, renewalHours } =
    certificateRules;
  const [row] = await db
    .select({ isOffered, requiredHours, templateId, graceMonths, renewalCourseId, renewalHours })
    .from(certificateRules)
    .where(eq(certificateRules.courseId, courseId));
  return row ?? null;
}

export async function upsertRule(
  tx: Tx,
  { courseId, by, now, ...rule }: CertificateRuleSettings & { courseId: number; by: number; now: Date },
): Promise<void> {
  const values = { ...rule, updatedAt: now, updatedBy: by };
  await tx
    .insert(certificateRules)
    .values({ courseId, ...values })
    .onConflictDoUpdate({ target: certificateRules.courseId, set: values });
}

/** Users by email address or username, for a list of people to issue to. Unconfirmed addresses prove nothing. */
export function listNamedUsers(db: DbOrTx, { keys }: { keys: readonly string[] }) {
  const wanted = sql`any(${sql.param([...keys])}::text[])`;
  return db
    .select({
      id: users.id,
      email: users.email,
      emailKey: users.emailKey,
      usernameKey: users.usernameKey,
      firstName: users.firstName,
      lastName: users.lastName,
      state: users.state,
    })
    .from(users)
    .where(
      sql`(${users.emailKey} = ${wanted} and ${users.emailVerifiedAt} is not null) or ${users.usernameKey} = ${wanted}`,
    );
}

/** Which of the users hold a certificate of the course that is valid now. */
export async function listLiveHolders(
  db: DbOrTx,
  { courseId, userIds, now }: { courseId: number; userIds: readonly number[]; now: Date },
): Promise<Set<number>> {
  const rows = await db
    .selectDistinct({ userId: certificates.userId })
    .from(certificates)
    .where(
      and(
        eq(certificates.courseId, courseId),
        sql`${certificates.userId} = any(${sql.param([...userIds])}::int[])`,
        isNull(certificates.revokedAt),
        sql`(${certificates.expiresAt} is null or ${certificates.expiresAt} > ${now})`,
      ),
    );
  return new Set(rows.map(({ userId }) => userId));
}

export async function findHolder(db: DbOrTx, { userId }: { userId: number }) {
  const { email, firstName, state } = users;
  const [row] = await db.select({ email, firstName, state }).from(users).where(eq(users.id, userId));
  return row ?? null;
}

/** Published, not archived, and the platform's or the instructor's own. */
export async function isUsableTemplate(
  db: DbOrTx,
  { id, instructorId }: { id: number; instructorId: number },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from certificate_templates t
    where t.id = ${id} and t.archived_at is null and (t.owner_id is null or t.owner_id = ${instructorId})
      and exists (select 1 from certificate_template_versions v where v.template_id = t.id)`);
  return rows.length > 0;
}

/** Valid at this moment, the latest cycle of each course, in the order they were first earned. */
export async function listLiveBadgeRows(
  db: DbOrTx,
  { userIds, now }: { userIds: readonly number[]; now: Date },
) {
  const { rows } = await db.execute<{
    userId: number;
    courseId: number;
    courseTitle: string;
    expiresOn: string | null;
  }>(sql`
    select distinct on (user_id, course_id) user_id as "userId", course_id as "courseId",
      course_title as "courseTitle", expires_on::text as "expiresOn"
    from certificates
    where user_id = any(${sql.param([...userIds])}::int[]) and revoked_at is null
      and (expires_at is null or expires_at > ${now})
    order by user_id, course_id, cycle desc`);
  return rows;
}
