// What a learner still has to finish before the lessons of a course open, in SQL. The rule is missing_prerequisites() of
// the database (0050_free-prerequisites.sql): the trigger that adds free ones reads it too.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import type { CourseKind } from '#shared/vocabulary.ts';
import type { Prerequisite } from '#shared/features/course/course.schema.ts';
import { centsToDecimal } from '#shared/money.ts';

export type MissingPrerequisite = {
  id: number;
  title: string;
  kind: CourseKind;
  priceCents: number;
  /** Theirs, by any cause. */
  isOwned: boolean;
};

/** Values, or the columns and placeholders of another statement. A guest (userId null) has finished nothing. */
type Asked = { courseId: SQL | number; userId: SQL | number | null; now: SQL | Date };

const toJson = ({ userId, now }: Omit<Asked, 'courseId'>) => sql<MissingPrerequisite[]>`
  coalesce(json_agg(json_build_object('id', c.id, 'title', c.title, 'kind', c.kind, 'priceCents', c.price_cents,
    'isOwned', exists (select from entitlements e
      where e.user_id = ${userId}::int and e.item_type = 'course' and e.item_id = c.id and e.state = 'active'
        and (e.ends_at is null or e.ends_at > ${now}::timestamptz))) order by c.title, c.id), '[]')`;

/** What keeps the lessons closed, as a column. */
export const missingPrerequisitesSql = ({ courseId, ...asked }: Asked) => sql<MissingPrerequisite[]>`(
  select ${toJson(asked)} from missing_prerequisites(${courseId}, ${asked.userId}::int, ${asked.now}::timestamptz) m(id)
  join courses c on c.id = m.id)`;

/** With what those build on in turn, as a column: everything to finish, and so to have. */
export const neededPrerequisitesSql = ({ courseId, ...asked }: Asked) => sql<MissingPrerequisite[]>`(
  select ${toJson(asked)} from needed_prerequisites(${courseId}, ${asked.userId}::int, ${asked.now}::timestamptz) n(id)
  join courses c on c.id = n.id)`;

export async function listNeededPrerequisites(
  db: DbOrTx,
  asked: { courseId: number; userId: number; now: Date },
): Promise<MissingPrerequisite[]> {
  const { rows } = await db.execute<{ needed: MissingPrerequisite[] }>(
    sql`select ${neededPrerequisitesSql(asked)} as needed`,
  );
  return rows[0]?.needed ?? [];
}

export function toPrerequisite({ id, title, kind, priceCents, isOwned }: MissingPrerequisite): Prerequisite {
  const standing = isOwned ? 'owned' : priceCents === 0 ? 'free' : 'for-sale';
  return { id, title, kind, price: centsToDecimal(priceCents), standing };
}
