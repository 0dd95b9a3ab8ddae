// The browser tests: a production server of their own, on its own port, with a freshly seeded data folder.
import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser } from './scripts/browser.mjs';

const port = Number(process.env.E2E_PORT ?? 4310);
const address = `http://127.0.0.1:${port}`;
const dataDir = '.data/e2e';
const node = JSON.stringify(process.execPath);
// Here and not at the top of this file, which every worker reads again while the server is running.
const removeData = `${node} -e "fs.rmSync('${dataDir}', { recursive: true, force: true })"`;
const copySchool = process.env.SCHOOL_MADE ? `cp -a .data/school ${dataDir} &&` : '';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  // Those look at every page in every look: `npm run e2e`.
  testIgnore: process.env.E2E_FULL ? [] : '**/*.full.e2e.ts',
  workers: 2,
  // Test by test, so that both workers end at the same time; a file whose tests depend on each other says so.
  fullyParallel: true,
  // A net for CI: a test that passed only because of it counts as a defect, and .data/e2e-times.json names it.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: [['list'], ['./e2e/reporter.ts']],
  // Of what passes nothing waits this long; a busy machine of two cores may.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  globalTimeout: 40 * 60_000,
  use: {
    baseURL: address,
    // One window a worker, emptied between tests: opening another costs more than most tests do.
    reuseContext: true,
    contextOptions: { reducedMotion: 'reduce' },
    // Long tests wait for background work, never this long for a button.
    actionTimeout: 20_000,
    launchOptions: { executablePath: findBrowser(), args: browserArgs },
    // A trace of every test would cost as much as the tests: E2E_TRACE=1 asks for it.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: `${removeData} && ${copySchool} exec ${node} server/main.ts`,
    url: `${address}/readyz`,
    reuseExistingServer: false,
    timeout: 120_000,
    stdout: 'pipe',
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // New accounts come from addresses of their own (e2e/people.ts): one address may open only so many in an hour.
      TRUST_PROXY: '1',
      // The featured and the free ones come first; making all would take the browser's time.
      DEMO_FILES: '26',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
