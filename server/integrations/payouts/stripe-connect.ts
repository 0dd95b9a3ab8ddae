// Stripe Connect: Express accounts, separate charges and transfers. Buyers pay the platform, which transfers to each
// seller when the refund window has closed.
import type Stripe from 'stripe';
import type { StripeConfig } from '#server/config.ts';
import { GatewayRefusedError } from '#server/integrations/gateway/gateway.ts';
import { openStripe, type StripeRequest, type StripeError } from '#server/integrations/gateway/stripe-sdk.ts';
import type { PayoutAccountState } from '#shared/features/payout/payout.states.ts';
import type { GatewayAccount, Payouts } from './payouts.ts';

export function createStripeConnect(config: StripeConfig): Payouts {
  const { ask } = openStripe(config);
  return {
    name: 'stripe',

    async createAccount({ key, email, sellerId }) {
      const params = {
        type: 'express' as const,
        email,
        capabilities: { transfers: { requested: true } },
        metadata: { sellerId: String(sellerId) },
      };
      return asAccount(await ask((stripe) => stripe.accounts.create(params, { idempotencyKey: key })));
    },

    async onboardingLink(accountId, { returnUrl, refreshUrl }) {
      const params = {
        account: accountId,
        type: 'account_onboarding' as const,
        return_url: returnUrl,
        refresh_url: refreshUrl,
      };
      return (await ask((stripe) => stripe.accountLinks.create(params))).url;
    },

    findAccount: (id) => findAccount(ask, id),

    async transfer({ key, accountId, amountCents, currency, group }) {
      const params = {
        amount: amountCents,
        currency: currency.toLowerCase(),
        destination: accountId,
        transfer_group: group,
      };
      const { id } = await ask((stripe) => stripe.transfers.create(params, { idempotencyKey: key }));
      return { id };
    },

    async findTransfer({ accountId, group }) {
      const params = { destination: accountId, transfer_group: group, limit: 1 };
      const { data } = await ask((stripe) => stripe.transfers.list(params));
      return data[0] ? { id: data[0].id } : null;
    },

    async reverse(transferId, { key, amountCents }) {
      const params = { amount: amountCents, metadata: { key } };
      const options = { idempotencyKey: key };
      const { id } = await ask((stripe) => stripe.transfers.createReversal(transferId, params, options));
      return { id };
    },

    async findReversal(transferId, { key }) {
      const { data } = await ask((stripe) => stripe.transfers.listReversals(transferId, { limit: 100 }));
      const made = data.find(({ metadata }) => metadata?.['key'] === key);
      return made ? { id: made.id } : null;
    },
  };
}

async function findAccount(ask: StripeRequest, id: string): Promise<GatewayAccount | null> {
  try {
    return asAccount(await ask((stripe) => stripe.accounts.retrieve(id)));
  } catch (error) {
    // 403: no longer connected to us, which amounts to the same.
    if (error instanceof GatewayRefusedError && GONE.has((error.cause as StripeError).statusCode))
      return null;
    throw error;
  }
}

const GONE = new Set<unknown>([403, 404]);

function asAccount(account: Stripe.Account): GatewayAccount {
  const due = [...(account.requirements?.past_due ?? []), ...(account.requirements?.currently_due ?? [])];
  return { id: account.id, state: stateOf(account), needs: describeNeeds(due) };
}

function stateOf(account: Stripe.Account): PayoutAccountState {
  if (account.payouts_enabled && account.capabilities?.transfers === 'active') return 'ready';
  return account.details_submitted ? 'restricted' : 'started';
}

/** What Stripe still requires, for the seller to read; Stripe itself names fields. */
const NEEDS: readonly (readonly [RegExp, string])[] = [
  [/^external_account/, 'The bank account the money goes to'],
  [/^tos_acceptance/, 'Your agreement to the terms of Stripe'],
  [/verification\.(additional_)?document|verification\.proof/, 'A document that shows who you are'],
  [/^(individual|person|representative|owners|directors|executives)/, 'Your name, address and date of birth'],
  [/^(business_profile|company|business_type)/, 'A few words about what you sell'],
];

export function describeNeeds(fields: readonly string[]): string[] {
  const needs = fields.map((field) => NEEDS.find(([form]) => form.test(field))?.[1] ?? 'A few more details');
  return [...new Set(needs)];
}
