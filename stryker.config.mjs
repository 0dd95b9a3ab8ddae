// Mutation testing: Stryker changes one thing at a time ("mutant") and runs the tests that reach it. What to change and
// which tests to run is decided in scripts/mutate.mjs.

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './scripts/stryker-word-lists.mjs'],
  ignorers: ['word-lists'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: true },
  coverageAnalysis: 'perTest',
  incremental: true,
  // An emptied object lacks what its type asks for. An emptied string is a type error where it is a state, a role or a
  // code, and wording elsewhere, which the tables of exact texts check.
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
  cleanTempDir: 'always',
  // Stryker rewrites tsconfig.json with an API that TypeScript 7 does not have; the tests run without it.
  ignorePatterns: [
    '.*',
    '/build',
    '/data',
    '/backups',
    '/e2e',
    '/test-results',
    'tsconfig*.json',
    '!.env.example',
  ],
  // A slow machine is no killed mutant. After a timeout Stryker starts a new runner, which makes the demo school again: with
  // less time than that takes, every following mutant of a service would time out as well.
  timeoutMS: process.env.MUTATION_TESTS?.startsWith('server/') ? 600_000 : 120_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 30,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
};
