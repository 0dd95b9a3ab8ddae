// Why someone may use something (DESIGN §4). Access is read from here and nowhere else.
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
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
    /** Null: held by a guest's order and opened by its key, until someone confirms the order's address. */
    userId: integer().references(() => users.id),
    itemType: text().$type<EntitlementItem>().notNull(),
    itemId: integer().notNull(),
    cause: text().$type<EntitlementCause>().notNull(),
    /** Which order line, seat or membership; '' where there can be only one (free). */
    causeRef: text().notNull().default(''),
    state: text().$type<EntitlementState>().notNull().default('active'),
    createdAt: timestamptz().notNull(),
    /** Null: for good. Past it the row gives nothing, whether or not a job has marked it. */
    endsAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('entitlements_cause').on(t.userId, t.itemType, t.itemId, t.cause, t.causeRef),
    // What an order line gives, it gives to one holder: a guest's order, or the one account it was attached to.
    uniqueIndex('entitlements_order_line_once')
      .on(t.causeRef, t.itemType, t.itemId)
      .where(sql`cause = 'order_line' and cause_ref <> ''`),
    index('entitlements_item').on(t.itemType, t.itemId),
    check('entitlements_item_type', sql`${t.itemType} in (${oneOf(ENTITLEMENT_ITEMS)})`),
    check('entitlements_cause_known', sql`${t.cause} in (${oneOf(ENTITLEMENT_CAUSES)})`),
    check(
      'entitlements_holder',
      sql`${t.userId} is not null or (${t.cause} = 'order_line' and ${t.causeRef} <> '')`,
    ),
    check('entitlements_state', sql`${t.state} in (${oneOf(ENTITLEMENT_STATES)})`),
  ],
);

/** Given by staff without payment; the row of entitlements names it as its cause. */
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
    // The same thing is given to somebody once at a time.
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

export const enrolments = pgTable(
  'enrolments',
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
    uniqueIndex('enrolments_once').on(t.userId, t.courseId),
    index('enrolments_course_id').on(t.courseId),
    check('enrolments_state_known', sql`${t.state} in (${oneOf(ENROLLMENT_STATES)})`),
  ],
);
