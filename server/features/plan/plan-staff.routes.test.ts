// Plans and the member library as staff manage them.
import { describe, expect, it } from 'vitest';
import { listPlans } from '#shared/features/plan/plan.contract.ts';
import * as contract from '#shared/features/plan/staff-plan.contract.ts';
import type { PlanFields, StaffPlan } from '#shared/features/plan/staff-plan.schema.ts';
import { createResource } from '#server/seed/factories.ts';
import { someMember } from '../../../tests/server/membership-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

let made = 0;
const fields = (values: Partial<PlanFields> = {}): PlanFields => ({
  name: `Staff plan ${++made}`,
  audience: 'For one teacher',
  monthly: '19.00',
  yearly: '190.00',
  trialDays: 14,
  seats: 1,
  resourceDiscount: 30,
  courseDiscount: 10,
  bookingDiscount: 0,
  monthlyDownloads: 10,
  bookingCredit: '60.00',
  ...values,
});

async function created(values: Partial<PlanFields> = {}): Promise<StaffPlan> {
  const answer = await call(contract.createPlan, { body: fields(values) }, 'admin');
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const fieldsOf = ({
  id: _id,
  state: _state,
  members: _members,
  prices: _prices,
  updatedAt,
  ...rest
}: StaffPlan) => ({
  ...rest,
  seen: updatedAt,
});
const update = (plan: StaffPlan, values: Partial<PlanFields>) =>
  call(contract.updatePlan, { params: { id: plan.id }, body: { ...fieldsOf(plan), ...values } }, 'admin');
const publish = async ({ id }: StaffPlan) =>
  (await call(contract.publishPlan, { params: { id } }, 'admin')).json<StaffPlan>();
const onSale = async () => (await call(listPlans)).json<{ id: number; monthly: string }[]>();

/** Someone who pays the plan's monthly price. */
async function joins(plan: StaffPlan): Promise<void> {
  const member = await someMember(ctx);
  const now = ctx.clock.now();
  await ctx.pool.query(
    `insert into memberships (user_id, plan_id, price_id, period, state, starts_at, ends_at, anchor_at, name, created_at)
     select $1, plan_id, id, 'month', 'active', $3, $3, $3, 'Mara', $3 from plan_prices
     where plan_id = $2 and period = 'month' and retired_at is null`,
    [member.id, plan.id, now],
  );
}

async function auditOf(id: number): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ action: string }>(
    `select action from audit_log where subject_type = 'plan' and subject_id = $1 order by id`,
    [String(id)],
  );
  return rows.map(({ action }) => action);
}

describe('a plan', () => {
  it('starts as a draft, goes on sale and is retired, each on record', async () => {
    const plan = await created();
    expect(plan).toMatchObject({ state: 'draft', members: 0, monthly: '19.00', bookingCredit: '60.00' });
    expect((await onSale()).map(({ id }) => id)).not.toContain(plan.id);
    expect((await publish(plan)).state).toBe('published');
    expect((await onSale()).map(({ id }) => id)).toContain(plan.id);
    expect((await call(contract.publishPlan, { params: { id: plan.id } }, 'admin')).statusCode).toBe(409);
    const retired = await call(contract.retirePlan, { params: { id: plan.id } }, 'admin');
    expect(retired.json()).toMatchObject({ state: 'retired' });
    expect((await onSale()).map(({ id }) => id)).not.toContain(plan.id);
    expect(await auditOf(plan.id)).toEqual(['plan.add', 'plan.publish', 'plan.retire']);
  });

  it('has a name of its own, until it is retired', async () => {
    const plan = await publish(await created());
    const same = await call(
      contract.createPlan,
      { body: fields({ name: plan.name.toUpperCase() }) },
      'admin',
    );
    expect(same.statusCode).toBe(409);
    expect(same.json().details).toEqual([{ path: 'name', message: expect.any(String) }]);
    await call(contract.retirePlan, { params: { id: plan.id } }, 'admin');
    await publish(await created({ name: plan.name }));
    expect((await call(contract.publishPlan, { params: { id: plan.id } }, 'admin')).statusCode).toBe(409);
  });

  it('can be deleted while it is a draft', async () => {
    const draft = await created();
    expect((await call(contract.deletePlan, { params: { id: draft.id } }, 'admin')).statusCode).toBe(204);
    expect((await call(contract.getStaffPlan, { params: { id: draft.id } }, 'admin')).statusCode).toBe(404);
    const sold = await publish(await created());
    expect((await call(contract.deletePlan, { params: { id: sold.id } }, 'admin')).statusCode).toBe(409);
  });

  it('refuses changes to a version that is out of date', async () => {
    const plan = await created();
    expect((await update(plan, { audience: 'Studios' })).statusCode).toBe(200);
    expect((await update(plan, { audience: 'Schools' })).statusCode).toBe(409);
  });

  it('refuses mistakes field by field', async () => {
    const answer = await call(contract.createPlan, { body: fields({ monthly: '0.50', seats: 0 }) }, 'admin');
    expect(answer.statusCode).toBe(400);
    const paths = answer.json<{ details: { path: string }[] }>().details.map(({ path }) => path);
    expect(paths.toSorted()).toEqual(['monthly', 'seats']);
  });
});

