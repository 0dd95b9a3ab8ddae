// Categories of resources and courses, and what staff do with them.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Db, DbOrTx, Tx } from '#server/db/client.ts';
import { CATEGORY_KINDS } from '#server/db/schema/category.ts';
import { databaseErrorCode, inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { moveCoursesToCategory } from '#server/features/course/course.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { inTreeOrder, movedTo, withBelow } from '#shared/features/category/category.rules.ts';
import type { Category, StaffCategory } from '#shared/features/category/category.schema.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import { hasPermission } from '#shared/roles.ts';
import {
  type CategoryNode,
  claimStarters,
  countOwnItems,
  deleteCategoryRow,
  findKind,
  insertCategory,
  insertStarters,
  leadOn,
  listCategoryRows,
  listNodes,
  listSuccessors,
  lockCategories,
  moveCategoryResources,
  setName,
  setTree,
} from './category.queries.ts';
import { STARTER_CATEGORIES, type StarterCategory } from './starter-categories.ts';

/** At every start; what staff do with them afterwards stays. */
export async function ensureStarterCategories(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const kind of CATEGORY_KINDS) {
      if (await claimStarters(tx, { kind })) await createStarters(tx, kind);
    }
  });
}

async function createStarters(tx: Tx, kind: Kind): Promise<void> {
  const upper = STARTER_CATEGORIES[kind];
  const rowsOf = (starters: readonly StarterCategory[], parentId: number | null) =>
    starters.map(({ slug, name }, position) => ({ kind, parentId, slug, name, position }));
  const ids = await insertStarters(tx, rowsOf(upper, null));
  const lower = upper.flatMap(({ slug, below = [] }) => rowsOf(below, ids.get(slug) ?? null));
  if (lower.length > 0) await insertStarters(tx, lower);
}

export function listCategories(ctx: AppContext, { kind }: { kind?: Category['kind'] | undefined }) {
  return listCategoryRows(ctx.db, { kind });
}

export async function getCategory(ctx: AppContext, id: number): Promise<Category> {
  const [current] = await followMerges(ctx, [id]);
  const [category] = await listCategoryRows(ctx.db, { id: current });
  if (!category) throw new AppError('not_found', 'This category doesn’t exist.');
  return category;
}

/** Which of these ids were merged, and into which category. */
export async function findMerges(ctx: AppContext, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  return new Map((await listSuccessors(ctx.db, { ids })).map(({ id, intoId }) => [id, intoId]));
}

/** Keeps old links working. */
export async function followMerges(ctx: AppContext, ids: readonly number[]): Promise<number[]> {
  const merges = await findMerges(ctx, ids);
  return [...new Set(ids.map((id) => merges.get(id) ?? id))];
}

type Kind = Category['kind'];

export async function listStaffCategories(ctx: AppContext, viewer: Viewer, kind: Kind) {
  refuseOthers(viewer, kind);
  return readTree(ctx.db, kind);
}

export async function createCategory(
  ctx: AppContext,
  viewer: Viewer,
  { kind, name, parentId }: { kind: Kind; name: string; parentId: number | null },
) {
  refuseOthers(viewer, kind);
  return change(ctx, kind, async (tx, nodes) => {
    if (parentId !== null && !nodes.some(({ id }) => id === parentId)) throw changedMeanwhile();
    const id = await insertCategory(tx, { kind, name, parentId, slug: slugOf(name) });
    await setTree(tx, inTreeOrder([...nodes, { id, kind, name, parentId }]));
    await audit(ctx, tx, viewer, ['category.add', id, { kind, name }]);
  });
}

export async function renameCategory(
  ctx: AppContext,
  viewer: Viewer,
  { id, name }: { id: number; name: string },
) {
  return changeOne(ctx, viewer, id, async (tx, _nodes, category) => {
    if (name === category.name) return;
    // The slug stays, so existing links keep working.
    await setName(tx, { id, name });
    const details = { kind: category.kind, from: category.name, to: name };
    await audit(ctx, tx, viewer, ['category.rename', id, details]);
  });
}

export async function moveCategory(
  ctx: AppContext,
  viewer: Viewer,
  { id, parentId, beforeId }: { id: number; parentId: number | null; beforeId: number | null },
) {
  return changeOne(ctx, viewer, id, async (tx, nodes, category) => {
    if (parentId !== null && withBelow(nodes, id).includes(parentId)) throw circle();
    const moved = movedTo(nodes, id, { parentId, beforeId });
    if (!moved) throw changedMeanwhile();
    await setTree(tx, moved);
    const below = nodes.find((node) => node.id === parentId)?.name ?? null;
    await audit(ctx, tx, viewer, ['category.move', id, { kind: category.kind, name: category.name, below }]);
  });
}

export async function mergeCategory(
  ctx: AppContext,
  viewer: Viewer,
  { id, intoId }: { id: number; intoId: number },
) {
  return changeOne(ctx, viewer, id, async (tx, nodes, category) => {
    const into = nodes.find((node) => node.id === intoId);
    if (id === intoId) throw new AppError('conflict', 'A category cannot be merged into itself.');
    if (!into) throw changedMeanwhile();
    if (withBelow(nodes, id).includes(intoId)) {
      const text = `${into.name} is below ${category.name}. Move it out first, or merge the other way round.`;
      throw new AppError('conflict', text);
    }
    const children = nodes.filter((node) => node.parentId === id);
    const rest = nodes.filter((node) => node.id !== id && node.parentId !== id);
    const after = [...rest, ...children.map((child) => ({ ...child, parentId: intoId }))];
    await setTree(tx, inTreeOrder(after));
    const items = (await countOwnItems(tx, { kind: category.kind })).get(id) ?? 0;
    const isDone = await continueMerge(tx, { id, intoId });
    if (!isDone) await ctx.jobs.send(tx, mergeCategoryJob, { id, intoId });
    const details = { kind: category.kind, name: category.name, into: into.name, items };
    await audit(ctx, tx, viewer, ['category.merge', id, details]);
  });
}

