// A seller's account at the payment service: opened here, completed there, and checked whenever it matters.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { notASeller } from '#server/features/seller/seller-own.service.ts';
import { GatewayRefusedError, GatewayUnreachableError } from '#server/integrations/gateway/gateway.ts';
import type { GatewayAccount } from '#server/integrations/payouts/payouts.ts';
import { AppError } from '#shared/errors.ts';
import type { AccountStatus } from '#shared/features/payout/payout.contract.ts';
import {
  findAccountOf,
  findSeller,
  insertAccount,
  updateAccount,
  type AccountRow,
  type SellerRow,
} from './payout-account.queries.ts';

export async function getPayoutSeller(ctx: AppContext, { id }: { id: number }): Promise<SellerRow> {
  const seller = await findSeller(ctx.db, { userId: id });
  if (!seller) throw notASeller();
  return seller;
}

/** Suspended sellers can read, but not open an account. */
async function getOpenSeller(ctx: AppContext, viewer: Viewer): Promise<SellerRow> {
  const seller = await getPayoutSeller(ctx, viewer);
  if (seller.state === 'suspended') {
    throw new AppError(
      'forbidden',
      'Your store is suspended. Email us before you change your payout account.',
    );
  }
  return seller;
}

export async function startPayoutOnboarding(ctx: AppContext, viewer: Viewer): Promise<{ url: string }> {
  const seller = await getOpenSeller(ctx, viewer);
  if (!viewer.isEmailVerified) {
    throw new AppError(
      'forbidden',
      'Confirm your email address before you set up payouts: open the link in the email we sent you.',
    );
  }
  const page = `${ctx.config.publicUrl}/seller/payments`;
  try {
    const { gatewayId } = await openAccount(ctx, seller);
    const url = await ctx.payouts.onboardingLink(gatewayId, { returnUrl: page, refreshUrl: page });
    return { url };
  } catch (error) {
    throw asAnswer(error);
  }
}

async function openAccount(ctx: AppContext, seller: SellerRow): Promise<{ gatewayId: string }> {
  const whose = { userId: seller.userId, gateway: ctx.payouts.name };
  const known = await findAccountOf(ctx.db, whose);
  if (known && (await ctx.payouts.findAccount(known.gatewayId))) return known;
  const now = ctx.clock.now();
  const { email, userId: sellerId } = seller;
  // An account deleted at the gateway is replaced by another, with its own key.
  const key = `releve-account-${sellerId}-${(known ? now : seller.createdAt).getTime()}`;
  const { id: gatewayId, state, needs } = await ctx.payouts.createAccount({ key, email, sellerId });
  const account = { ...whose, gatewayId, state, needs, updatedAt: now };
  if (known) await updateAccount(ctx.db, account);
  else await insertAccount(ctx.db, { ...account, createdAt: now });
  return (await findAccountOf(ctx.db, whose)) ?? account;
}

function asAnswer(error: unknown): unknown {
  if (error instanceof GatewayUnreachableError) {
    return new AppError('unavailable', 'The payment service isn’t responding. Try again in a few minutes.');
  }
  if (error instanceof GatewayRefusedError) {
    return new AppError('unprocessable', `The payment service refused: ${error.message}`);
  }
  return error;
}

/** Fetched from the gateway each time; if it doesn't answer, the last known state. */
export async function getPayoutAccountStatus(ctx: AppContext, viewer: Viewer): Promise<AccountStatus> {
  await getPayoutSeller(ctx, viewer);
  const gateway = ctx.payouts.name;
  const known = await findAccountOf(ctx.db, { userId: viewer.id, gateway });
  if (!known) return { gateway, state: 'none', needs: [], isFresh: true };
  try {
    const { state, needs } = await refreshAccount(ctx, known);
    return { gateway, state, needs, isFresh: true };
  } catch (error) {
    if (!(error instanceof GatewayUnreachableError)) throw error;
    return { gateway, state: known.state, needs: known.needs, isFresh: false };
  }
}

const GONE = { state: 'restricted', needs: ['To reconnect your account'] } as const;

/** Never inside a transaction: the gateway may take a while. */
export async function refreshAccount(
  ctx: AppContext,
  known: AccountRow,
): Promise<Pick<GatewayAccount, 'state' | 'needs'>> {
  const found = await ctx.payouts.findAccount(known.gatewayId);
  const { state, needs } = found ?? { state: GONE.state, needs: [...GONE.needs] };
  if (state !== known.state || needs.join('\n') !== known.needs.join('\n')) {
    const { userId, gateway } = known;
    await updateAccount(ctx.db, { userId, gateway, state, needs, updatedAt: ctx.clock.now() });
  }
  return { state, needs };
}

/** Submits the test bank's form; Stripe has its own. */
export async function submitTestBankForm(
  ctx: AppContext,
  viewer: Viewer,
  { isComplete }: { isComplete: boolean },
): Promise<AccountStatus> {
  const bank = ctx.testBank;
  if (!bank) throw new AppError('not_found', 'This site pays sellers through Stripe.');
  await getOpenSeller(ctx, viewer);
  const known = await findAccountOf(ctx.db, { userId: viewer.id, gateway: bank.name });
  if (!known || !(await bank.hearSeller(known.gatewayId, isComplete ? 'ready' : 'restricted'))) {
    throw new AppError('not_found', 'Start on the Payments page first.');
  }
  return getPayoutAccountStatus(ctx, viewer);
}

export { deletePayoutAccounts } from './payout-account.queries.ts';
