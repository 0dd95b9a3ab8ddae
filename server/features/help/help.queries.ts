// Help articles in SQL.
import { and, asc, desc, eq, max, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { asText } from '#server/db/search.ts';
import { helpArticles, starterArticles } from '#server/db/schema/help.ts';

const { id, slug, title, topic, text, isPublished, updatedAt } = helpArticles;
const columns = { id, slug, title, topic, text, isPublished, updatedAt };

const selectArticles = (db: DbOrTx) => db.select(columns).from(helpArticles);
export type ArticleRow = Awaited<ReturnType<typeof selectArticles>>[number];

const inOrder = [asc(helpArticles.position), asc(id)];

export async function listArticleRows(
  db: DbOrTx,
  { isPublic }: { isPublic: boolean },
): Promise<ArticleRow[]> {
  return selectArticles(db)
    .where(isPublic ? eq(isPublished, true) : undefined)
    .orderBy(...inOrder);
}

const MOST_WORDS = 12;
const MOST_FOUND = 20;

/** Whole words and the beginnings of words, as they were typed. */
function wordsOf(q: string): string[] {
  const words =
    asText(q)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, MOST_WORDS);
}

/** Any of the words, best first. Null: nothing to search for. */
export async function searchArticleRows(db: DbOrTx, { q }: { q: string }): Promise<ArticleRow[] | null> {
  const words = wordsOf(q);
  if (words.length === 0) return null;
  const query = sql`to_tsquery('english', ${words.map((word) => `${word}:*`).join(' | ')})`;
  return selectArticles(db)
    .where(and(eq(isPublished, true), sql`${helpArticles.words} @@ ${query}`))
    .orderBy(desc(sql`ts_rank(${helpArticles.words}, ${query})`), ...inOrder)
    .limit(MOST_FOUND);
}

/** “refnud” is as similar to “refund” as this; two unrelated words are less. */
const LEAST_SIMILAR = 0.4;

/** For searches without a match: articles with a word that looks like one of the typed ones. */
export async function searchSimilarRows(db: DbOrTx, { q }: { q: string }): Promise<ArticleRow[]> {
  const words = wordsOf(q).filter((word) => word.length > 3);
  if (words.length === 0) return [];
  const likeness = sql`(select max(word_similarity(w, lower(${title} || ' ' || ${text})))
    from unnest(${sql.param(words)}::text[]) w)`;
  return selectArticles(db)
    .where(and(eq(isPublished, true), sql`${likeness} >= ${LEAST_SIMILAR}`))
    .orderBy(desc(likeness), ...inOrder)
    .limit(MOST_FOUND);
}

export async function findPublishedArticle(db: DbOrTx, where: { slug: string }): Promise<ArticleRow | null> {
  const [row] = await selectArticles(db).where(and(eq(slug, where.slug), eq(isPublished, true)));
  return row ?? null;
}

export async function isSlugTaken(db: DbOrTx, where: { slug: string }): Promise<boolean> {
  const found = await db.select({ id }).from(helpArticles).where(eq(slug, where.slug));
  return found.length > 0;
}

type Content = Pick<
  typeof helpArticles.$inferInsert,
  'title' | 'topic' | 'text' | 'isPublished' | 'updatedBy' | 'updatedAt'
>;

/** At the end of the list. Null if the address was taken meanwhile. */
export async function insertArticle(tx: Tx, values: Content & { slug: string }): Promise<ArticleRow | null> {
  const [last] = await tx.select({ position: max(helpArticles.position) }).from(helpArticles);
  const [row] = await tx
    .insert(helpArticles)
    .values({ ...values, position: (last?.position ?? 0) + 1 })
    .onConflictDoNothing()
    .returning(columns);
  return row ?? null;
}

type Starter = Pick<typeof helpArticles.$inferInsert, 'slug' | 'title' | 'topic' | 'text'>;

/** Published, at the end of the list. Those the site was given before are left as staff have them, deleted ones too. */
export async function insertStarters(
  tx: Tx,
  { articles, now }: { articles: readonly Starter[]; now: Date },
): Promise<void> {
  const given = await tx
    .insert(starterArticles)
    .values(articles.map((article) => ({ slug: article.slug })))
    .onConflictDoNothing()
    .returning();
  const isNew = new Set(given.map((row) => row.slug));
  const added = articles.filter((article) => isNew.has(article.slug));
  if (added.length === 0) return;
  const [last] = await tx.select({ position: max(helpArticles.position) }).from(helpArticles);
  const first = (last?.position ?? 0) + 1;
  await tx
    .insert(helpArticles)
    .values(
      added.map((article, index) => ({
        ...article,
        position: first + index,
        isPublished: true,
        updatedAt: now,
      })),
    )
    .onConflictDoNothing();
}

export async function updateArticle(
  tx: Tx,
  { id: own, ...change }: Content & { id: number },
): Promise<ArticleRow | null> {
  const [row] = await tx.update(helpArticles).set(change).where(eq(id, own)).returning(columns);
  return row ?? null;
}

export async function deleteArticle(tx: Tx, { id: own }: { id: number }): Promise<boolean> {
  const deleted = await tx.delete(helpArticles).where(eq(id, own)).returning({ id });
  return deleted.length > 0;
}

export async function lockArticleIds(tx: Tx): Promise<number[]> {
  const rows = await tx.select({ id }).from(helpArticles).orderBy(asc(id)).for('update');
  return rows.map((row) => row.id);
}

export async function updatePositions(tx: Tx, { ids }: { ids: number[] }): Promise<void> {
  await tx.execute(sql`update help_articles a set position = o.position
    from unnest(${sql.param(ids)}::int[]) with ordinality as o(id, position) where a.id = o.id`);
}
