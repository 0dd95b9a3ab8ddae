// Personal data of coupons: who used one. The use itself still counts toward the limit.
import { inArray, sql } from '#server/db/drizzle.ts';
import { coupons, couponSellers, couponUses } from '#server/db/schema/coupon.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';

export const couponPersonalData: PersonalData = {
  tables: [coupons, couponSellers, couponUses],
  async erase(_ctx, tx, { orderIds }) {
    await tx
      .update(couponUses)
      .set({ buyer: sql`'gone-' || ${couponUses.id}`, network: null, card: null })
      .where(inArray(couponUses.orderId, [...orderIds]));
  },
};
