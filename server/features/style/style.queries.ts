// Dance styles in SQL.
import { asc, eq, inArray, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { danceStyles, STYLE_CODES } from '#server/db/schema/style.ts';
import type { StaffStyle } from '#shared/features/style/style.schema.ts';

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

/** Listed items: resources by their counter (choice_keys() in 0000_baseline.sql), courses one by one. */
export const itemCount = sql<number>`(
  coalesce((select count from resource_counts where key = ${danceStyles.code}), 0)
  + (select count(*) from courses where dance_style = ${danceStyles.name} and is_listed))::int`;

const selectWithItems = prepared((db) =>
  db
    .select({ name: danceStyles.name, isRetired, itemCount })
    .from(danceStyles)
    .orderBy(asc(danceStyles.position), asc(danceStyles.id))
    .prepare('dance_styles_with_items'),
);

export async function listStylesWithItems(db: DbOrTx) {
  return selectWithItems(db).execute();
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

const countIn = (rows: string) =>
  sql<number>`(select count(*) from ${sql.raw(rows)} = ${danceStyles.name})::int`;

export async function listStaffStyleRows(db: DbOrTx): Promise<StaffStyle[]> {
  return db
    .select({
      id: danceStyles.id,
      name: danceStyles.name,
      isRetired,
      itemCount,
      resourceCount: countIn('resources where dance_style'),
      courseCount: countIn('courses where dance_style'),
      peopleCount: countIn('users, unnest(users.dance_styles) style where style'),
    })
    .from(danceStyles)
    .orderBy(asc(danceStyles.position), asc(danceStyles.id));
}

/** Advisory lock: one change of styles at a time, across all servers. */
const ONE_AT_A_TIME = 727_310_004;

export async function lockStyleChanges(tx: Tx): Promise<void> {
  // A rename updates every row with the style, which can exceed the statement timeout of requests.
  await tx.execute(sql`set local statement_timeout = '10min'`);
  await tx.execute(sql`select pg_advisory_xact_lock(${ONE_AT_A_TIME})`);
}

export async function lockStyle(tx: Tx, { id }: { id: number }) {
  const [row] = await tx
    .select({ id: danceStyles.id, name: danceStyles.name, isRetired })
    .from(danceStyles)
    .where(eq(danceStyles.id, id))
    .for('update');
  return row ?? null;
}

/** Takes the first free code and the last position; null if no code is free. */
export async function insertStyle(tx: Tx, { name }: { name: string }): Promise<{ id: number } | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into dance_styles (name, code, position)
    select ${name}, code, (select coalesce(max(position), 0) + 1 from dance_styles)
    from unnest(${sql.param([...STYLE_CODES])}::int[]) with ordinality free(code, at)
    where code not in (select code from dance_styles) order by at limit 1
    returning id`);
  return rows[0] ?? null;
}

/** With `isListedLater`, listings keep the old name in their search terms until `relistStyle` has run. */
export async function renameStyle(
  tx: Tx,
  { id, name, isListedLater }: { id: number; name: string; isListedLater: boolean },
): Promise<void> {
  if (isListedLater) await tx.execute(sql`select set_config('catalogue.listed_later', 'on', true)`);
  await tx.execute(sql`select rename_dance_style(${id}::int, ${name}::text)`);
}

export async function hasMoreListed(
  tx: Tx,
  { name, than }: { name: string; than: number },
): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from resources where dance_style = ${name} and is_listed offset ${than} limit 1`,
  );
  return rows.length > 0;
}

/** Rewrites the next listings of a style. Returns the last id; null if there are no more. */
export async function relistStyle(
  tx: Tx,
  { id, after, limit }: { id: number; after: number; limit: number },
): Promise<number | null> {
  // Lock first, then read, so concurrent changes aren't overwritten.
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from resources
    where dance_style = (select name from dance_styles where id = ${id}) and is_listed and id > ${after}
    order by id limit ${limit} for no key update`);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return null;
  await tx.execute(
    sql`select write_listing(r) from resources r where id = any(${sql.param(ids)}::int[]) and is_listed`,
  );
  return ids.at(-1) ?? null;
}

export async function setRetired(tx: Tx, { id, at }: { id: number; at: Date | null }): Promise<void> {
  await tx.update(danceStyles).set({ retiredAt: at }).where(eq(danceStyles.id, id));
}

export async function setStyleOrder(tx: Tx, { ids }: { ids: readonly number[] }): Promise<void> {
  await tx.execute(sql`
    update dance_styles set position = at
    from unnest(${sql.param([...ids])}::int[]) with ordinality given(id, at)
    where given.id = dance_styles.id and position <> at`);
}

export async function deleteStyleRow(tx: Tx, { id }: { id: number }): Promise<void> {
  await tx.delete(danceStyles).where(eq(danceStyles.id, id));
}
