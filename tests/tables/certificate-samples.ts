// Samples of certificates for the access table: `own` is held by the caller.
import { randomBytes } from 'node:crypto';
import { createCourse } from '#server/seed/factories.ts';
import { CODE_LETTERS } from '#shared/features/certificate/certificate.rules.ts';
import type { MakeObject } from './sample-types.ts';

const aCertificate: MakeObject = async (ctx, owner) => {
  const { id: courseId } = await createCourse(ctx.db, { kind: 'certification' });
  const code = Array.from(randomBytes(8), (byte) => CODE_LETTERS[byte % 32]).join('');
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into certificates (code, user_id, course_id, cycle, source, holder_name, course_title, assessor_name,
       module_count, template_version_id, time_zone, issued_at, issued_on)
     select $1, $2, $3, 1, 'earned', 'Mara Okafor', 'Ballet', 'Odile Marchetti', 1, min(id), 'UTC', $4::timestamptz, $4::timestamptz::date
     from certificate_template_versions returning id`,
    [code, owner.id, courseId, ctx.clock.now()],
  );
  return rows[0]?.id ?? 0;
};

export const CERTIFICATE_OBJECTS: [prefix: string, make: MakeObject][] = [
  ['/api/certificates/', aCertificate],
];
