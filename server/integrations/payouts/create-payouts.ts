// Stripe Connect where Stripe's keys are set, the test bank otherwise.
import type { Config } from '#server/config.ts';
import type { Payouts } from './payouts.ts';
import { createSandboxPayouts, type SandboxPayouts, type SandboxPayoutsParts } from './sandbox-payouts.ts';
import { createStripeConnect } from './stripe-connect.ts';

export function createPayouts(
  { stripe }: Config,
  parts: SandboxPayoutsParts,
): { payouts: Payouts; testBank: SandboxPayouts | null } {
  if (stripe) return { payouts: createStripeConnect(stripe), testBank: null };
  const testBank = createSandboxPayouts(parts);
  return { payouts: testBank, testBank };
}
