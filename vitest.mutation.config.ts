// The tests that one run of `npm run mutate` may use (scripts/mutate.mjs names them): Stryker's own `testFiles` never
// activates mutants outside of functions (stryker-js issue 6144), so the choice is made here.
import { defineConfig } from 'vitest/config';

const tests = process.env.MUTATION_TESTS?.split(',') ?? [];
const needsDatabase = tests.some((glob) => !glob.startsWith('shared/'));

export default defineConfig({
  test: {
    environment: 'node',
    isolate: false,
    include: tests,
    globalSetup: needsDatabase ? ['tests/server/global-setup.ts'] : [],
    // A mutant that hangs is Stryker's to stop.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // One worker for all files: no pool worth warming up, and little to wait for.
    expect: { poll: { timeout: 5_000 } },
  },
});
