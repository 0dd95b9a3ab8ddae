// The test bank used without Stripe keys: accounts, transfers and reversals in its own tables, which move no money. The
// same key never acts twice.
import { randomBytes } from 'node:crypto';
import type { Db } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { GatewayRefusedError } from '#server/integrations/gateway/gateway.ts';
import type { PayoutAccountState } from '#shared/features/payout/payout.states.ts';
import type { GatewayAccount, NewTransfer, Payouts } from './payouts.ts';
import {
  findSandboxAccount,
  findSandboxAccountByKey,
  findSandboxReversal,
  findSandboxTransfer,
  insertSandboxAccount,
  insertSandboxReversal,
  insertSandboxTransfer,
  creditSandboxAccount,
  setSandboxAccountState,
  debitSandboxAccount,
} from './sandbox-payouts.queries.ts';

export type SandboxPayouts = Payouts & {
  /** Submits the seller's details; false if there is no such account. */
  hearSeller(accountId: string, state: PayoutAccountState): Promise<boolean>;
};

export type SandboxPayoutsParts = { db: Db; now: () => Date };

const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;

const NEEDS: Readonly<Record<PayoutAccountState, string[]>> = {
  started: ['Your name and the account the money goes to'],
  restricted: ['A document that shows who you are'],
  ready: [],
};

const asAccount = ({ id, state }: { id: string; state: PayoutAccountState }): GatewayAccount => ({
  id,
  state,
  needs: NEEDS[state],
});

const noSuchAccount = () => new GatewayRefusedError('The test bank has no such account');

export function createSandboxPayouts(parts: SandboxPayoutsParts): SandboxPayouts {
  const { db, now } = parts;
  return {
    name: 'sandbox',

    async createAccount({ key, email }) {
      const account = { id: newId('acct'), idempotencyKey: key, email, state: 'started' as const };
      await insertSandboxAccount(db, { ...account, createdAt: now() });
      const made = await findSandboxAccountByKey(db, { key });
      if (!made) throw noSuchAccount();
      return asAccount(made);
    },

    async onboardingLink(accountId) {
      if (!(await findSandboxAccount(db, { id: accountId }))) throw noSuchAccount();
      // One of our own pages plays the bank's form.
      return '/seller/payments/test-bank';
    },

    async findAccount(id) {
      const found = await findSandboxAccount(db, { id });
      return found && asAccount(found);
    },

    transfer: (input) => transfer(parts, input),
    // Keys never expire here, so asking again is enough.
    findTransfer: async () => null,
    reverse: (transferId, how) => reverse(parts, transferId, how),
    findReversal: async () => null,

    hearSeller: (accountId, state) => setSandboxAccountState(db, { id: accountId, state }),
  };
}

async function transfer(
  { db, now }: SandboxPayoutsParts,
  { key, accountId, amountCents }: NewTransfer,
): Promise<{ id: string }> {
  const id = newId('tr');
  return inTransaction(db, async (tx) => {
    // Check the account first: the foreign key would fail on an unknown one.
    if (!(await findSandboxAccount(tx, { id: accountId }))) throw noSuchAccount();
    const values = { id, idempotencyKey: key, accountId, amountCents, createdAt: now() };
    if (!(await insertSandboxTransfer(tx, values))) {
      const before = await findSandboxTransfer(tx, { key });
      if (before?.accountId === accountId && before.amountCents === amountCents) return { id: before.id };
      throw new GatewayRefusedError('The same key was used for another transfer');
    }
    if (!(await creditSandboxAccount(tx, { id: accountId, amountCents }))) {
      throw new GatewayRefusedError('The test bank cannot pay into this account yet');
    }
    return { id };
  });
}

async function reverse(
  { db, now }: SandboxPayoutsParts,
  transferId: string,
  { key, amountCents }: { key: string; amountCents: number },
): Promise<{ id: string }> {
  const id = newId('trr');
  try {
    return await inTransaction(db, async (tx) => {
      const values = { id, idempotencyKey: key, transferId, amountCents, createdAt: now() };
      if (!(await insertSandboxReversal(tx, values))) {
        const before = await findSandboxReversal(tx, { key });
        if (before?.transferId === transferId && before.amountCents === amountCents) return { id: before.id };
        throw new GatewayRefusedError('The same key was used for another reversal');
      }
      await debitSandboxAccount(tx, { transferId, amountCents });
      return { id };
    });
  } catch (error) {
    throw asRefusal(error);
  }
}

function asRefusal(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'sandbox_transfers_reversed') {
    return new GatewayRefusedError('More would be taken back than was transferred', error);
  }
  if (constraint === 'sandbox_accounts_balance') {
    return new GatewayRefusedError('There is not enough in the account', error);
  }
  if (constraint?.startsWith('sandbox_reversals_transfer_id')) {
    return new GatewayRefusedError('The test bank has no such transfer', error);
  }
  return error;
}
