// Opens the shop of someone who may sell from now on.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { createDrawnCover } from '#server/features/cover/cover.service.ts';
import { coverSubjectOf } from '#shared/features/cover/cover.rules.ts';
import { freeSlug, slugOf } from '#shared/features/seller/slug.rules.ts';
import { hasShop, insertShop, listSlugsLike } from './seller-opening.queries.ts';

/** Whoever has a shop already keeps it as it is. Of two with the same name, the second gets a number. */
export async function openShop(
  ctx: AppContext,
  tx: Tx,
  { userId, name }: { userId: number; name: string },
): Promise<void> {
  const wanted = slugOf(name);
  const now = ctx.clock.now();
  while (!(await hasShop(tx, { userId }))) {
    const slug = freeSlug(wanted, await listSlugsLike(tx, { slug: wanted }));
    if (await insertShop(tx, { userId, name, slug, createdAt: now, updatedAt: now })) {
      await createDrawnCover(tx, { subject: coverSubjectOf.seller(userId), style: 'Other' });
    }
  }
}
