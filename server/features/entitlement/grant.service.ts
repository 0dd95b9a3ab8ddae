// Staff grant access without payment, to fix a problem or as a gift. Revoking a grant leaves access the user has by
// other causes.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import type { ContractParsed } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/entitlement/grant.contract.ts';
import type { GrantKind } from '#shared/features/entitlement/entitlement.states.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import { insertEntitlements } from './entitlement.queries.ts';
import { grantEntitlement, revokeEntitlement } from './entitlement.service.ts';
import {
  countGrants,
  endGrant,
  findReceiver,
  insertGrant,
  insertGrantedEnrollments,
  insertGrants,
  listGrantRows,
  listGrantsByIds,
  listGrantableItems,
  listGrantableItemsOf,
  type GrantRow,
  type GrantableItem,
} from './grant.queries.ts';

type Given = ContractParsed<typeof contract.createGrant>['body'];

export async function createGrant(
  ctx: AppContext,
  viewer: Viewer,
  body: Given,
): Promise<{ given: contract.Grant[] }> {
  const rows = await inTransaction(ctx.db, async (tx) => {
    const person = await getReceiver(tx, body);
    const items = await listGrantedItems(tx, body);
    const ids: number[] = [];
    for (const granted of items) {
      const id = await grantItem(ctx, tx, viewer, { ...body, userId: person.id, granted });
      if (id !== null) ids.push(id);
    }
    if (ids.length === 0) {
      throw new AppError('conflict', `${fullNameOf(person)} already has this grant.`);
    }
    const given = await listGrantsByIds(tx, { ids });
    await tell(ctx, tx, person, { titles: given.map(({ title }) => title), kind: body.kind });
    return given;
  });
  return { given: rows.map(toGrant) };
}

type Receiver = NonNullable<Awaited<ReturnType<typeof findReceiver>>>;

async function getReceiver(tx: Tx, { userId, email }: Given): Promise<Receiver> {
  const person = await findReceiver(tx, { userId, email });
  if (!person || person.state === 'deleted') {
    throw new AppError(
      'not_found',
      email === undefined
        ? 'No account has this id.'
        : 'No account has this email address. Ask the user to register with it first.',
    );
  }
  return person;
}

async function listGrantedItems(tx: Tx, { item, orderId }: Given): Promise<GrantableItem[]> {
  const items = item
    ? await listGrantableItemsOf(tx, item)
    : await listGrantableItems(tx, { orderId: orderId ?? 0 });
  if (items.length > 0) return items;
  throw new AppError(
    'not_found',
    item ? `This ${item.itemType} doesn’t exist, or was never on sale.` : 'No order has this number.',
  );
}

type One = {
  userId: number;
  granted: GrantableItem;
  kind: GrantKind;
  reason: string;
  orderId?: number | undefined;
};

async function grantItem(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  { userId, granted, kind, reason, orderId }: One,
): Promise<number | null> {
  const { itemType, itemId, title } = granted;
  const createdAt = ctx.clock.now();
  const item = { userId, itemType, itemId };
  const id = await insertGrant(tx, { ...item, kind, reason, grantedBy: viewer.id, createdAt });
  if (id === null) return null;
  await grantEntitlement(tx, { ...item, cause: 'grant', causeRef: String(id), createdAt });
  if (itemType === 'course') await insertGrantedEnrollments(tx, [{ userId, courseId: itemId, createdAt }]);
  await recordAudit(ctx, tx, {
    actor: viewer,
    action: 'grant.give',
    subject: ['grant', id],
    userId,
    details: { kind, itemType, itemId, title, reason, ...(orderId !== undefined && { orderId }) },
  });
  return id;
}

type CourseGrant = { courseId: number; grantedBy: number | null; reason: string; now: Date };

/** A course granted by its instructor. False if they already have the grant. */
export async function grantCourseAccess(
  tx: Tx,
  { userId, ...grant }: CourseGrant & { userId: number },
): Promise<boolean> {
  return (await grantCourseAccessToMany(tx, { userIds: [userId], ...grant })).length > 0;
}

/** Those among them who didn't have the grant yet. */
export async function grantCourseAccessToMany(
  tx: Tx,
  { userIds, courseId, grantedBy, reason, now: createdAt }: CourseGrant & { userIds: readonly number[] },
): Promise<number[]> {
  const item = { itemType: 'course', itemId: courseId } as const;
  const granted = await insertGrants(
    tx,
    userIds.map((userId) => ({ ...item, userId, kind: 'grant', reason, grantedBy, createdAt })),
  );
  await insertEntitlements(
    tx,
    granted.map(({ id, userId }) => ({ ...item, userId, cause: 'grant', causeRef: String(id), createdAt })),
  );
  await insertGrantedEnrollments(
    tx,
    granted.map(({ userId }) => ({ userId, courseId, createdAt })),
  );
  return granted.map(({ userId }) => userId);
}

/** Tells them what they have and where to find it; the reason stays between staff. */
async function tell(
  ctx: AppContext,
  tx: Tx,
  person: Receiver,
  { titles, kind }: { titles: string[]; kind: GrantKind },
): Promise<void> {
  const { siteName, supportEmail } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    kind: 'access-granted',
    to: person.email,
    link: '/my-purchases',
    subject: kind === 'comp' ? `A gift from ${siteName}` : `Access added to your ${siteName} account`,
    text: [
      'Hi,',
      kind === 'comp'
        ? 'We’d like to give you this as a gift:'
        : 'Our staff added this to your account, free of charge:',
      titles.map(lineForMail).join('\n'),
      `You’ll find it with your other purchases:\n${ctx.config.publicUrl}/my-purchases`,
      `Something wrong? Email ${supportEmail}.\n\n${siteName}`,
    ].join('\n\n'),
  });
}

export async function listGrants(
  ctx: AppContext,
  { userId, page }: { userId?: number | undefined; page: number },
) {
  const [total, rows] = await Promise.all([
    countGrants(ctx.db, { userId }),
    listGrantRows(ctx.db, { userId, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  return { items: rows.map(toGrant), total, page, pageSize: PAGE_SIZE };
}

export async function revokeGrant(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<contract.Grant> {
  const row = await inTransaction(ctx.db, async (tx) => {
    const ended = await endGrant(tx, {
      id,
      revokedAt: ctx.clock.now(),
      revokedBy: viewer.id,
      revokeReason: reason,
    });
    const [found] = await listGrantsByIds(tx, { ids: [id] });
    if (!found) throw new AppError('not_found', 'This grant doesn’t exist.');
    if (!ended) throw new AppError('conflict', 'Someone else already revoked this grant.');
    await revokeEntitlement(tx, { ...ended, cause: 'grant', causeRef: String(id) });
    const { userId, itemType, itemId } = ended;
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'grant.revoke',
      subject: ['grant', id],
      userId,
      details: { itemType, itemId, title: found.title, reason },
    });
    return found;
  });
  return toGrant(row);
}

function toGrant({ grant, title, person, giver, taker }: GrantRow): contract.Grant {
  const { id, itemType, itemId, kind, reason, createdAt, revokedAt, revokeReason } = grant;
  return {
    id,
    person: { id: person.id, name: fullNameOf(person), email: person.email },
    itemType,
    itemId,
    title,
    kind,
    reason,
    grantedBy: giver && fullNameOf(giver),
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    revokedBy: taker && fullNameOf(taker),
    revokeReason,
  };
}
