// The payout port, implemented by Stripe Connect and by a test bank used without Stripe keys. Errors are the gateway's:
// unreachable leaves the outcome unknown, refused is definite.
import type { PayoutAccountState } from '#shared/features/payout/payout.states.ts';
import type { GatewayName } from '#shared/features/payment/payment.states.ts';

export type GatewayAccount = {
  id: string;
  state: PayoutAccountState;
  /** Missing information, for the seller to read. */
  needs: string[];
};

export type NewTransfer = {
  /** Idempotent: the same key is the same transfer. */
  key: string;
  accountId: string;
  amountCents: number;
  currency: string;
  /** Identifies the transfer at the gateway even after its key has expired. */
  group: string;
};

export type Payouts = {
  name: GatewayName;
  createAccount(account: { key: string; email: string; sellerId: number }): Promise<GatewayAccount>;
  /** The gateway's onboarding form; valid once, for a few minutes. */
  onboardingLink(accountId: string, back: { returnUrl: string; refreshUrl: string }): Promise<string>;
  /** Null if the gateway has no such account. */
  findAccount(id: string): Promise<GatewayAccount | null>;
  transfer(transfer: NewTransfer): Promise<{ id: string }>;
  /** For transfers whose key may have expired: gateways keep keys for about a day. */
  findTransfer(transfer: Pick<NewTransfer, 'accountId' | 'group'>): Promise<{ id: string } | null>;
  reverse(transferId: string, how: { key: string; amountCents: number }): Promise<{ id: string }>;
  findReversal(transferId: string, how: { key: string }): Promise<{ id: string } | null>;
};
