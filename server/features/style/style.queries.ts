// Dance styles in SQL.
import { asc, inArray, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { danceStyles } from '#server/db/schema/style.ts';

export const isRetired = sql<boolean>`${danceStyles.retiredAt} is not null`;

const selectStyles = prepared((db) =>
  db
    .select({ id: danceStyles.id, name: danceStyles.name, code: danceStyles.code, isRetired })
    .from(danceStyles)
    .orderBy(asc(danceStyles.position), asc(danceStyles.id))
    .prepare('dance_styles'),
);

export type StyleRow = { id: number; name: string; code: number; isRetired: boolean };

export async function listStyleRows(db: DbOrTx): Promise<StyleRow[]> {
  return selectStyles(db).execute();
}

/** Listed things: resources by their counter (choice_keys() in 0000_baseline.sql), courses one by one. */
export const itemCount = sql<number>`(
  coalesce((select count from resource_counts where key = ${danceStyles.code}), 0)
  + (select count(*) from courses where dance_style = ${danceStyles.name} and is_listed))::int`;

export async function listStylesWithItems(db: DbOrTx) {
  return db
    .select({ name: danceStyles.name, isRetired, itemCount })
    .from(danceStyles)
    .orderBy(asc(danceStyles.position), asc(danceStyles.id));
}

export async function lockStyles(tx: Tx, { names }: { names: readonly string[] }): Promise<string[]> {
  const rows = await tx
    .select({ name: danceStyles.name })
    .from(danceStyles)
    .where(inArray(danceStyles.name, [...names]))
    .orderBy(asc(danceStyles.position), asc(danceStyles.id))
    .for('key share');
  return rows.map(({ name }) => name);
}
