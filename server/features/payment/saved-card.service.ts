// Cards kept at the gateway, and charging them. Only the gateway knows their numbers.
import type { AppContext } from '#server/context.ts';
import {
  GatewayRefusedError,
  GatewayUnreachableError,
  inTime,
  type PaymentMethod,
} from '#server/integrations/gateway/gateway.ts';
import type { PayableOrder } from './payment.queries.ts';
import { AppError } from '#shared/errors.ts';
import { payOrder, type Outcome } from './payment.service.ts';
import { ensureCustomer, ensureSavedCard, findCustomer, type SavedCardRow } from './saved-card.queries.ts';

type Owner = { id: number; email: string; name: string };

export type CardResult =
  | { status: 'saved'; card: SavedCardRow }
  | { status: 'requires_action'; clientSecret: string };

/** Keeps a card for later payments. A declined one is an error the user can read. */
export async function saveCard(
  ctx: AppContext,
  owner: Owner,
  { key, method, returnUrl }: { key: string; method: PaymentMethod; returnUrl: string },
): Promise<CardResult> {
  const { gateway, db, clock } = ctx;
  const userId = owner.id;
  const saving = await answered(
    (async () => {
      const customer =
        (await findCustomer(db, { userId, gateway: gateway.name })) ?? (await openCustomer(ctx, owner));
      return gateway.saveCard(customer.customerId, {
        key: `releve-card-${userId}-${key}`,
        method,
        returnUrl,
      });
    })(),
  );
  if (saving.status === 'declined') throw new AppError('payment_required', saving.reason);
  if (saving.status === 'requires_action') return saving;
  const { id: methodId, brand, lastFour, expMonth, expYear } = saving.card;
  const card = { userId, gateway: gateway.name, methodId, brand, lastFour, expMonth, expYear };
  return { status: 'saved', card: await ensureSavedCard(db, { ...card, createdAt: clock.now() }) };
}

async function openCustomer({ gateway, db, clock }: AppContext, { id: userId, email, name }: Owner) {
  const { id } = await gateway.createCustomer({ key: `releve-customer-${userId}-${email}`, email, name });
  return ensureCustomer(db, { userId, gateway: gateway.name, customerId: id, createdAt: clock.now() });
}

async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await inTime(call);
  } catch (error) {
    if (error instanceof GatewayUnreachableError) {
      throw new AppError(
        'unavailable',
        'We couldn’t reach the bank, and nothing was charged. Try again in a moment.',
      );
    }
    if (error instanceof GatewayRefusedError) {
      throw new AppError(
        'payment_required',
        'This card can’t be used here. Nothing was charged. Try another one.',
      );
    }
    throw error;
  }
}

/** `isAway`: its owner isn't there to confirm anything. */
export async function chargeSavedCard(
  ctx: AppContext,
  payable: PayableOrder,
  { card, isAway }: { card: SavedCardRow; isAway: boolean },
): Promise<Outcome> {
  const customer = await findCustomer(ctx.db, { userId: card.userId, gateway: card.gateway });
  if (!customer || card.gateway !== ctx.gateway.name) {
    return {
      status: 'declined',
      reason: 'This card was saved for another payment provider. Enter it again.',
    };
  }
  const method = { savedCard: card.methodId, customer: customer.customerId, isAway };
  return payOrder(ctx, payable, { method, origin: { network: null, card: null } });
}

export { findSavedCard, type SavedCardRow } from './saved-card.queries.ts';
