// How scripts for whoever runs the site talk, and how they end.
import { StartError } from '../server/start-error.ts';

export function say(progress: string): void {
  process.stdout.write(`${progress} …\n`);
}

/** What is expected to go wrong is one sentence; anything else comes with its stack. */
export async function runScript(script: (args: string[]) => Promise<void>): Promise<void> {
  // By an exit and not by the signal itself, so that a database started for this is stopped again.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  try {
    await script(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`\n${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

function messageOf(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
