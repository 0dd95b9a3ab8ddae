import os from 'node:os';
import { defineConfig } from 'vitest/config';
import { icons } from './scripts/icons.vite.ts';

const common = { environment: 'node', pool: 'threads', isolate: false } as const;
/** Server code tested without a database. */
const pureServerTests = [
  'server/features/account/password-hash.test.ts',
  'server/features/cover/cover.draw.test.ts',
];
const onDatabase = {
  ...common,
  // Processes, not threads: some tests measure how much memory theirs takes.
  pool: 'forks' as const,
  // Collecting garbage less often: by default a tenth of the time.
  execArgv: ['--max-semi-space-size=64'],
  globalSetup: ['tests/server/global-setup.ts'],
  // For what hangs, not for what is slow: on a disk that others use, a database takes a minute to be made.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // A machine may be busy with something else for longer than the second this waits by itself.
  expect: { poll: { timeout: 15_000 } },
};
/** `npm run faults`, which tries everything in its long form. */
const isFull = process.env['FAULTS'] === 'all';

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [icons()],
        test: {
          ...common,
          name: 'unit',
          // The random carts take seconds on a busy machine.
          testTimeout: 30_000,
          include: ['{shared,app,scripts,tests/docs}/**/*.test.ts', ...pureServerTests],
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/{server,tables}/**/*.test.ts'],
          exclude: pureServerTests,
          // Two even on two cores: a good part of the work is done by PostgreSQL and by waiting.
          maxWorkers: Math.max(2, os.availableParallelism() - 1),
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'faults',
          // With those that read whole pages: both need the build, which the others need not wait for.
          include: ['tests/{faults,pages}/**/*.test.ts'],
          // In the long form each file owns the machine while it kills things; the short form mostly waits.
          maxWorkers: isFull ? 1 : 2,
          sequence: { groupOrder: 2 },
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