export async function deleteCategory(ctx: AppContext, viewer: Viewer, id: number) {
  return changeOne(ctx, viewer, id, async (tx, nodes, category) => {
    await deleteCategoryRow(tx, { id });
    await setTree(tx, inTreeOrder(nodes.filter((node) => node.id !== id)));
    await audit(ctx, tx, viewer, ['category.delete', id, { kind: category.kind, name: category.name }]);
  });
}

/** Officers manage resource categories; course categories need an admin. */
function refuseOthers(viewer: Viewer, kind: Kind): void {
  const permission = kind === 'course' ? 'course-categories.manage' : 'categories.manage';
  if (hasPermission(viewer.roles, permission)) return;
  throw new AppError('forbidden', 'Only admins can manage course categories.');
}

async function readTree(db: DbOrTx, kind: Kind): Promise<StaffCategory[]> {
  const rows = await listCategoryRows(db, { kind });
  const own = await countOwnItems(db, { kind });
  return inTreeOrder(rows).map((row) => ({ ...row, ownCount: own.get(row.id) ?? 0 }));
}

type Work = (tx: Tx, nodes: CategoryNode[], category: CategoryNode) => Promise<void>;

async function changeOne(ctx: AppContext, viewer: Viewer, id: number, work: Work) {
  const kind = await findKind(ctx.db, { id });
  if (!kind) throw noSuchCategory();
  refuseOthers(viewer, kind);
  return change(ctx, kind, async (tx, nodes) => {
    const category = nodes.find((node) => node.id === id);
    if (!category) throw noSuchCategory();
    await work(tx, nodes, category);
  });
}

async function change(
  ctx: AppContext,
  kind: Kind,
  work: (tx: Tx, nodes: CategoryNode[]) => Promise<void>,
): Promise<StaffCategory[]> {
  try {
    return await inTransaction(ctx.db, async (tx) => {
      await lockCategories(tx);
      await work(tx, inTreeOrder(await listNodes(tx, { kind })));
      return readTree(tx, kind);
    });
  } catch (error) {
    throw toReadable(error);
  }
}

async function audit(
  ctx: AppContext,
  tx: Tx,
  actor: Viewer,
  [action, id, details]: [AuditAction, number, Record<string, unknown>],
): Promise<void> {
  await recordAudit(ctx, tx, { actor, action, subject: ['category', id], details });
}

/** Turns constraint violations into readable errors. */
function toReadable(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'categories_no_circle') return circle();
  if (constraint === 'categories_three_levels') {
    return new AppError('conflict', 'Categories go three levels deep at most. Nothing was moved.');
  }
  const code = databaseErrorCode(error);
  if (code === '23503') {
    const text = 'This category or one below it isn’t empty. Merge it into another one instead.';
    return new AppError('conflict', text);
  }
  if (code === '55P03') {
    return new AppError('conflict', 'Someone is changing items in this category. Try again in a moment.');
  }
  return error;
}

const noSuchCategory = () => new AppError('not_found', 'This category no longer exists.');
const circle = () => new AppError('conflict', 'A category cannot be below itself. Nothing was moved.');
const changedMeanwhile = () =>
  new AppError('conflict', 'Someone else changed the categories in the meantime. Nothing was moved.');

/** The name's letters and digits as a URL slug. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'category'
  );
}

/** Each takes a few milliseconds. */
export const MOVED_AT_ONCE = 200;
const LONGEST_RUN_MS = 60_000;

/** Call it with the categories locked. True if the category is empty and deleted. */
export async function continueMerge(
  tx: Tx,
  { id, intoId }: { id: number; intoId: number },
): Promise<boolean> {
  await moveCoursesToCategory(tx, { from: id, into: intoId });
  const moved = await moveCategoryResources(tx, { from: id, into: intoId, most: MOVED_AT_ONCE });
  if (moved === MOVED_AT_ONCE) return false;
  await leadOn(tx, { from: id, into: intoId });
  await deleteCategoryRow(tx, { id });
  return true;
}

export const mergeCategoryJob = defineJob({
  name: 'category.merge',
  data: z.object({ id: z.int(), intoId: z.int() }),
  async run(ctx, { id, intoId }) {
    const until = Date.now() + LONGEST_RUN_MS;
    for (let isDone = false; !isDone;) {
      isDone = await inTransaction(ctx.db, async (tx) => {
        if (Date.now() > until) {
          await ctx.jobs.send(tx, mergeCategoryJob, { id, intoId });
          return true;
        }
        await lockCategories(tx);
        // An earlier run finished it.
        if (!(await findKind(tx, { id }))) return true;
        // The target may itself have been merged in the meantime.
        const [next] = await listSuccessors(tx, { ids: [intoId] });
        return continueMerge(tx, { id, intoId: next?.intoId ?? intoId });
      });
    }
  },
});
