// Valid certificates as badges on public pages. Computed when they are read: one that expires or is revoked is gone at once.
import type { AppContext } from '#server/context.ts';
import type { LiveBadge } from '#shared/features/certificate/certificate.schema.ts';
import { listLiveBadgeRows } from './certificate.queries.ts';

/** For many users in one query; users without a valid certificate aren't in the map. */
export async function listLiveBadges(
  ctx: AppContext,
  userIds: readonly number[],
): Promise<Map<number, LiveBadge[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await listLiveBadgeRows(ctx.db, { userIds, now: ctx.clock.now() });
  const byUser = new Map<number, LiveBadge[]>();
  for (const { userId, ...badge } of rows) byUser.set(userId, [...(byUser.get(userId) ?? []), badge]);
  return byUser;
}

/** Of one user, for their own page. */
export async function listLiveBadgesOf(ctx: AppContext, userId: number): Promise<LiveBadge[]> {
  return (await listLiveBadges(ctx, [userId])).get(userId) ?? [];
}
