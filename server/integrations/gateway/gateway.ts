// The payment gateway port, implemented by Stripe and by a sandbox used without Stripe keys. A call that ends without
// an answer has an unknown outcome: ask the gateway, never assume.
import type { Card } from '#shared/features/checkout/checkout.contract.ts';
import type { DisputeState } from '#shared/features/refund/refund.states.ts';
import type { GatewayName } from '#shared/features/payment/payment.states.ts';

export type GatewayPaymentState =
  | 'requires_payment_method'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

export type GatewayPayment = {
  id: string;
  state: GatewayPaymentState;
  amountCents: number;
  /** Upper case, as in the ledger. */
  currency: string;
  /** What the browser needs to continue the payment. */
  clientSecret: string;
  /** Why the last card was declined, for the buyer to read. */
  declined: string | null;
  metadata: Readonly<Record<string, string>>;
};

/** Card numbers only reach the sandbox; Stripe gets a token from Stripe.js. */
export type PaymentMethod = { card: Card } | { paymentMethod: string } | SavedMethod;

/** A card the gateway keeps for this customer. */
export type SavedMethod = {
  savedCard: string;
  customer: string;
  /** Nobody is there to confirm it with the bank: a card that needs that is declined. */
  isAway: boolean;
};

export type GatewayCard = {
  id: string;
  /** As people call it: Visa. */
  brand: string;
  lastFour: string;
  expMonth: number;
  expYear: number;
};

export type CardSaving =
  | { status: 'saved'; card: GatewayCard }
  | { status: 'requires_action'; clientSecret: string }
  | { status: 'declined'; reason: string };

export type GatewayEvent = {
  id: string;
  type: string;
  /** The payment it is about. */
  gatewayId: string;
  /** The amount the event reports, if it has one. */
  amountCents: number | null;
  currency: string | null;
};

export type NewGatewayPayment = {
  /** Idempotent: the same key is the same payment. */
  key: string;
  amountCents: number;
  currency: string;
  description: string;
  email: string;
  metadata: Record<string, string>;
  /** Whose saved card will pay for it. */
  customer?: string | undefined;
};

/** A refund at the gateway, requested by us or elsewhere. */
export type GatewayRefund = {
  id: string;
  amountCents: number;
  /** pending counts as succeeded until the gateway reports a failure. */
  state: 'done' | 'failed';
  /** Our metadata; empty for refunds made in the gateway's own dashboard. */
  metadata: Readonly<Record<string, string>>;
};

export type GatewayDispute = {
  id: string;
  amountCents: number;
  currency: string;
  state: DisputeState;
  reason: string;
  answerBy: Date | null;
};

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

export type Gateway = {
  name: GatewayName;
  publishableKey: string | null;
  createPayment(payment: NewGatewayPayment): Promise<GatewayPayment>;
  /** Null if the gateway has no such payment. */
  findPayment(id: string): Promise<GatewayPayment | null>;
  /** A declined card is a result (`declined`), not an error. The same key is one attempt. */
  confirmPayment(
    id: string,
    how: { key: string; method: PaymentMethod; returnUrl: string },
  ): Promise<GatewayPayment>;
  /** Idempotent: the same key is the same customer. */
  createCustomer(customer: { key: string; email: string; name: string }): Promise<{ id: string }>;
  /** Keeps a card for payments later on. After `requires_action`, call it with the id of the setup as the method. */
  saveCard(
    customer: string,
    how: { key: string; method: PaymentMethod; returnUrl: string },
  ): Promise<CardSaving>;
  /** A card that is already gone is fine. */
  removeCard(id: string): Promise<void>;
  /** Identifies the card across buyers; null if it is not a card or unknown. */
  fingerprintOf(method: PaymentMethod): Promise<string | null>;
  /** A paid payment stays paid: check the returned state. */
  cancelPayment(id: string): Promise<GatewayPayment>;
  /** Idempotent: the same key is one refund. */
  refund(
    id: string,
    how: { key: string; amountCents: number; metadata: Record<string, string> },
  ): Promise<{ id: string }>;
  /** The current refunds of a payment. */
  listRefunds(id: string): Promise<GatewayRefund[]>;
  listDisputes(id: string): Promise<GatewayDispute[]>;
  /**
   * The event in a raw webhook body; null if it does not concern us. Throws AppError bad_request if the signature is
   * invalid.
   */
  readEvent(body: Buffer, headers: WebhookHeaders): Promise<GatewayEvent | null>;
};

/** No answer, or none that tells the outcome: ask again later. */
export class GatewayUnreachableError extends Error {
  constructor(cause?: unknown) {
    super('The payment gateway did not respond', { cause });
    this.name = 'GatewayUnreachableError';
  }
}

/** A definite refusal that is not about a card: retrying won't help. */
export class GatewayRefusedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'GatewayRefusedError';
  }
}

/** A checkout makes two calls and must respond within ten seconds. */
const PATIENCE_MS = 4_500;

export async function inTime<T>(call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GatewayUnreachableError()), PATIENCE_MS);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
    // Ignores an error after the deadline: nobody is waiting for it.
    call.catch(() => {});
  }
}
