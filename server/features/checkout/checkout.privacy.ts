// Personal data of checkout: stored answers to repeated requests contain the buyer's order key.
import { inArray } from 'drizzle-orm';
import { idempotencyKeys } from '#server/db/schema/checkout.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';

export const checkoutPersonalData: PersonalData = {
  tables: [],
  async erase(_ctx, tx, { orderIds }) {
    await tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.orderId, [...orderIds]));
  },
};
