// The port to whoever charges cards. Two stand behind it: Stripe, and a sandbox of our own where no key is set.
// A gateway's word is asked for, never assumed: a call that ends without an answer has an unknown outcome.
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
  /** Upper case, as in our books. */
  currency: string;
  /** What a browser needs to go on with it. */
  clientSecret: string;
  /** Why the last card was refused, in words for its owner. */
  declined: string | null;
  metadata: Readonly<Record<string, string>>;
};

/** What pays: a card's own digits reach only the sandbox; Stripe gets what Stripe.js made of them. */
export type PaymentMethod = { card: Card } | { paymentMethod: string };

export type GatewayEvent = {
  id: string;
  type: string;
  /** The payment it is about. */
  gatewayId: string;
  /** What the event says of it, where it says so. */
  amountCents: number | null;
  currency: string | null;
};

export type NewGatewayPayment = {
  /** The same key is the same payment, however often it is asked for. */
  key: string;
  amountCents: number;
  currency: string;
  description: string;
  email: string;
  metadata: Record<string, string>;
};

/** Money the gateway gave back, whoever asked it to. */
export type GatewayRefund = {
  id: string;
  amountCents: number;
  /** pending counts as done until it is said to have failed. */
  state: 'done' | 'failed';
  /** What we gave with it; empty where it was made at the gateway itself. */
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
  createPayment(wanted: NewGatewayPayment): Promise<GatewayPayment>;
  /** Null: the gateway knows no such payment. */
  findPayment(id: string): Promise<GatewayPayment | null>;
  /** A refused card is an answer (`declined`), not an error. The same key is one try. */
  confirmPayment(
    id: string,
    how: { key: string; method: PaymentMethod; returnUrl: string },
  ): Promise<GatewayPayment>;
  /** The same for the same card, whoever pays with it; null: not a card, or the gateway does not say. */
  fingerprintOf(method: PaymentMethod): Promise<string | null>;
  /** One that has been paid stays paid: look at the state that comes back. */
  cancelPayment(id: string): Promise<GatewayPayment>;
  /** The same key is one refund. */
  refund(
    id: string,
    how: { key: string; amountCents: number; metadata: Record<string, string> },
  ): Promise<{ id: string }>;
  /** Of one payment, as they stand now. */
  listRefunds(id: string): Promise<GatewayRefund[]>;
  listDisputes(id: string): Promise<GatewayDispute[]>;
  /**
   * The event in a webhook's body, exactly as it came over the wire; null: about nothing of ours. Throws AppError
   * bad_request where it is not genuine.
   */
  readEvent(body: Buffer, headers: WebhookHeaders): Promise<GatewayEvent | null>;
};

/** No answer, or none that says what happened: ask again later. */
export class GatewayUnreachableError extends Error {
  constructor(cause?: unknown) {
    super('The payment gateway did not answer', { cause });
    this.name = 'GatewayUnreachableError';
  }
}

/** A clear no to something that was not a card: asking again will not help. */
export class GatewayRefusedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'GatewayRefusedError';
  }
}
