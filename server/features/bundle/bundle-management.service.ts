// Creating, editing, publishing and archiving bundles: sellers with their own items, staff with anything on sale.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { AppError } from '#shared/errors.ts';
import {
  bundleProblems,
  BUNDLE_TRANSITIONS,
  BUNDLE_STATE_LABELS,
  bundleItemKey,
  type BundleTransition,
  type BundleState,
} from '#shared/features/bundle/bundle.rules.ts';
import type { BundleFields, BundleItemKey, OwnBundle } from '#shared/features/bundle/bundle.schema.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { decimalToCents } from '#shared/money.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { byBundle, toCard, toPart, noSuchBundle } from './bundle.service.ts';
import {
  countOwnStates,
  deleteOwnDraft,
  findOwnBundle,
  isSeller,
  insertBundle,
  listOwnRows,
  listItemChoices,
  lockOwnBundle,
  lockSeller,
  updateBundleState,
  replaceBundleItems,
  saveOwnBundle,
  type OwnedBy,
  type OwnFilter,
} from './bundle-management.queries.ts';
import { listBundleItems, type BundleRow, type BundleItemRow } from './bundle.queries.ts';

/** A seller managing their own bundles, or staff managing the platform's. */
type BundleScope = { viewer: Viewer; as: 'seller' | 'staff' };

const ownerOf = ({ viewer, as }: BundleScope) => ({ sellerId: as === 'staff' ? null : viewer.id });
const mineOf = (scope: BundleScope, id: number): OwnedBy => ({ ...ownerOf(scope), id });

