// Progress messages and error handling for operator scripts.
import { StartError } from '../server/start-error.ts';

export function say(progress: string): void {
  process.stdout.write(`${progress} …\n`);
}

/** Expected failures print one sentence, anything else a stack trace. */
export async function runScript(script: (args: string[]) => Promise<void>): Promise<void> {
  // Exit instead of dying from the signal, so that a database started for the script is stopped.
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
