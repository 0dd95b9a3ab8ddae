// Help articles: everyone reads and searches the published ones, staff write them.
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { markdownToPlain, renderMarkdown } from '#server/markdown.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import type {
  HelpArticle,
  HelpArticleDetail,
  HelpTopic,
  StaffHelpArticle,
} from '#shared/features/help/help.schema.ts';
import { toPlainText } from '#shared/plain-text.ts';
import {
  deleteArticle,
  findPublishedArticle,
  insertArticle,
  insertStarters,
  isSlugTaken,
  listArticleRows,
  lockArticleIds,
  searchArticleRows,
  searchSimilarRows,
  updateArticle,
  updatePositions,
  type ArticleRow,
} from './help.queries.ts';
import { STARTER_ARTICLES } from './starter-articles.ts';

/** At every start, so that a new version brings its new articles. */
export async function ensureStarterArticles(db: Db, now = new Date()): Promise<void> {
  await inTransaction(db, (tx) => insertStarters(tx, { articles: STARTER_ARTICLES, now }));
}

const LONGEST_SUMMARY = 160;

function summaryOf(text: string): string {
  const plain = markdownToPlain(text).replaceAll(/\s+/g, ' ');
  const characters = Array.from(plain);
  return characters.length > LONGEST_SUMMARY ? `${characters.slice(0, LONGEST_SUMMARY).join('')}…` : plain;
}

const toArticle = ({ slug, title, topic, text }: ArticleRow): HelpArticle => ({
  slug,
  title,
  topic,
  summary: summaryOf(text),
});

export async function listHelpArticles(ctx: AppContext, q: string): Promise<{ items: HelpArticle[] }> {
  const found = await searchArticleRows(ctx.db, { q });
  const rows =
    found === null
      ? await listArticleRows(ctx.db, { isPublic: true })
      : found.length > 0
        ? found
        : await searchSimilarRows(ctx.db, { q });
  return { items: rows.map(toArticle) };
}

export async function getHelpArticle(ctx: AppContext, slug: string): Promise<HelpArticleDetail> {
  const row = await findPublishedArticle(ctx.db, { slug });
  if (!row) throw new AppError('not_found', 'This article doesn’t exist any more. Search the help pages.');
  return { ...toArticle(row), html: renderMarkdown(row.text), updatedAt: row.updatedAt.toISOString() };
}

const toStaffArticle = ({ updatedAt, ...row }: ArticleRow): StaffHelpArticle => ({
  ...row,
  updatedAt: updatedAt.toISOString(),
});

export async function listStaffHelpArticles(ctx: AppContext): Promise<{ items: StaffHelpArticle[] }> {
  return { items: (await listArticleRows(ctx.db, { isPublic: false })).map(toStaffArticle) };
}

type Content = { title: string; topic: HelpTopic; text: string; isPublished: boolean };

const contentOf = (ctx: AppContext, viewer: Viewer, { text, ...content }: Content) => ({
  ...content,
  text: toPlainText(text),
  updatedBy: viewer.id,
  updatedAt: ctx.clock.now(),
});

const audited = (viewer: Viewer, action: AuditAction, id: number, details = {}) => ({
  actor: viewer,
  action,
  subject: ['help-article', id] as [string, number],
  details,
});

/** “How do refunds work?” becomes `how-do-refunds-work`. */
function toSlug(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replaceAll(/[’'\p{M}]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80);
  return slug || 'article';
}

export async function createHelpArticle(
  ctx: AppContext,
  viewer: Viewer,
  content: Content,
): Promise<StaffHelpArticle> {
  return inTransaction(ctx.db, async (tx) => {
    const wanted = toSlug(content.title);
    let slug = wanted;
    for (let n = 2; await isSlugTaken(tx, { slug }); n++) slug = `${wanted}-${n}`;
    const row = await insertArticle(tx, { ...contentOf(ctx, viewer, content), slug });
    if (!row)
      throw new AppError('conflict', 'Someone else just saved an article with this title. Try again.');
    await recordAudit(ctx, tx, audited(viewer, 'help.save', row.id, { title: row.title }));
    return toStaffArticle(row);
  });
}

const noSuchArticle = () => new AppError('not_found', 'This article doesn’t exist any more.');

export async function updateHelpArticle(
  ctx: AppContext,
  viewer: Viewer,
  { id, ...content }: Content & { id: number },
): Promise<StaffHelpArticle> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await updateArticle(tx, { id, ...contentOf(ctx, viewer, content) });
    if (!row) throw noSuchArticle();
    const { title, isPublished } = row;
    await recordAudit(ctx, tx, audited(viewer, 'help.save', id, { title, published: isPublished }));
    return toStaffArticle(row);
  });
}

export async function deleteHelpArticle(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await deleteArticle(tx, { id }))) throw noSuchArticle();
    await recordAudit(ctx, tx, audited(viewer, 'help.delete', id));
  });
}

export async function reorderHelpArticles(ctx: AppContext, viewer: Viewer, ids: number[]): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const known = await lockArticleIds(tx);
    if (known.length !== ids.length || !known.every((id) => ids.includes(id))) {
      throw new AppError('conflict', 'Someone added or deleted an article meanwhile. Reload and try again.');
    }
    await updatePositions(tx, { ids });
    await recordAudit(ctx, tx, audited(viewer, 'help.order', ids[0] ?? 0));
  });
}

export function previewHelpArticle(text: string): { html: string } {
  return { html: renderMarkdown(toPlainText(text)) };
}
