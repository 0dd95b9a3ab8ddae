// What members get: lower prices, for as long as their membership is open.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractResult } from '#shared/contract.ts';
import type * as contract from '#shared/features/membership/membership.contract.ts';
import { findMemberRates, lockOpenMemberships } from './benefit.queries.ts';
import { downloadsOf } from './library.service.ts';
import { MembershipLost } from './membership.service.ts';

export async function getBenefits(
  ctx: AppContext,
  viewer: Viewer,
): Promise<ContractResult<typeof contract.getBenefits>> {
  const asked = { userId: viewer.id, now: ctx.clock.now() };
  const { until, resource, course, booking } = await findMemberRates(ctx.db, asked);
  const downloads = until === null ? null : await downloadsOf(ctx.db, asked);
  return { isMember: until !== null, discounts: { resource, course, booking }, downloads };
}

/** Throws MembershipLost. One that is open stays so until the transaction ends. */
export async function requireOpenMembership(
  tx: Tx,
  { userId, now }: { userId: number | null; now: Date },
): Promise<void> {
  const open = userId === null ? [] : await lockOpenMemberships(tx, { userId, now, isAlone: false });
  if (open.length === 0) throw new MembershipLost('The member price is for members');
}

export { findMemberRates, memberRatesSql, type MemberRates } from './benefit.queries.ts';