describe('a price', () => {
  it('is never changed: another one is for new members', async () => {
    const plan = await publish(await created());
    await joins(plan);
    const changed = (await update(plan, { monthly: '29.00' })).json<StaffPlan>();
    expect(changed).toMatchObject({ monthly: '29.00', yearly: '190.00', members: 1 });
    const monthly = changed.prices.filter(({ period }) => period === 'month');
    expect(monthly).toEqual([
      expect.objectContaining({ amount: '29.00', retiredAt: null, members: 0 }),
      expect.objectContaining({ amount: '19.00', retiredAt: expect.any(String), members: 1 }),
    ]);
    expect((await onSale()).find(({ id }) => id === plan.id)?.monthly).toBe('29.00');
  });

  it('that stays the same stays one row', async () => {
    const plan = await created();
    const changed = (await update(plan, { audience: 'Studios' })).json<StaffPlan>();
    expect(changed.prices.map(({ id }) => id)).toEqual(plan.prices.map(({ id }) => id));
  });
});

describe('benefits', () => {
  it('can be added for members, but not taken away from them', async () => {
    const plan = await publish(await created());
    await joins(plan);
    const worse = await update(plan, { resourceDiscount: 20, bookingCredit: '0.00' });
    expect(worse.statusCode).toBe(409);
    const paths = worse.json<{ details: { path: string }[] }>().details.map(({ path }) => path);
    expect(paths.toSorted()).toEqual(['bookingCredit', 'resourceDiscount']);
    expect((await update(plan, { resourceDiscount: 35, monthlyDownloads: null })).statusCode).toBe(200);
  });

  it('are protected for those who move to the plan with their next period, too', async () => {
    const [plan, other] = [await publish(await created()), await publish(await created())];
    await joins(other);
    await ctx.pool.query(
      `update memberships set next_price_id = (select min(id) from plan_prices where plan_id = $1) where plan_id = $2`,
      [plan.id, other.id],
    );
    expect((await update(plan, { seats: 1, courseDiscount: 5 })).statusCode).toBe(409);
  });

  it('of a plan without members can be anything', async () => {
    const plan = await publish(await created());
    expect((await update(plan, { resourceDiscount: 0, monthlyDownloads: 0 })).statusCode).toBe(200);
  });
});

describe('the order', () => {
  it('is that of all plans together', async () => {
    const list = async () =>
      (await call(contract.listStaffPlans, {}, 'admin')).json<{ items: StaffPlan[] }>().items;
    await created();
    const drafts = (await list()).filter(({ state }) => state !== 'retired').map(({ id }) => id);
    const retired = (await list()).filter(({ state }) => state === 'retired').map(({ id }) => id);
    const turned = [...drafts.toReversed(), ...retired];
    expect((await call(contract.reorderPlans, { body: { ids: turned } }, 'admin')).statusCode).toBe(204);
    expect((await list()).map(({ id }) => id)).toEqual(turned);
    expect((await call(contract.reorderPlans, { body: { ids: turned.slice(1) } }, 'admin')).statusCode).toBe(
      409,
    );
  });
});

describe('the library', () => {
  const listed = async (query: Record<string, string> = {}) =>
    (await call(contract.listLibraryItems, { query }, 'admin')).json<{
      items: { id: string; title: string }[];
      counts: Record<string, number>;
    }>();
  const choices = async (q: string) =>
    (await call(contract.listLibraryChoices, { query: { q } }, 'admin')).json<{ itemId: number }[]>();

  it('takes items on sale, once, and gives them up again', async () => {
    const resource = await createResource(ctx.db, { title: 'Velvet library waltz' });
    const body = { items: [{ itemType: 'resource', itemId: resource.id }] };
    expect((await choices('velvet waltz')).map(({ itemId }) => itemId)).toEqual([resource.id]);
    for (let time = 0; time < 2; time++) {
      expect((await call(contract.addLibraryItems, { body }, 'admin')).statusCode).toBe(204);
    }
    expect(await choices('velvet waltz')).toEqual([]);
    const found = await listed({ q: 'velvet', type: 'resource' });
    expect(found.items.map(({ id }) => id)).toEqual([`resource-${resource.id}`]);
    expect(found.counts).toEqual({ all: 1, resource: 1, course: 0 });
    expect((await call(contract.removeLibraryItems, { body }, 'admin')).statusCode).toBe(204);
    expect((await listed({ q: 'velvet' })).items).toEqual([]);
  });

  it('refuses what isn’t on sale, and adds nothing of it', async () => {
    const [draft, sold] = [
      await createResource(ctx.db, { state: 'draft' }),
      await createResource(ctx.db, { title: 'Amber library study' }),
    ];
    const items = [sold, draft].map(({ id }) => ({ itemType: 'resource', itemId: id }));
    expect((await call(contract.addLibraryItems, { body: { items } }, 'admin')).statusCode).toBe(404);
    expect((await listed({ q: 'amber library' })).items).toEqual([]);
  });
});

it('is for admins', async () => {
  expect((await call(contract.listStaffPlans)).statusCode).toBe(401);
  expect((await call(contract.listStaffPlans, {}, 'officer')).statusCode).toBe(403);
  expect((await call(contract.createPlan, { body: fields() }, 'officer')).statusCode).toBe(403);
});
