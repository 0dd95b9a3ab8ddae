// Payouts in the export, and what deleting the account erases of them.
import { expect, it } from 'vitest';
import { payableSeller, payoutsOf, runPayouts, sell } from '../../../tests/server/payout-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { testContext } from '../../../tests/server/test-database.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { createSeller } from '#server/seed/factories.ts';
import { deleteAccount } from '#shared/features/privacy/privacy.contract.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';
import { payoutPersonalData } from '#server/features/payout/payout.privacy.ts';

const ctx = await testContext();

it('exports payouts, erases the payout account and keeps the ledger', async () => {
  const seller = await payableSeller(ctx);
  const other = await payableSeller(ctx);
  await sell(ctx, { sellerId: seller.id, priceCents: 2400 }, 8);
  await runPayouts(ctx);
  const subject = { userId: seller.id, email: 'seller@example.com', isEmailVerified: true, orderIds: [] };
  const collect = () => payoutPersonalData.collect?.['payouts']?.(ctx.db, subject);
  expect(await collect()).toMatchObject({
    accounts: [{ gatewayId: seller.accountId, state: 'ready' }],
    payouts: [{ amountCents: 2040, state: 'paid' }],
  });
  await inTransaction(ctx.db, async (tx) =>
    payoutPersonalData.erase?.(ctx, tx, { ...subject, now: ctx.clock.now() }),
  );
  expect(await collect()).toMatchObject({ accounts: [], payouts: [{}] });
  const { rows } = await ctx.pool.query<{ email: string }>(
    'select email from sandbox_accounts where id in ($1, $2) order by email',
    [seller.accountId, other.accountId],
  );
  expect(rows).toEqual([{ email: '' }, { email: 'seller@example.com' }]);
  expect(await payoutsOf(ctx, seller.id)).toHaveLength(1);
});

it('refuses to delete an account that is still owed money', async () => {
  const { ctx: own, call } = await testApp();
  const person = await newcomer(own, ['seller']);
  await createSeller(own.db, { userId: person.id });
  const remove = async (from: string) =>
    call(deleteAccount, { headers: { cookie: person.cookie }, from, body: { password: PASSWORD } });
  await sell(own, { sellerId: person.id, priceCents: 2400 }, 8);
  const refused = await remove('10.8.0.1');
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringMatching(/^\$20\.40 from your sales has not reached your bank yet\./),
  ]);
  // Paid by other means and recorded in the ledger by staff.
  await own.pool.query(
    `with paid as (insert into ledger_transactions (kind, cause, created_at) values ('payout', 'by hand', now()) returning id)
     insert into ledger_entries (transaction_id, account, seller_id, amount_cents, currency)
     select id, line.account, line.seller_id, line.cents, 'USD' from paid,
       (values ('seller_payable', $1::int, 2040), ('gateway', null, -2040)) as line(account, seller_id, cents)`,
    [person.id],
  );
  expect((await remove('10.8.0.2')).statusCode).toBe(204);
});
