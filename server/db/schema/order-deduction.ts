// What a bundle cost less because the buyer had already paid for an item in it: each deduction with the purchase it came
// from. Triggers make sure that the purchase covers it for as long as it is in effect.
import { sql } from '#server/db/drizzle.ts';
import { check, index, integer, pgTable, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
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
    /** The bundle's part that cost less. */
    partId: partId(),
    /** The earlier purchase of the same item, in another order or in this one. */
    sourcePartId: partId(),
    /** Subtracted from the bundle's price. */
    amountCents: cents().notNull(),
    /** The part of the source's payment, after discounts and with tax, that isn't refundable while the deduction is in effect. */
    heldCents: cents().notNull(),
    state: text().$type<DeductionState>().notNull().default('planned'),
    /** The refund of the source that this deduction reduced. */
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
