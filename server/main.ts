// The process: reads the environment, starts the server, and shuts it down gracefully.
import { loggerOptions } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { DEMO_PASSWORD, DEMO_USERNAMES } from './seed/demo.ts';
import { StartError } from './start-error.ts';
import { startServer, type Running } from './start.ts';

/** Longer than the longest request and the longest job together; what is still open then is cut. */
const PATIENCE_MS = 60_000;

const halted = new AbortController();

/** A start that was asked to stop has not failed, even if Ctrl-C also stopped its initdb. */
function unlessHalted(error: unknown): void {
  if (!halted.signal.aborted) fail(error);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(error: unknown): never {
  if (error instanceof StartError) process.stderr.write(`\n${error.message}\n`);
  else
    process.stderr.write(
      `\nThe server could not start: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
  process.exit(1);
}

function welcome(config: Config, url: string): void {
  say(`\nRelevé is running at ${url}`);
  if (config.isDemo) {
    const names = DEMO_USERNAMES.join(', ');
    say(`Demo users: ${names}. The password is always ${DEMO_PASSWORD}`);
  }
  say('Press Ctrl-C to stop.\n');
}

/** From the first moment: a stop during startup waits for the current step, so that nothing is left half done. */
function stopOnSignals(starting: Promise<Running>, { drainMs }: Config): void {
  let isStopping = false;
  const stop = async (drainMs: number) => {
    if (isStopping) return;
    isStopping = true;
    say('Stopping: finishing running requests and jobs');
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    halted.abort();
    const running = await starting.catch(unlessHalted);
    await running?.stop({ drainMs });
    process.exit(0);
  };
  // After Ctrl-C someone is waiting; SIGTERM comes from setups that also run a load balancer.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0).catch(fail));
  process.on('SIGTERM', () => void stop(drainMs).catch(fail));
}

try {
  const config = readConfig(process.env);
  const starting = startServer(config, {
    logger: loggerOptions(config),
    say: (text) => say(`${text} …`),
    signal: halted.signal,
  });
  stopOnSignals(starting, config);
  welcome(config, (await starting).url);
} catch (error) {
  unlessHalted(error);
}
