// Which covers may be drawn, in SQL.
import { eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { covers } from '#server/db/schema/cover.ts';

export type Cover = typeof covers.$inferSelect;

export async function findCover(db: DbOrTx, { subject }: { subject: string }): Promise<Cover | null> {
  const [row] = await db
    .select({
      subject: covers.subject,
      seed: covers.seed,
      style: covers.style,
      colourway: covers.colourway,
      isBare: covers.isBare,
    })
    .from(covers)
    .where(eq(covers.subject, subject));
  return row ?? null;
}

/** New subjects are added, known ones get the drawing named here. */
export async function upsertCovers(db: DbOrTx, rows: Cover[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(covers)
    .values(rows)
    .onConflictDoUpdate({
      target: covers.subject,
      set: {
        seed: sql`excluded.seed`,
        style: sql`excluded.style`,
        colourway: sql`excluded.colourway`,
        isBare: sql`excluded.is_bare`,
      },
    });
}
