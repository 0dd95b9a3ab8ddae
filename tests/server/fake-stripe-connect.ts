// The fake Stripe's seller accounts, transfers and reversals.
import { randomBytes } from 'node:crypto';
import { Refusal } from './fake-stripe-errors.ts';

type Account = {
  id: string;
  object: 'account';
  email: string | null;
  details_submitted: boolean;
  payouts_enabled: boolean;
  capabilities: { transfers: 'active' | 'inactive' | 'pending' };
  requirements: { currently_due: string[]; past_due: string[] };
  metadata: Record<string, string>;
};
export type FakeTransfer = {
  id: string;
  object: 'transfer';
  amount: number;
  amount_reversed: number;
  currency: string;
  destination: string;
  transfer_group: string | null;
};
type Reversal = {
  id: string;
  object: 'transfer_reversal';
  transfer: string;
  amount: number;
  metadata: { key?: string };
};

const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;

function invalid(message: string, extra: object = {}, status = 400): Refusal {
  return new Refusal(status, { type: 'invalid_request_error', message, ...extra });
}

export class FakeConnect {
  readonly accounts = new Map<string, Account>();
  /** What was actually sent to sellers: the measure of "paid once". */
  readonly transfers: FakeTransfer[] = [];
  readonly reversals: Reversal[] = [];

  /** Null if the path is not ours. */
  route(call: string, params: URLSearchParams): object | null {
    if (call === 'POST /v1/accounts') return this.open(params);
    if (call === 'POST /v1/account_links') return this.link(params);
    if (call === 'POST /v1/transfers') return this.send(params);
    if (call === 'GET /v1/transfers') return this.list(params);
    const [, account] = /^GET \/v1\/accounts\/(\w+)$/.exec(call) ?? [];
    if (account) return { ...this.find(account) };
    const [, method, transfer] = /^(\w+) \/v1\/transfers\/(\w+)\/reversals$/.exec(call) ?? [];
    if (!transfer) return null;
    return method === 'POST' ? this.takeBack(transfer, params) : this.listReversals(transfer);
  }

  /** The seller has completed Stripe's form. */
  finish(id: string): void {
    Object.assign(this.find(id), {
      details_submitted: true,
      payouts_enabled: true,
      capabilities: { transfers: 'active' },
      requirements: { currently_due: [], past_due: [] },
    });
  }

  /** Stripe requires more information. */
  restrict(id: string, due: string[]): void {
    Object.assign(this.find(id), {
      payouts_enabled: false,
      requirements: { currently_due: due, past_due: [] },
    });
  }

  private open(params: URLSearchParams): Account {
    if (params.get('type') !== 'express' || params.get('capabilities[transfers][requested]') !== 'true') {
      throw invalid('Only Express accounts with transfers are expected here');
    }
    const account: Account = {
      id: newId('acct'),
      object: 'account',
      email: params.get('email'),
      details_submitted: false,
      payouts_enabled: false,
      capabilities: { transfers: 'inactive' },
      requirements: {
        currently_due: ['external_account', 'individual.first_name', 'tos_acceptance.date'],
        past_due: [],
      },
      metadata: { sellerId: params.get('metadata[sellerId]') ?? '' },
    };
    this.accounts.set(account.id, account);
    return { ...account };
  }

  private link(params: URLSearchParams): object {
    const { id } = this.find(params.get('account') ?? '');
    if (!params.get('return_url') || !params.get('refresh_url')) throw invalid('Where to go back to?');
    return { object: 'account_link', url: `https://connect.stripe.test/setup/${id}`, expires_at: 0 };
  }

  private send(params: URLSearchParams): FakeTransfer {
    const account = this.find(params.get('destination') ?? '');
    const amount = Number(params.get('amount'));
    if (!Number.isInteger(amount) || amount < 1) throw invalid('Invalid amount');
    if (account.capabilities.transfers !== 'active') {
      throw invalid('Your destination account needs to have the transfers capability enabled.');
    }
    const transfer: FakeTransfer = {
      id: newId('tr'),
      object: 'transfer',
      amount,
      amount_reversed: 0,
      currency: params.get('currency') ?? 'usd',
      destination: account.id,
      transfer_group: params.get('transfer_group'),
    };
    this.transfers.push(transfer);
    return { ...transfer };
  }

  private list(params: URLSearchParams): object {
    const group = params.get('transfer_group');
    const data = this.transfers.filter((one) => one.transfer_group === group);
    return { object: 'list', data, has_more: false, url: '/v1/transfers' };
  }

  private takeBack(id: string, params: URLSearchParams): Reversal {
    const transfer = this.transfers.find((one) => one.id === id);
    if (!transfer) throw invalid(`No such transfer: '${id}'`, { code: 'resource_missing' }, 404);
    const amount = Number(params.get('amount'));
    if (transfer.amount_reversed + amount > transfer.amount) {
      throw invalid('Reversal amount is greater than unreversed amount on transfer');
    }
    transfer.amount_reversed += amount;
    const metadata = { key: params.get('metadata[key]') ?? '' };
    const reversal: Reversal = {
      id: newId('trr'),
      object: 'transfer_reversal',
      transfer: id,
      amount,
      metadata,
    };
    this.reversals.push(reversal);
    return { ...reversal };
  }

  private listReversals(id: string): object {
    const data = this.reversals.filter((one) => one.transfer === id);
    return { object: 'list', data, has_more: false, url: `/v1/transfers/${id}/reversals` };
  }

  private find(id: string): Account {
    const account = this.accounts.get(id);
    if (!account) throw invalid(`No such account: '${id}'`, { code: 'resource_missing' }, 404);
    return account;
  }
}
