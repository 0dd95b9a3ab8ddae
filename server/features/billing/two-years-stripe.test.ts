// Two years of memberships with Stripe, played by a server of our own. See tests/server/two-years.ts.
import { afterAll, it } from 'vitest';
import { startFakeStripe } from '../../../tests/server/fake-stripe.ts';
import { stripeStory } from '../../../tests/server/story-gateways.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { expectTwoYears, liveTwoYears } from '../../../tests/server/two-years.ts';

const stripe = await startFakeStripe();
afterAll(() => stripe.close());
const app = await testApp(stripe.env);

it('charges and emails exactly once, with Stripe', { timeout: 300_000 }, async () => {
  expectTwoYears(await liveTwoYears(app, stripeStory(app, stripe)));
});
