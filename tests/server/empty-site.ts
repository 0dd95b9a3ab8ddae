// A site of its own without the demo school: migrated, with what every site starts with, and no users.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, inject } from 'vitest';
import { buildApp } from '#server/app.ts';
import { movableClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import type { AppContext } from '#server/context.ts';
import { createContext, openSite } from '#server/start.ts';
import { fillPath, type Contract } from '#shared/contract.ts';
import { databaseUrl } from '../faults/database-url.ts';
import { hashCheaply } from './cheap-passwords.ts';
import { TEST_NOW } from './global-setup.ts';
import type { TestContext } from './test-database.ts';

hashCheaply();

type Input = {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
};

/** As `DEMO=0 npm start` leaves it. */
export async function emptySite(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'releve-empty-'));
  const DATABASE_URL = await databaseUrl(inject('postgres'));
  const settings = { NODE_ENV: 'test', DEMO: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', DATABASE_URL };
  const config = readConfig({ ...settings, ...env });
  const open = () => openSite(config, { say: () => {}, signal: new AbortController().signal });
  const { connection, database, close } = await open();
  const ctx: TestContext = Object.assign(createContext(config, database, connection), {
    clock: movableClock(TEST_NOW),
    database,
    connection,
  });
  const app = await buildApp(ctx, false, { withPages: false });
  afterAll(async () => {
    await app.close();
    await ctx.jobs.stop();
    await close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    app,
    ctx,
    /** The same site, configured differently. */
    configured: (changed: Record<string, string>): AppContext => ({
      ...createContext(readConfig({ ...settings, ...env, ...changed }), database, connection),
      clock: ctx.clock,
    }),
    /** What every start does with the database. */
    startAgain: async () => (await open()).close(),
    call: (contract: Contract, { params = {}, query, body, headers = {} }: Input = {}) =>
      app.inject({
        method: contract.method,
        url: fillPath(contract.path, params),
        headers,
        ...(query && { query }),
        ...(body !== undefined && { payload: body as object }),
      }),
  };
}
