// What people do with a resource besides reading about it: taking a free one, and saying that something is wrong.
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { grantEntitlement } from '#server/features/entitlement/entitlement.service.ts';
import { getMyItem, getStanding, noSuchItem } from '#server/features/entitlement/standing.service.ts';
import { AppError } from '#shared/errors.ts';
import { answerDays } from '#shared/features/moderation/rights-notice.states.ts';
import type { MyItem } from '#shared/features/resource/resource.contract.ts';
import type { ReportReason } from '#shared/features/resource/resource.rules.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { insertRightsNotice } from './resource-owned.queries.ts';

const resource = (itemId: number) => ({ itemType: 'resource', itemId }) as const;

/** One click for something free. What they have or sell already stays as it is. */
export async function claimFreeResource(ctx: AppContext, viewer: Viewer, id: number): Promise<MyItem> {
  const { isListed, isMine, isOwned, priceCents } = await getStanding(ctx, viewer, resource(id));
  if (isMine || isOwned) return getMyItem(ctx, viewer, resource(id));
  if (!isListed) throw noSuchItem('resource');
  if (priceCents > 0) throw notFree();
  const cause = { ...resource(id), userId: viewer.id, cause: 'free', causeRef: '' } as const;
  await grantEntitlement(ctx.db, { ...cause, createdAt: ctx.clock.now() });
  const mine = await getMyItem(ctx, viewer, resource(id));
  if (!mine.isOwned) throw accessTakenBack();
  return mine;
}

function notFree(): AppError {
  return new AppError('payment_required', 'This resource is not free. Buy it, and it is yours to download.');
}

/** Taking it again does not undo what staff decided. */
function accessTakenBack(): AppError {
  return new AppError(
    'forbidden',
    'Your access to this resource was taken back. Write to us if you think that is a mistake.',
  );
}

export async function reportToStaff(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason, body }: { id: number; reason: ReportReason; body: string },
): Promise<void> {
  await getStanding(ctx, viewer, resource(id));
  const text = toPlainText(body);
  if (!text) throw emptyReport();
  const now = ctx.clock.now();
  const isFiled = await insertRightsNotice(ctx.db, {
    resourceId: id,
    reporterId: viewer.id,
    reason,
    body: text,
    createdAt: now,
    dueAt: daysAfter(now, answerDays(reason)),
  });
  if (!isFiled) {
    throw new AppError('conflict', 'We have your report about this resource already and will look at it.');
  }
}

/** Nothing but characters nobody can see. */
function emptyReport(): AppError {
  const message = 'Please say in a sentence or two what is wrong.';
  return new AppError('validation_failed', message, [{ path: 'body', message }]);
}
