// Samples of certificates for the access table: `own` is held by the caller.
import { randomBytes } from 'node:crypto';
import { daysAfter } from '#server/clock.ts';
import { createCourse } from '#server/seed/factories.ts';
import { CODE_LETTERS } from '#shared/features/certificate/certificate.rules.ts';
import type { TestContext } from '../server/test-database.ts';
import { courseTakenBy, idOf, strangerOf } from './sample-tools.ts';
import type { Caller, MakeObject, Objects } from './sample-types.ts';

const newCode = () => Array.from(randomBytes(8), (byte) => CODE_LETTERS[byte % 32]).join('');

/** The course that renews it, and when its holder completed that, counted from the day the certificate was issued. */
type Renewal = { renewalCourseId: number; completedDaysAfter: number };

/** Without a renewal it never expires; with one it expires in thirty days. */
export async function aCertificateOf(
  ctx: TestContext,
  { id: userId }: Pick<Caller, 'id'>,
  renewal?: Renewal,
): Promise<{ id: number; code: string }> {
  const { id: courseId } = await createCourse(ctx.db, { kind: 'certification' });
  const code = newCode();
  const now = ctx.clock.now();
  const issuedAt = daysAfter(now, renewal ? -335 : 0);
  const expiresAt = renewal ? daysAfter(now, 30) : null;
  const id = await idOf(
    ctx,
    `insert into certificates (code, user_id, course_id, cycle, source, holder_name, course_title, assessor_name,
       module_count, template_version_id, time_zone, issued_at, issued_on, expires_on, expires_at, grace_ends_at)
     select $1, $2, $3, 1, 'earned', 'Mara Okafor', 'Ballet', 'Odile Marchetti', 1, min(id), 'UTC', $4::timestamptz,
       $4::timestamptz::date, $5::timestamptz::date, $5, $5
     from certificate_template_versions returning id`,
    [code, userId, courseId, issuedAt, expiresAt],
  );
  if (!renewal) return { id, code };
  const { renewalCourseId, completedDaysAfter } = renewal;
  await ctx.pool.query(
    `insert into certificate_rules (course_id, is_offered, renewal_course_id, updated_at) values ($1, true, $2, now())`,
    [courseId, renewalCourseId],
  );
  const completedAt = daysAfter(issuedAt, completedDaysAfter);
  await ctx.pool.query(
    `insert into course_progress (user_id, course_id, started_at, last_seen_at, completed_at) values ($1, $2, $3, $3, $3)`,
    [userId, renewalCourseId, completedAt],
  );
  return { id, code };
}

const aCertificate: MakeObject = async (ctx, owner) => (await aCertificateOf(ctx, owner)).id;

/** Its holder has completed the course that renews it. */
const aRenewable: MakeObject = async (ctx, owner) => {
  const renewalCourseId = await courseTakenBy(ctx, owner);
  return (await aCertificateOf(ctx, owner, { renewalCourseId, completedDaysAfter: 100 })).id;
};

const aCode: MakeObject = async (ctx, owner) => (await aCertificateOf(ctx, owner)).code;

/** The caller teaches a certification that somebody takes. */
const aCertification: MakeObject = async (ctx, owner) => {
  const learner = await strangerOf(ctx);
  const courseId = await courseTakenBy(ctx, learner, { kind: 'certification', instructorId: owner.id });
  return { body: { courseId, user: learner.username } };
};

const aBadgeKey: MakeObject = async (ctx) => {
  const { rows } = await ctx.pool.query<{ id: string }>('select id from badge_keys where retired_at is null');
  return { body: { current: rows[0]?.id ?? null } };
};

export const CERTIFICATE_OBJECTS: Objects = [
  ['POST /api/certificates', aCertification],
  ['POST /api/certificates/:id/renew', aRenewable],
  ['/api/certificates/', aCertificate],
  ['/api/verify/', aCode],
  ['POST /api/admin/badge-keys/rotate', aBadgeKey],
];
