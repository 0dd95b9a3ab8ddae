// The viewer's relationship to an item: whether they may see it, and what they own of it.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';
import type { MyItem } from '#shared/features/resource/resource.schema.ts';
import { hasPermission } from '#shared/roles.ts';
import type { Item } from './entitlement.service.ts';
import {
  findItemAccess,
  type ItemAccessRow,
  findLicenceOf,
  type UserLicence,
} from './item-access.queries.ts';
import { fullNameOf } from '#shared/names.ts';

export type ItemAccess = ItemAccessRow & {
  /** They sell or teach it. */
  isMine: boolean;
  /** Staff who see it in every state. */
  isStaff: boolean;
};

/**
 * Throws `not_found` for what the viewer may not see. Items on sale are public; others are for their seller, the users
 * who have them, and staff.
 */
export async function getItemAccess(ctx: AppContext, viewer: Viewer | null, item: Item): Promise<ItemAccess> {
  const found = await findItemAccess(ctx.db, { ...item, userId: viewer?.id ?? null, now: ctx.clock.now() });
  if (!found) throw noSuchItem(item.itemType);
  const access = {
    ...found,
    isMine: found.ownerId === viewer?.id,
    isStaff: isStaffOf(viewer, item.itemType),
  };
  const { isListed, isMine, isOwned, isStaff } = access;
  if (!isListed && !isMine && !isOwned && !isStaff) throw noSuchItem(item.itemType);
  return access;
}

/** Who manages resources, or courses, may see every one. A role that requires two-factor sign-in counts only with it. */
export function isStaffOf(viewer: Viewer | null, itemType: EntitlementItem): boolean {
  if (!viewer || viewer.needsTwoFactor) return false;
  return hasPermission(viewer.roles, itemType === 'resource' ? 'curriculum.manage' : 'courses.manage');
}

export function noSuchItem(itemType: EntitlementItem): AppError {
  return new AppError('not_found', `This ${itemType} isn’t available. It may have been taken off sale.`);
}

export async function getMyItem(ctx: AppContext, viewer: Viewer, item: Item): Promise<MyItem> {
  const access = await getItemAccess(ctx, viewer, item);
  const { isMine, isOwned, endsWithMembership, isWished, hasReported, review } = access;
  const canReview = isOwned && !isMine;
  const licensee = canReview ? await findLicensee(ctx, viewer, item) : null;
  const licensedTo = licensee && `${licensee.name}, ${licensee.licence}`;
  return { isMine, isOwned, endsWithMembership, isWished, canReview, review, hasReported, licensedTo };
}

type Person = { id: number; firstName: string; lastName: string; username: string };
export type Licensee = { name: string; licence: string };

/** Null if they have no entitlement to it. */
export async function findLicensee(ctx: AppContext, person: Person, item: Item): Promise<Licensee | null> {
  const found = await findLicenceOf(ctx.db, { userId: person.id, ...item, now: ctx.clock.now() });
  return found && { name: fullNameOf(person), licence: licenceIn(found) };
}

function licenceIn({ cause, number, studio }: UserLicence): string {
  if (cause === 'seat') return [studio && `seat of ${studio}`, number].filter(Boolean).join(', ');
  if (cause === 'order_line') return number ?? 'bought';
  return { membership: 'by membership', grant: 'complimentary copy', free: 'free copy' }[cause];
}
