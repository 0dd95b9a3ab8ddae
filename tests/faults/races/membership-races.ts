// Becoming a member in two tabs at once, against two servers on one database: one membership, one charge.
import { beforeEach, describe, expect, it } from 'vitest';
import { somePlan } from '../../server/membership-tools.ts';
import { GOOD_CARD, newBuyer, ROUNDS, type TwoServers } from '../two-servers.ts';
import { atOnce, countOf, reporter, slowest } from './race-tools.ts';

const TABS = 10;

export function membershipRaces(two: TwoServers): void {
  const { ctx, post, rows } = two;
  const noted = reporter();

  describe.each(ROUNDS)('with $delay ms in front of the database, round $round', ({ delay }) => {
    beforeEach(() => two.setDelay(delay));

    it.each([
      ['paid', { name: 'Mara Okafor', zip: '10001', card: GOOD_CARD }, 1],
      ['as a trial', { isTrial: true }, 0],
    ])('starting one membership in many tabs, %s', async (how, body, charges) => {
      const buyer = await newBuyer(ctx);
      const { id: planId } = await somePlan(ctx, { trialDays: 14 });
      const answers = await atOnce(TABS, () =>
        post('/api/subscription', { planId, period: 'month', ...body }, { cookie: buyer.cookie }),
      );
      expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
      expect(countOf(answers, 201)).toBe(1);
      const [seen] = await rows(
        `select (select count(*)::int from memberships where user_id = $1) as memberships,
           (select count(*)::int from sandbox_charges c join payments p on p.gateway_id = c.payment_id
             join orders o on o.id = p.order_id where o.user_id = $1 and c.outcome = 'succeeded') as charges`,
        [buyer.id],
      );
      expect(seen).toEqual({ memberships: 1, charges });
      const what = `${TABS} tabs start a membership ${how}: one starts, ${TABS - 1} are told so`;
      noted('memberships started in many tabs', what, { delay, ms: slowest(answers) });
    });
  });
}
