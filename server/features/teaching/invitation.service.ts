// Invitations to courses: claimed by the link in the email, or by confirming the invited address.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { grantCourseAccess } from '#server/features/entitlement/grant.service.ts';
import { hashToken, type Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type { InvitationOffer } from '#shared/features/teaching/teaching.schema.ts';
import { fullNameOf } from '#shared/names.ts';
import { claimInvitation, claimInvitationsOf, findOpenInvitation } from './invitation.queries.ts';

function noSuchInvitation(): AppError {
  return new AppError(
    'gone',
    'This invitation was used or withdrawn, or it is too old. Ask your instructor for a new one.',
  );
}

export async function getCourseInvitation(
  ctx: AppContext,
  viewer: Viewer | null,
  token: string,
): Promise<InvitationOffer> {
  const found = await findOpenInvitation(ctx.db, { tokenHash: hashToken(token), now: ctx.clock.now() });
  if (!found) throw noSuchInvitation();
  const { course, instructor, email } = found;
  return { course, instructor: fullNameOf(instructor), email: viewer && email };
}

/** The link proves access to the mailbox, so any account may take it. */
export async function acceptCourseInvitation(
  ctx: AppContext,
  viewer: Viewer,
  token: string,
): Promise<{ courseId: number }> {
  const now = ctx.clock.now();
  return inTransaction(ctx.db, async (tx) => {
    const claim = await claimInvitation(tx, { tokenHash: hashToken(token), userId: viewer.id, now });
    if (!claim) throw noSuchInvitation();
    await grantClaimed(tx, { ...claim, userId: viewer.id, now });
    return { courseId: claim.courseId };
  });
}

type Claim = { courseId: number; invitedBy: number | null; userId: number; now: Date };

async function grantClaimed(tx: Tx, { courseId, invitedBy, userId, now }: Claim): Promise<void> {
  const reason = 'Invited by the instructor';
  await grantCourseAccess(tx, { userId, courseId, grantedBy: invitedBy, reason, now });
}

/** Part of the transaction that confirms an address: whoever was invited at it is a student now. */
export async function claimCourseInvitations(
  ctx: AppContext,
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  const now = ctx.clock.now();
  const claims = await claimInvitationsOf(tx, { emailKey: identityKey(email), userId, now });
  for (const claim of claims) await grantClaimed(tx, { ...claim, userId, now });
}
