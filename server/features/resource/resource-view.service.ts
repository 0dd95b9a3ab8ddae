// Counting who looks at a resource: each person once a day, and nothing that says who they were.
import { createHash, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getStanding } from '#server/features/entitlement/standing.service.ts';
import { addressKey } from '#server/integrations/address-key.ts';
import { addView, deleteViewersBefore, findOrAddSalt } from './resource-view.queries.ts';

type Visit = { address: string; userAgent: string | undefined };

export async function countView(
  ctx: AppContext,
  viewer: Viewer | null,
  resourceId: number,
  { address, userAgent }: Visit,
): Promise<void> {
  // Refuses what this person may not see.
  const { isListed, isMine, isStaff } = await getStanding(ctx, viewer, {
    itemType: 'resource',
    itemId: resourceId,
  });
  if (!isListed || isMine || isStaff || !userAgent || isbot(userAgent)) return;
  const day = dayOf(ctx);
  const salt = await findOrAddSalt(ctx.db, { day, salt: randomBytes(32).toString('hex') });
  const who = viewer ? `person ${viewer.id}` : `guest ${addressKey(address)} ${userAgent}`;
  const hash = createHash('sha256').update(`${salt} ${who}`).digest('base64url');
  await addView(ctx.db, { resourceId, day, viewer: hash });
}

/** With the salt goes the last way to find out who it was. */
export async function pruneViewers(ctx: AppContext): Promise<void> {
  await deleteViewersBefore(ctx.db, { day: dayOf(ctx) });
}

const dayOf = (ctx: AppContext) => ctx.clock.now().toISOString().slice(0, 10);
