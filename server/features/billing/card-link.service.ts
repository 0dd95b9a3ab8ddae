// What the link in emails about payments opens: one membership, to pay for it or change its card without signing in.
// It stops working when the membership is over.
import type { AppContext } from '#server/context.ts';
import { confirmCheckout } from '#server/features/checkout/pay-checkout.service.ts';
import {
  findMembership,
  findOpenInvoice,
  type MembershipRow,
} from '#server/features/membership/membership.service.ts';
import { findPayable } from '#server/features/payment/payment.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/billing/billing.contract.ts';
import { centsToDecimal } from '#shared/money.ts';
import { findMember } from './billing.queries.ts';
import { toMembership, type Payer } from './billing.service.ts';
import { parseCardLink } from './card-link-token.service.ts';
import { updateCard } from './change.service.ts';

const IS_OVER = ['cancelled', 'incomplete'];

/** The membership of a genuine link, and who pays for it. */
async function openLink(
  ctx: AppContext,
  token: string,
): Promise<{ membership: MembershipRow; payer: Payer }> {
  const link = await parseCardLink(ctx.db, token);
  if (!link) {
    throw new AppError('not_found', 'This link is incomplete. Open the link in the email again.');
  }
  const membership = await findMembership(ctx.db, { id: link.membershipId });
  const payer = membership && (await findMember(ctx.db, { id: membership.userId }));
  if (!payer || IS_OVER.includes(membership.state)) {
    throw new AppError('gone', 'This membership is over, so there is nothing left to pay.');
  }
  if (link.expiresAt < ctx.clock.now()) {
    throw new AppError('gone', 'This link has expired. Sign in to change your card.');
  }
  return { membership, payer };
}

type Link = { token: string };

export async function getCardLink(
  ctx: AppContext,
  { token }: Link,
): Promise<ContractResult<typeof contract.getCardLink>> {
  const { membership } = await openLink(ctx, token);
  const { planName, period, state, endsAt, isCanceling, card, hasAddress, price } = await toMembership(
    ctx,
    membership,
  );
  const open = state === 'past_due' ? await findOpenInvoice(ctx.db, { membershipId: membership.id }) : null;
  const payable = open?.orderId ? await findPayable(ctx.db, { orderId: open.orderId }) : null;
  return {
    planName,
    period,
    state,
    endsAt,
    isCanceling,
    card: card && { brand: card.brand, lastFour: card.lastFour },
    hasAddress,
    due: payable && centsToDecimal(payable.order.totalCents),
    price,
  };
}

export async function updateCardByLink(
  ctx: AppContext,
  { token, ...body }: ContractParsed<typeof contract.updateCardByLink>['body'],
): Promise<ContractResult<typeof contract.updateCardByLink>> {
  const { membership, payer } = await openLink(ctx, token);
  const { status, clientSecret, publishableKey } = await updateCard(ctx, payer, membership, body);
  return {
    status,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(publishableKey !== undefined && { publishableKey }),
  };
}

export async function confirmCardLink(
  ctx: AppContext,
  { token }: Link,
): Promise<ContractResult<typeof contract.confirmCardLink>> {
  const { membership, payer } = await openLink(ctx, token);
  const open = await findOpenInvoice(ctx.db, { membershipId: membership.id });
  if (!open?.orderId) return { status: 'paid', reason: null };
  const { status, reason } = await confirmCheckout(ctx, payer, { orderId: open.orderId });
  return { status, reason };
}
