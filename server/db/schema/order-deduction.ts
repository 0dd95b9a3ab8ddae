// What a bundle cost less because its buyer had paid for something in it before: each deduction with the purchase it came
// from. Triggers (migration) see that it is covered by that purchase for as long as it stands.
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, id, oneOf } from '#server/db/columns.ts';
import { DEDUCTION_STATES, type DeductionState } from '#shared/features/refund/refund.rules.ts';
import { orderParts } from './order.ts';
import { refunds } from './refund.ts';

const partId = () =>
  integer()
    .notNull()
    .references(() => orderParts.id);

export const orderDeductions = pgTable(
  'order_deductions',
  {
    id: id(),
    /** The part of the bundle that cost less. */
    partId: partId(),
    /** The purchase of the same thing it came from, in an earlier order or in the same one. */
    sourcePartId: partId(),
    /** Taken off the price of the bundle. */
    amountCents: cents().notNull(),
    /** Of what was paid for the source, coupon and tax considered: stays paid while the deduction stands. */
    heldCents: cents().notNull(),
    state: text().$type<DeductionState>().notNull().default('planned'),
    /** The refund of the source that was smaller by what this deduction holds. */
    claimedBy: integer().references(() => refunds.id),
  },
  (t) => [
    uniqueIndex('order_deductions_once').on(t.partId, t.sourcePartId),
    index('order_deductions_source').on(t.sourcePartId),
    index('order_deductions_claimed_by').on(t.claimedBy),
    check('order_deductions_state', sql`${t.state} in (${oneOf(DEDUCTION_STATES)})`),
    check('order_deductions_amount', sql`${t.amountCents} > 0 and ${t.heldCents} >= 0`),
    check('order_deductions_two', sql`${t.partId} <> ${t.sourcePartId}`),
  ],
);