async function listManaged(
  ctx: AppContext,
  scope: BundleScope,
  { page, by, ...asked }: Omit<OwnFilter, 'of'> & { page: number; by?: 'house' | 'sellers' },
) {
  await requireSeller(ctx, scope);
  const filter: OwnFilter = { ...asked, of: by === 'sellers' ? 'sellers' : ownerOf(scope) };
  const [counts, rows] = await Promise.all([
    countOwnStates(ctx.db, filter),
    listOwnRows(ctx.db, { ...filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const itemsOf = byBundle(await listBundleItems(ctx.db, { bundleIds: rows.map(({ id }) => id) }));
  const items = rows.map((row) => ({
    ...toCard(row, itemsOf(row.id)),
    state: row.state,
    isForSale: row.state === 'published' && row.isWhole,
    salesCount: row.salesCount,
    updatedAt: row.updatedAt.toISOString(),
  }));
  return { items, total: counts[filter.state ?? 'all'], page, pageSize: PAGE_SIZE, counts };
}

const ITEMS_OFFERED = 20;

async function listItems(ctx: AppContext, scope: BundleScope, { q }: { q?: string | undefined }) {
  await requireSeller(ctx, scope);
  const choices = await listItemChoices(ctx.db, { ...ownerOf(scope), q, limit: ITEMS_OFFERED });
  return choices.slice(0, ITEMS_OFFERED).map(toPart);
}

async function requireSeller(ctx: AppContext, { viewer, as }: BundleScope): Promise<void> {
  if (as === 'seller' && !(await isSeller(ctx.db, { userId: viewer.id }))) throw notASeller();
}

function notASeller(): AppError {
  return new AppError('forbidden', 'You’re not a seller yet. Apply to sell first.');
}

/** Suspended sellers keep what they have, but can't publish anything. */
async function requireOpen(tx: Tx, { viewer, as }: BundleScope): Promise<void> {
  if (as === 'staff') return;
  const seller = await lockSeller(tx, { userId: viewer.id });
  if (!seller) throw notASeller();
  if (seller.state === 'approved' && seller.accountState === 'active') return;
  const reason = seller.suspendedReason ?? seller.accountReason;
  throw new AppError(
    'forbidden',
    `Your store is suspended${reason ? `: ${reason}` : '.'} Until it’s restored, you can’t add or publish anything.`,
  );
}

/** Not found for anyone but its owner. */
async function getManaged(ctx: AppContext, scope: BundleScope, id: number): Promise<OwnBundle> {
  const row = await findOwnBundle(ctx.db, mineOf(scope, id));
  if (!row) throw noSuchBundle();
  const items = await listBundleItems(ctx.db, { bundleIds: [id] });
  const problems = bundleProblems({ ...row, items });
  return {
    ...toCard(row, items),
    description: row.description,
    state: row.state,
    isForSale: row.state === 'published' && problems.length === 0,
    items: items.map(toPart),
    goneCount: items.filter(({ isListed }) => !isListed).length,
    revision: row.revision,
    salesCount: row.salesCount,
    problems,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
  };
}

async function create(ctx: AppContext, scope: BundleScope, fields: BundleFields): Promise<OwnBundle> {
  const id = await inTransaction(ctx.db, async (tx) => {
    await requireOpen(tx, scope);
    const items = await requireOffered(tx, scope, fields.items);
    requireSound(fields, items);
    const now = ctx.clock.now();
    const values = { ...ownerOf(scope), ...columnsOf(fields), createdAt: now, updatedAt: now };
    const made = await insertBundle(tx, values);
    await replaceBundleItems(tx, { bundleId: made, items: fields.items });
    await note(ctx, tx, scope, 'bundle.add', { id: made, title: fields.title });
    return made;
  });
  return getManaged(ctx, scope, id);
}

const columnsOf = ({ title, description, price }: BundleFields) => ({
  title: toPlainText(title),
  description: toPlainText(description),
  priceCents: decimalToCents(price),
});

/** Fails if someone saved in the meantime; a published bundle must stay valid. */
async function update(
  ctx: AppContext,
  scope: BundleScope,
  { id, revision, ...fields }: BundleFields & { id: number; revision: number },
): Promise<OwnBundle> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await lock(tx, scope, id);
    if (before.revision !== revision) throw changedElsewhere();
    const currentItems = await listBundleItems(tx, { bundleIds: [id] });
    const items = await requireOffered(tx, scope, fields.items, currentItems);
    requireSound(fields, items, before.state);
    const change = { ...columnsOf(fields), updatedAt: ctx.clock.now() };
    if (!(await saveOwnBundle(tx, { ...mineOf(scope, id), revision }, change))) throw changedElsewhere();
    await replaceBundleItems(tx, { bundleId: id, items: fields.items });
    await note(ctx, tx, scope, 'bundle.change', { id, title: fields.title });
  });
  return getManaged(ctx, scope, id);
}

async function lock(tx: Tx, scope: BundleScope, id: number): Promise<BundleRow> {
  const row = await lockOwnBundle(tx, mineOf(scope, id));
  if (!row) throw noSuchBundle();
  return row;
}

function changedElsewhere(): AppError {
  return new AppError(
    'conflict',
    'This bundle was changed elsewhere, perhaps in another tab. Reload the page, then make your change again.',
  );
}

/** On sale and theirs to sell, or already in the bundle: a withdrawn item may stay until the next publish. */
async function requireOffered(
  tx: Tx,
  scope: BundleScope,
  items: readonly BundleItemKey[],
  currentItems: readonly BundleItemRow[] = [],
): Promise<BundleItemRow[]> {
  const offered = await listItemChoices(tx, { ...ownerOf(scope), only: items, limit: items.length });
  const known = new Map<string, BundleItemRow>(
    [...currentItems, ...offered].map((item) => [bundleItemKey(item), item]),
  );
  const rows = items.flatMap((item) => known.get(bundleItemKey(item)) ?? []);
  if (rows.length < items.length) {
    const message =
      scope.as === 'staff'
        ? 'One of these items isn’t on sale. Search for it again, or leave it out.'
        : 'One of these items isn’t on sale, or isn’t yours. A bundle can hold only what you sell and teach.';
    throw new AppError('unprocessable', message, [{ path: 'items', message }]);
  }
  return rows;
}

/** A draft may hold items that are off sale; a price without a discount is never valid. */
function requireSound(
  fields: BundleFields,
  items: readonly BundleItemRow[],
  state: BundleState = 'draft',
): void {
  const problems = bundleProblems({ priceCents: decimalToCents(fields.price), items });
  refuse(
    state === 'published' ? problems : problems.filter(({ path }) => path === 'price'),
    state === 'published' ? 'This bundle is on sale, so it must stay complete:' : 'Change the price:',
  );
}

function refuse(problems: ReturnType<typeof bundleProblems>, before: string): void {
  if (problems.length === 0) return;
  const message = `${before} ${problems.map((problem) => problem.message).join(' ')}`;
  throw new AppError('unprocessable', message, problems);
}

async function changeState(
  ctx: AppContext,
  scope: BundleScope,
  { id, move }: { id: number; move: BundleTransition },
): Promise<OwnBundle> {
  await inTransaction(ctx.db, async (tx) => {
    // Other users get "not found", not "you're not a seller".
    if (!(await findOwnBundle(tx, mineOf(scope, id)))) throw noSuchBundle();
    if (move === 'publish') await requireOpen(tx, scope);
    const row = await lock(tx, scope, id);
    const { from, to } = BUNDLE_TRANSITIONS[move];
    if (!(from as readonly BundleState[]).includes(row.state)) throw notFrom(row, move);
    if (move === 'publish') {
      const items = await listBundleItems(tx, { bundleIds: [id] });
      refuse(bundleProblems({ ...row, items }), 'Before you can publish it:');
    }
    const now = ctx.clock.now();
    const first = to === 'published' && row.publishedAt === null ? { publishedAt: now } : {};
    const change = { state: to, updatedAt: now, ...first };
    if (!(await updateBundleState(tx, { ...mineOf(scope, id), from }, change))) throw notFrom(row, move);
    await note(ctx, tx, scope, `bundle.${move}`, row);
  });
  return getManaged(ctx, scope, id);
}

function notFrom({ state }: BundleRow, move: BundleTransition): AppError {
  return new AppError(
    'conflict',
    `This bundle is ${BUNDLE_STATE_LABELS[state].toLowerCase()} now, so it can’t be ${move === 'publish' ? 'put on sale' : 'taken off sale'}. Reload the page to see its current state.`,
  );
}

/** Bundles that were ever on sale stay, for the orders that refer to them. */
async function remove(ctx: AppContext, scope: BundleScope, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lock(tx, scope, id);
    if (!(await deleteOwnDraft(tx, mineOf(scope, id)))) {
      throw new AppError(
        'conflict',
        'This bundle has been on sale, so it can’t be deleted. Take it off sale instead.',
      );
    }
    await note(ctx, tx, scope, 'bundle.delete', row);
  });
}

