// Stripe where its keys are set, the sandbox otherwise.
import type { Config } from '#server/config.ts';
import type { Gateway } from './gateway.ts';
import { createSandbox, type Sandbox, type SandboxParts } from './sandbox.ts';
import { createStripe } from './stripe.ts';

export function createGateway(
  { stripe }: Config,
  parts: SandboxParts,
): { gateway: Gateway; sandbox: Sandbox | null } {
  if (stripe) return { gateway: createStripe(stripe, parts.now), sandbox: null };
  const sandbox = createSandbox(parts);
  return { gateway: sandbox, sandbox };
}
