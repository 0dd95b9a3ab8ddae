// The port to whoever pays sellers: Stripe Connect, or a bank of our own where no key is set. Errors are those of the
// gateway's port: unreachable says nothing about what happened, refused is a clear no.
import type { PayoutAccountState } from '#shared/features/payout/payout.states.ts';
import type { GatewayName } from '#shared/features/payment/payment.states.ts';

export type GatewayAccount = {
  id: string;
  state: PayoutAccountState;
  /** What is still to be told, in words for the seller. */
  needs: string[];
};

export type NewTransfer = {
  /** The same key is the same transfer, however often it is asked for. */
  key: string;
  accountId: string;
  amountCents: number;
  currency: string;
  /** Names it at the gateway, also long after the key is forgotten there. */
  group: string;
};

export type Payouts = {
  name: GatewayName;
  createAccount(wanted: { key: string; email: string; sellerId: number }): Promise<GatewayAccount>;
  /** Where the seller tells the gateway what it must know; good for a few minutes, once. */
  onboardingLink(accountId: string, back: { returnUrl: string; refreshUrl: string }): Promise<string>;
  /** Null: the gateway knows no such account. */
  findAccount(id: string): Promise<GatewayAccount | null>;
  transfer(wanted: NewTransfer): Promise<{ id: string }>;
  /** For a transfer whose key may have been forgotten: gateways keep them for a day or so. */
  findTransfer(wanted: Pick<NewTransfer, 'accountId' | 'group'>): Promise<{ id: string } | null>;
  reverse(transferId: string, how: { key: string; amountCents: number }): Promise<{ id: string }>;
  findReversal(transferId: string, how: { key: string }): Promise<{ id: string } | null>;
};