/** Only staff changes go into the audit log. */
async function note(
  ctx: AppContext,
  tx: Tx,
  { viewer, as }: BundleScope,
  action: AuditAction,
  { id, title }: { id: number; title: string },
): Promise<void> {
  if (as === 'seller') return;
  await recordAudit(ctx, tx, { actor: viewer, action, subject: ['bundle', id], details: { title } });
}

type ListQuery = Omit<Parameters<typeof listManaged>[2], 'by'>;
type Update = Parameters<typeof update>[2];

const own = (viewer: Viewer): BundleScope => ({ viewer, as: 'seller' });
const platform = (viewer: Viewer): BundleScope => ({ viewer, as: 'staff' });

export const listOwnBundles = (ctx: AppContext, viewer: Viewer, query: ListQuery) =>
  listManaged(ctx, own(viewer), query);
export const listOwnBundleItems = (ctx: AppContext, viewer: Viewer, query: { q?: string | undefined }) =>
  listItems(ctx, own(viewer), query);
export const getOwnBundle = (ctx: AppContext, viewer: Viewer, id: number) => getManaged(ctx, own(viewer), id);
export const createOwnBundle = (ctx: AppContext, viewer: Viewer, fields: BundleFields) =>
  create(ctx, own(viewer), fields);
export const updateOwnBundle = (ctx: AppContext, viewer: Viewer, input: Update) =>
  update(ctx, own(viewer), input);
export const publishOwnBundle = (ctx: AppContext, viewer: Viewer, id: number) =>
  changeState(ctx, own(viewer), { id, move: 'publish' });
export const archiveOwnBundle = (ctx: AppContext, viewer: Viewer, id: number) =>
  changeState(ctx, own(viewer), { id, move: 'archive' });
export const deleteOwnBundle = (ctx: AppContext, viewer: Viewer, id: number) => remove(ctx, own(viewer), id);

export const listStaffBundles = (ctx: AppContext, viewer: Viewer, query: Parameters<typeof listManaged>[2]) =>
  listManaged(ctx, platform(viewer), query);
export const listStaffBundleItems = (ctx: AppContext, viewer: Viewer, query: { q?: string | undefined }) =>
  listItems(ctx, platform(viewer), query);
export const getStaffBundle = (ctx: AppContext, viewer: Viewer, id: number) =>
  getManaged(ctx, platform(viewer), id);
export const createStaffBundle = (ctx: AppContext, viewer: Viewer, fields: BundleFields) =>
  create(ctx, platform(viewer), fields);
export const updateStaffBundle = (ctx: AppContext, viewer: Viewer, input: Update) =>
  update(ctx, platform(viewer), input);
export const publishStaffBundle = (ctx: AppContext, viewer: Viewer, id: number) =>
  changeState(ctx, platform(viewer), { id, move: 'publish' });
export const archiveStaffBundle = (ctx: AppContext, viewer: Viewer, id: number) =>
  changeState(ctx, platform(viewer), { id, move: 'archive' });
export const deleteStaffBundle = (ctx: AppContext, viewer: Viewer, id: number) =>
  remove(ctx, platform(viewer), id);
