// Why a user may use an item (DESIGN §4). Every access check reads this table and nothing else.
import { sql } from '#server/db/drizzle.ts';
import { check, index, integer, pgTable, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  ENTITLEMENT_CAUSES,
  ENTITLEMENT_ITEMS,
  ENTITLEMENT_STATES,
  GRANT_KINDS,
  type EntitlementCause,
  type EntitlementItem,
  type EntitlementState,
  type GrantKind,
  type EnrollmentState,
  ENROLLMENT_STATES,
} from '#shared/features/entitlement/entitlement.states.ts';
import { nullableUserId, users } from './platform-user.ts';
import { courses } from './course.ts';

export const entitlements = pgTable(
  'entitlements',
  {
    id: id(),
    /** Null: belongs to a guest's order and is opened with its key, until a user confirms the order's address. */
    userId: integer().references(() => users.id),
    itemType: text().$type<EntitlementItem>().notNull(),
    itemId: integer().notNull(),
    cause: text().$type<EntitlementCause>().notNull(),
    /** Which order line, seat or membership; '' where there can be only one (free). */
    causeRef: text().notNull().default(''),
    state: text().$type<EntitlementState>().notNull().default('active'),
    createdAt: timestamptz().notNull(),
    /** Null: permanent. After this time it grants nothing, whether or not a job has marked it. */
    endsAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('entitlements_cause').on(t.userId, t.itemType, t.itemId, t.cause, t.causeRef),
    // An order line entitles one holder: a guest's order, or the account it was attached to.
    uniqueIndex('entitlements_order_line_once')
      .on(t.causeRef, t.itemType, t.itemId)
      .where(sql`cause = 'order_line' and cause_ref <> ''`),
    index('entitlements_item').on(t.itemType, t.itemId),
    index('entitlements_membership')
      .on(t.causeRef)
      .where(sql`cause = 'membership'`),
    check('entitlements_item_type', sql`${t.itemType} in (${oneOf(ENTITLEMENT_ITEMS)})`),
    check('entitlements_cause_known', sql`${t.cause} in (${oneOf(ENTITLEMENT_CAUSES)})`),
    check(
      'entitlements_holder',
      sql`${t.userId} is not null or (${t.cause} = 'order_line' and ${t.causeRef} <> '')`,
    ),
    check('entitlements_state', sql`${t.state} in (${oneOf(ENTITLEMENT_STATES)})`),
  ],
);

/** Access given by staff without payment; the entitlement names it as its cause. */
export const grants = pgTable(
  'grants',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    itemType: text().$type<EntitlementItem>().notNull(),
    itemId: integer().notNull(),
    kind: text().$type<GrantKind>().notNull(),
    reason: text().notNull(),
    grantedBy: nullableUserId(),
    createdAt: timestamptz().notNull(),
    revokedBy: nullableUserId(),
    revokedAt: timestamptz(),
    revokeReason: text(),
  },
  (t) => [
    // A user has at most one active grant per item.
    uniqueIndex('grants_once')
      .on(t.userId, t.itemType, t.itemId)
      .where(sql`revoked_at is null`),
    index('grants_granted_by').on(t.grantedBy),
    index('grants_revoked_by').on(t.revokedBy),
    check('grants_item_type', sql`${t.itemType} in (${oneOf(ENTITLEMENT_ITEMS)})`),
    check('grants_kind', sql`${t.kind} in (${oneOf(GRANT_KINDS)})`),
    check('grants_revoked', sql`(${t.revokedAt} is null) = (${t.revokeReason} is null)`),
  ],
);

export const enrollments = pgTable(
  'enrollments',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    courseId: integer()
      .notNull()
      .references(() => courses.id),
    state: text().$type<EnrollmentState>().notNull().default('active'),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('enrollments_once').on(t.userId, t.courseId),
    index('enrollments_course_id').on(t.courseId),
    check('enrollments_state_known', sql`${t.state} in (${oneOf(ENROLLMENT_STATES)})`),
  ],
);
