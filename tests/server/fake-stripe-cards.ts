// The fake Stripe's customers and the cards kept for them: set up once, charged later with nobody there.
import { randomBytes } from 'node:crypto';
import { invalid, newId, Refusal, type LastError } from './fake-stripe-errors.ts';
import { automaticMethodsIn, requireReturnUrl } from './fake-stripe-requests.ts';

type Customer = { id: string; object: 'customer'; email: string | null; name: string | null };

/** What a bank does once a card is kept. */
export type Behavior = 'pays' | 'declines' | 'asks' | 'processes';

export type KeptCard = {
  id: string;
  object: 'payment_method';
  type: 'card';
  customer: string | null;
  card: { brand: string; last4: string; exp_month: number; exp_year: number; fingerprint: string };
};

type Setup = {
  id: string;
  object: 'setup_intent';
  customer: string;
  status: string;
  client_secret: string;
  payment_method: string | null;
};

type Kind = { last4: string; behavior: Behavior; asksOnSetup?: true };

/** Stripe's own test cards, by Stripe's ids; a confirmation token has the same ending. */
const KINDS: Readonly<Record<string, Kind>> = {
  visa: { last4: '4242', behavior: 'pays' },
  chargeCustomerFail: { last4: '0341', behavior: 'declines' },
  authenticationRequiredOnSetup: { last4: '3155', behavior: 'pays', asksOnSetup: true },
  authenticationRequired: { last4: '3184', behavior: 'asks', asksOnSetup: true },
};

const REFUSED: Readonly<Record<string, LastError>> = {
  chargeDeclined: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
};

export class FakeStripeCards {
  readonly customers = new Map<string, Customer>();
  readonly setups = new Map<string, Setup>();
  private readonly methods = new Map<string, KeptCard>();
  private readonly behaviors = new Map<string, Behavior>();
  private readonly waiting = new Map<string, Kind>();

  /** Null: not about customers or their cards. */
  route(call: string, params: URLSearchParams): object | null {
    if (call === 'POST /v1/customers') return this.createCustomer(params);
    if (call === 'POST /v1/setup_intents') return this.setUp(params);
    const [, setup] = /^GET \/v1\/setup_intents\/(seti_\w+)$/.exec(call) ?? [];
    if (setup) return this.shown(this.findSetup(setup), params);
    const [, method = '', action] = /^\w+ \/v1\/payment_methods\/(pm_\w+?)(?:\/(detach))?$/.exec(call) ?? [];
    const kept = this.methods.get(method);
    if (action === 'detach') {
      if (!kept?.customer) throw invalid('The payment method you provided is not attached to a customer.');
      kept.customer = null;
    }
    return kept ? { ...kept } : null;
  }

  /** Their bank's page: approved, the card is kept. */
  authenticate(setupId: string, isApproved = true): void {
    const setup = this.findSetup(setupId);
    const kind = this.waiting.get(setupId);
    if (setup.status !== 'requires_action' || !kind) throw new Error('Nobody asked');
    if (isApproved) this.keep(setup, kind);
    else setup.status = 'requires_payment_method';
  }

  /** A kept card that pays for something of `customer`; null if this is no kept card. */
  behaviorOf(method: string, customer: string | null): Behavior | null {
    const kept = this.methods.get(method);
    if (!kept) return null;
    if (!kept.customer) throw invalid('The provided PaymentMethod was detached from its Customer.');
    if (kept.customer !== customer) {
      throw invalid(
        'The provided PaymentMethod belongs to a Customer. Include the Customer in the PaymentIntent.',
      );
    }
    return this.behaviors.get(method) ?? 'pays';
  }

  /** The bank changes its mind about a card: it expired, or was blocked. */
  setBehavior(method: string, behavior: Behavior): void {
    this.behaviors.set(method, behavior);
  }

  private createCustomer(params: URLSearchParams): Customer {
    const id = newId('cus');
    const customer: Customer = {
      id,
      object: 'customer',
      email: params.get('email'),
      name: params.get('name'),
    };
    this.customers.set(id, customer);
    return { ...customer };
  }

  private setUp(params: URLSearchParams): object {
    const customer = params.get('customer') ?? '';
    if (!this.customers.has(customer)) {
      throw invalid(`No such customer: '${customer}'`, { code: 'resource_missing', param: 'customer' });
    }
    if (params.get('confirm') !== 'true' || params.get('usage') !== 'off_session') {
      throw invalid('This fake only sets up cards for later, and confirms them at once.');
    }
    if (params.get('allowed_payment_method_types[0]') !== 'card')
      throw invalid('This fake only keeps cards.');
    requireReturnUrl(automaticMethodsIn(params), params);
    const given = params.get('payment_method') ?? params.get('confirmation_token') ?? '';
    const ending = /^(?:pm_card|ctoken)_(\w+)$/.exec(given)?.[1] ?? '';
    const refused = REFUSED[ending];
    if (refused) throw new Refusal(402, { ...refused });
    const kind = KINDS[ending];
    if (!kind) throw invalid(`No such payment_method: '${given}'`, { code: 'resource_missing' });
    const id = newId('seti');
    const setup: Setup = {
      id,
      object: 'setup_intent',
      customer,
      status: 'requires_action',
      client_secret: `${id}_secret_${randomBytes(9).toString('hex')}`,
      payment_method: null,
    };
    this.setups.set(id, setup);
    if (kind.asksOnSetup) this.waiting.set(id, kind);
    else this.keep(setup, kind);
    return this.shown(setup, params);
  }

  private keep(setup: Setup, { last4, behavior }: Kind): void {
    const id = newId('pm');
    const card = { brand: 'visa', last4, exp_month: 4, exp_year: 2035, fingerprint: `fp_${last4}` };
    this.methods.set(id, { id, object: 'payment_method', type: 'card', customer: setup.customer, card });
    this.behaviors.set(id, behavior);
    Object.assign(setup, { status: 'succeeded', payment_method: id });
  }

  private shown(setup: Setup, params: URLSearchParams): object {
    const isExpanded = [...params].some(
      ([name, value]) => name.startsWith('expand') && value === 'payment_method',
    );
    const method = setup.payment_method === null ? null : (this.methods.get(setup.payment_method) ?? null);
    return { ...setup, payment_method: isExpanded ? method : setup.payment_method };
  }

  private findSetup(id: string): Setup {
    const setup = this.setups.get(id);
    if (!setup) throw invalid(`No such setupintent: '${id}'`, { code: 'resource_missing' }, 404);
    return setup;
  }
}
