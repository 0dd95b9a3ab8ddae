// Starts everything a server process needs, in order, and stops it in reverse order.
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { connectDatabase, type Connection, type Database } from './db/client.ts';
import { migrateDatabase } from './db/migrate.ts';
import { openConnection, type OpenConnection } from './db/open-connection.ts';
import { ensureFirstAdmin } from '#server/features/user-admin/user-actions.service.ts';
import { scheduleReconcile } from '#server/features/payment/reconcile.jobs.ts';
import { ensureStarterCategories } from './features/category/category.service.ts';
import { ensureStarterTemplates } from './features/certificate-template/certificate-template.service.ts';
import { drawSiteCoversAhead, ensureSiteCovers } from './features/cover/cover.service.ts';
import { ensureStarterArticles } from './features/help/help.service.ts';
import { startSandboxDelivery } from '#server/features/payment/sandbox.jobs.ts';
import { createStorage } from './integrations/create-storage.ts';
import { createGateway } from './integrations/gateway/create-gateway.ts';
import { createIncoming } from './integrations/incoming-uploads.ts';
import { createRateLimiter } from './integrations/rate-limiter.ts';
import { createPayouts } from './integrations/payouts/create-payouts.ts';
import { createTax } from './integrations/tax/create-tax.ts';
import { createJobQueue, prepareJobTables } from './jobs/queue.ts';
import { JOBS } from './jobs/registry.ts';
import { createLiveStreams } from './platform/live-streams.ts';
import { seedDemo } from './seed/demo.ts';
import { prepareDemoAhead } from './seed/files/demo-files.ts';
import { StartError } from './start-error.ts';

export type Running = {
  app: FastifyInstance;
  ctx: AppContext;
  url: string;
  stop(options?: { drainMs?: number }): Promise<void>;
};

type Options = {
  logger: NonNullable<FastifyServerOptions['logger']>;
  say: (progress: string) => void;
  /** Stops a start after its current step: undoes what was started and throws the reason. */
  signal: AbortSignal;
};

export async function startServer(config: Config, { logger, say, signal }: Options): Promise<Running> {
  await refuseBusyPort(config);
  const undo: (() => Promise<unknown>)[] = [];
  let app: FastifyInstance | undefined;
  const stop: Running['stop'] = async ({ drainMs = 0 } = {}) => {
    app?.beginClosing();
    if (drainMs > 0) await sleep(drainMs);
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const { connection, embedded, database, close } = await openSite(config, { say, signal });
    undo.push(close);

    const ctx = createContext(config, database, connection);
    if (config.firstAdmin) await ensureFirstAdmin(ctx, config.firstAdmin);
    await checkStorage(ctx);
    app = await buildApp(ctx, logger);
    ctx.log = app.log;
    embedded?.keepAlive((sentence) => ctx.log.error({}, sentence));
    undo.push(() => ctx.jobs.stop());
    await ctx.jobs.start();
    await scheduleReconcile(ctx);
    await drawSiteCoversAhead(ctx);
    if (config.isDemo) await prepareDemoAhead(ctx);
    const { close: closeApp } = app;
    undo.push(() => closeApp());
    await listen(app, config);
    ctx.localUrl = localUrlOf(app);
    startSandboxDelivery(ctx);
    return { app, ctx, url: addressOf(app, config), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export type OpenSite = Omit<OpenConnection, 'close'> & {
  database: Database;
  close(): Promise<void>;
};

/** The database, up to date, with what every site starts with. A first start does this while the pages are built. */
export async function openSite(config: Config, { say, signal }: Omit<Options, 'logger'>): Promise<OpenSite> {
  const { connection, embedded, close: closeConnection } = await openConnection(config, say);
  let database: Database | undefined;
  const close = async () => {
    await database?.close();
    await closeConnection();
  };
  try {
    signal.throwIfAborted();
    say('Bringing the database up to date');
    await migrateDatabase(connection, { alsoPrepare: () => prepareJobTables(connection, JOBS) });
    database = connectDatabase(connection);
    signal.throwIfAborted();
    await ensureSiteCovers(database.db);
    await ensureStarterTemplates(database.db);
    await ensureStarterArticles(database.db);
    await ensureStarterCategories(database.db);
    if (config.isDemo) await seedDemo(database.db);
    signal.throwIfAborted();
    return { connection, ...(embedded && { embedded }), database, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export function createContext(config: Config, { pool, db }: Database, connection: Connection): AppContext {
  const silent = () => {};
  const paying = createGateway(config, {
    db,
    now: () => ctx.clock.now(),
    onEvent: () => startSandboxDelivery(ctx),
  });
  const ctx: AppContext = {
    ...paying,
    ...createPayouts(config, { db, now: () => ctx.clock.now() }),
    tax: createTax(config),
    localUrl: null,
    config,
    pool,
    db,
    clock: systemClock,
    storage: createStorage(config),
    incoming: createIncoming(config),
    limiter: createRateLimiter(pool),
    live: createLiveStreams({ db, connection, clock: () => ctx.clock }),
    log: { info: silent, warn: silent, error: silent },
    jobs: createJobQueue({ connection, jobs: JOBS, context: () => ctx }),
  };
  return ctx;
}

async function checkStorage({ config, storage }: AppContext): Promise<void> {
  try {
    await storage.healthy();
  } catch {
    const place = config.s3 ? `the bucket ${config.s3.bucket}` : `the data folder ${config.dataDir}`;
    const advice = config.s3 ? 'Check the S3 settings.' : 'Set DATA_DIR to a folder this user can write.';
    throw new StartError(`Files cannot be written to ${place}. ${advice}`);
  }
}

/** Before anything is started: usually the site is already running. */
async function refuseBusyPort({ host, port }: Config): Promise<void> {
  if (port === 0) return;
  const probe = net.createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(portError(error, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  await app.listen({ host, port }).catch((error: unknown) => {
    throw portError(error, port);
  });
}

function portError(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is already in use. Stop what uses it, or set PORT to another number.`,
    );
  }
  if (code === 'EACCES') return new StartError(`Port ${port} is reserved for root. Set PORT above 1023.`);
  return error;
}

/** A server that listens on all addresses listens here too. */
function localUrlOf(app: FastifyInstance): string | null {
  const address = app.server.address();
  if (typeof address !== 'object' || !address) return null;
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.address] ?? address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

function addressOf(app: FastifyInstance, config: Config): string {
  if (config.isPublicUrlFixed) return config.publicUrl;
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  return `http://localhost:${port}`;
}
