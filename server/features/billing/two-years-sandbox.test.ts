// Two years of memberships with the sandbox. See tests/server/two-years.ts.
import { it } from 'vitest';
import { sandboxStory } from '../../../tests/server/story-gateways.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { expectTwoYears, liveTwoYears } from '../../../tests/server/two-years.ts';

const app = await testApp();

// A minute on a quiet machine.
it('charges and emails exactly once, with the sandbox', { timeout: 300_000 }, async () => {
  expectTwoYears(await liveTwoYears(app, sandboxStory(app)));
});
