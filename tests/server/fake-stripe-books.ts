// The fake Stripe's state: payment intents, charges and refunds.
import { randomBytes } from 'node:crypto';
import { FakeStripeCards, type Behavior } from './fake-stripe-cards.ts';
import { invalid, newId, Refusal, type LastError } from './fake-stripe-errors.ts';
import { automaticMethodsIn, requireReturnUrl, type AutomaticMethods } from './fake-stripe-requests.ts';

export type Intent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  /** Whose kept cards can pay for it. */
  customer: string | null;
  status: string;
  client_secret: string;
  automatic_payment_methods: AutomaticMethods | null;
  description: string | null;
  metadata: Record<string, string>;
  latest_charge: string | null;
  next_action: object | null;
  last_payment_error: LastError | null;
};
export type Charge = { id: string; intent: string; amount: number; currency: string; refunded: number };
export type FakeRefund = {
  id: string;
  object: 'refund';
  payment_intent: string;
  amount: number;
  status: 'succeeded' | 'failed';
  metadata: Record<string, string>;
};

const declined = (decline_code: string, message: string): LastError => ({
  type: 'card_error',
  code: 'card_declined',
  decline_code,
  message,
});

/** Stripe's own test cards, by Stripe's ids; a confirmation token has the same ending. */
const CARDS: Readonly<Record<string, LastError | 'succeeded' | 'requires_action'>> = {
  visa: 'succeeded',
  mastercard: 'succeeded',
  authenticationRequired: 'requires_action',
  chargeDeclined: declined('generic_decline', 'Your card was declined.'),
  chargeDeclinedInsufficientFunds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  chargeDeclinedExpiredCard: {
    type: 'card_error',
    code: 'expired_card',
    message: 'Your card has expired.',
  },
};

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

function metadataIn(params: URLSearchParams): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const [name, value] of params) {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    if (key) metadata[key] = value;
  }
  return metadata;
}

type FakeDispute = ReturnType<typeof newDispute> & { status: string };

function newDispute({ id, amount, currency }: Intent) {
  return {
    id: newId('dp'),
    object: 'dispute',
    payment_intent: id,
    amount,
    currency,
    reason: 'fraudulent',
    evidence_details: { due_by: 1_900_000_000 },
  };
}

export class FakeStripeBooks {
  /** Customers and the cards kept for them. */
  readonly cards = new FakeStripeCards();
  readonly intents = new Map<string, Intent>();
  /** What was actually charged to cards: the measure of "charged once". */
  readonly charges: Charge[] = [];
  readonly refunds: FakeRefund[] = [];
  private readonly disputes = new Map<string, FakeDispute>();
  private readonly tell: (type: string, object: object) => void;

  constructor(tell: (type: string, object: object) => void) {
    this.tell = tell;
  }

