// The buyer and the sandbox bank: the card of a waiting payment, and the second confirmation.
import type { AppContext } from '#server/context.ts';
import type { SandboxConfirmation } from '#server/integrations/gateway/sandbox.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/checkout/checkout.contract.ts';

type Said = ContractParsed<typeof contract.confirmSandboxPayment>['body'];

/** A refused card is an answer with a reason, as Stripe gives it to a browser; nothing is fulfilled here. */
export async function confirmSandboxPayment(
  { sandbox }: AppContext,
  { clientSecret, answer, card }: Said,
): Promise<ContractResult<typeof contract.confirmSandboxPayment>> {
  if (!sandbox) throw new AppError('not_found', 'This site takes its payments by Stripe.');
  const payment = await sandbox.hearBuyer(clientSecret, saidByBuyer(answer, card));
  if (!payment)
    throw new AppError('not_found', 'There is no such payment. Go back to your cart and try again.');
  return { status: payment.state, reason: payment.declined };
}

function saidByBuyer(answer: Said['answer'], card: Said['card']): SandboxConfirmation {
  if (answer && !card) return { answer };
  if (card && !answer) return { card };
  throw new AppError('unprocessable', 'Send either a card, or the answer approve or refuse.');
}
