// What someone may be about to type, in SQL.
import { and, desc, eq, ilike } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { resources } from '#server/db/schema/resource.ts';

export async function listTitlesLike(db: DbOrTx, { typed, limit }: { typed: string; limit: number }) {
  return db
    .select({ id: resources.id, title: resources.title })
    .from(resources)
    .where(
      and(
        eq(resources.isListed, true),
        ilike(resources.title, `%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`),
      ),
    )
    .orderBy(desc(resources.salesCount), desc(resources.id))
    .limit(limit);
}