  create(params: URLSearchParams): Intent {
    const amount = Number(params.get('amount'));
    if (!Number.isInteger(amount) || amount < 50) throw invalid('Amount must be at least $0.50 usd');
    const id = newId('pi');
    const metadata = metadataIn(params);
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency: params.get('currency') ?? 'usd',
      customer: params.get('customer'),
      status: 'requires_payment_method',
      client_secret: `${id}_secret_${randomBytes(9).toString('hex')}`,
      automatic_payment_methods: automaticMethodsIn(params),
      description: params.get('description'),
      metadata,
      latest_charge: null,
      next_action: null,
      last_payment_error: null,
    };
    this.intents.set(id, intent);
    this.tell('payment_intent.created', { ...intent });
    return { ...intent };
  }

  get(id: string): Intent {
    return { ...this.find(id) };
  }

  confirm(id: string, params: URLSearchParams): Intent {
    const intent = this.find(id);
    if (!OPEN.includes(intent.status)) throw this.unexpected(intent, 'confirm');
    requireReturnUrl(intent.automatic_payment_methods, params);
    const method = params.get('payment_method') ?? params.get('confirmation_token') ?? '';
    const kept = this.cards.behaviorOf(method, intent.customer);
    if (kept) return this.confirmKept(intent, kept, params.get('off_session') === 'true');
    const card = CARDS[/^(?:pm_card|ctoken)_(\w+)$/.exec(method)?.[1] ?? ''];
    if (!card) {
      const param = method.startsWith('ctoken_') ? 'confirmation_token' : 'payment_method';
      throw invalid(`No such ${param}: '${method}'`, { code: 'resource_missing', param });
    }
    if (card === 'succeeded') return this.charge(intent);
    if (card === 'requires_action') return this.ask(intent);
    throw this.refused(intent, card);
  }

  /** With nobody there, a bank that wants to ask declines. */
  private confirmKept(intent: Intent, behavior: Behavior, isAway: boolean): Intent {
    if (behavior === 'pays') return this.charge(intent);
    if (behavior === 'processes') return this.process(intent);
    if (behavior === 'declines')
      throw this.refused(intent, declined('generic_decline', 'Your card was declined.'));
    if (!isAway) return this.ask(intent);
    const message = 'Your card was declined. This transaction requires authentication.';
    const code = 'authentication_required';
    throw this.refused(intent, { type: 'card_error', code, decline_code: code, message });
  }

  /** The bank takes days to answer: `settle` is its answer. */
  private process(intent: Intent): Intent {
    Object.assign(intent, { status: 'processing', next_action: null, last_payment_error: null });
    this.tell('payment_intent.processing', { ...intent });
    return { ...intent };
  }

  settle(id: string, isPaid: boolean): void {
    const intent = this.find(id);
    if (intent.status !== 'processing') throw new Error('Nothing is processed');
    if (isPaid) this.charge(intent);
    else this.refuse(intent, declined('generic_decline', 'Your card was declined.'));
  }

  private ask(intent: Intent): Intent {
    const next = { next_action: { type: 'use_stripe_sdk' }, last_payment_error: null };
    Object.assign(intent, next, { status: 'requires_action' });
    this.tell('payment_intent.requires_action', { ...intent });
    return { ...intent };
  }

  private refused(intent: Intent, error: LastError): Refusal {
    this.refuse(intent, error);
    return new Refusal(402, { ...error, payment_intent: { ...intent } });
  }

  cancel(id: string): Intent {
    const intent = this.find(id);
    if (!OPEN.includes(intent.status)) throw this.unexpected(intent, 'cancel');
    intent.status = 'canceled';
    this.tell('payment_intent.canceled', { ...intent });
    return { ...intent };
  }

  refund(params: URLSearchParams): FakeRefund {
    const intent = this.find(params.get('payment_intent') ?? '');
    const charge = this.charges.find((one) => one.intent === intent.id);
    if (!charge) throw invalid('This PaymentIntent does not have a successful charge to refund.');
    const disputed = this.disputes.get(intent.id)?.status ?? 'won';
    if (disputed !== 'won') {
      throw invalid('The charge has been charged back', { code: 'charge_disputed' });
    }
    const amount = Number(params.get('amount') ?? charge.amount);
    if (charge.refunded + amount > charge.amount) {
      throw invalid('Refund amount is greater than unrefunded amount on charge', {
        code: 'charge_already_refunded',
      });
    }
    charge.refunded += amount;
    const refund: FakeRefund = {
      id: newId('re'),
      object: 'refund',
      payment_intent: intent.id,
      amount,
      status: 'succeeded',
      metadata: metadataIn(params),
    };
    this.refunds.push(refund);
    const { id, currency, refunded } = charge;
    const taken = { id, object: 'charge', payment_intent: intent.id, amount: charge.amount, currency };
    this.tell('charge.refunded', { ...taken, amount_refunded: refunded });
    return { ...refund };
  }

  listRefunds(params: URLSearchParams): object {
    const data = this.refunds.filter((refund) => refund.payment_intent === params.get('payment_intent'));
    return { object: 'list', data: data.map((refund) => ({ ...refund })), has_more: false };
  }

  listDisputes(params: URLSearchParams): object {
    const found = this.disputes.get(params.get('payment_intent') ?? '');
    return { object: 'list', data: found ? [{ ...found }] : [], has_more: false };
  }

  /** The buyer's bank disputes a charge, or decides a dispute. */
  dispute(intentId: string, status: string): void {
    const intent = this.find(intentId);
    const known = this.disputes.get(intentId);
    const dispute = { ...(known ?? newDispute(intent)), status };
    this.disputes.set(intentId, dispute);
    const isOver = status === 'won' || status === 'lost';
    this.tell(`charge.dispute.${known ? (isOver ? 'closed' : 'updated') : 'created'}`, { ...dispute });
  }

  /** The bank returns a refund. */
  failRefund(id: string): void {
    const refund = this.refunds.find((one) => one.id === id);
    const charge = this.charges.find((one) => one.intent === refund?.payment_intent);
    if (!refund || !charge) throw new Error(`No refund ${id}`);
    refund.status = 'failed';
    charge.refunded -= refund.amount;
    this.tell('refund.failed', { ...refund });
  }

  /** The buyer confirms or rejects the payment at the bank. */
  authenticate(id: string, isApproved: boolean): void {
    const intent = this.find(id);
    if (intent.status !== 'requires_action') throw new Error('Nobody asked');
    if (isApproved) this.charge(intent);
    else {
      this.refuse(intent, {
        type: 'card_error',
        code: 'payment_intent_authentication_failure',
        message: 'We are unable to authenticate your payment method.',
      });
    }
  }

  private charge(intent: Intent): Intent {
    const { id, amount, currency } = intent;
    const charge = { id: newId('ch'), intent: id, amount, currency, refunded: 0 };
    this.charges.push(charge);
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: amount,
      latest_charge: charge.id,
      next_action: null,
      last_payment_error: null,
    });
    this.tell('payment_intent.succeeded', { ...intent });
    return { ...intent };
  }

  private refuse(intent: Intent, error: LastError): void {
    Object.assign(intent, {
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: error,
    });
    this.tell('payment_intent.payment_failed', { ...intent });
  }

  private find(id: string): Intent {
    const intent = this.intents.get(id);
    if (!intent) throw invalid(`No such payment_intent: '${id}'`, { code: 'resource_missing' }, 404);
    return intent;
  }

  private unexpected(intent: Intent, what: string): Refusal {
    const message = `You cannot ${what} this PaymentIntent because it has a status of ${intent.status}.`;
    const code = 'payment_intent_unexpected_state';
    return invalid(message, { code, payment_intent: { ...intent } });
  }
}
