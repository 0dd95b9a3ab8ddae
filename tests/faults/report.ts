// Stores the results of a test's full form in bench/FAULTS.md: one section each, replaced when it runs again.
import { readFile, writeFile } from 'node:fs/promises';
import { FULL } from './two-servers.ts';

const FILE = 'bench/FAULTS.md';
const HEAD = `# Faults

Results of \`npm run faults\`: races and outages for carts, checkouts, coupons, seats, refunds, payouts and backups, with two
server processes on one PostgreSQL. Each race runs without latency and with 50 ms before every message to the database.
\`npm test\` runs a short form of each. Written by the tests themselves (\`tests/faults\`).
`;

export async function report(title: string, lines: readonly string[]): Promise<void> {
  // Running some of the tests keeps the results of the others.
  if (!FULL || lines.length === 0) return;
  const before = await readFile(FILE, 'utf8').catch(() => HEAD);
  const [, ...sections] = before.split(/^## /m);
  const others = sections.filter((section) => !section.startsWith(`${title}\n`));
  const day = new Date().toISOString().slice(0, 10);
  const own = `${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n- Measured on ${day}.\n`;
  const all = [...others.map((section) => `${section.trimEnd()}\n`), own].toSorted();
  await writeFile(FILE, [HEAD, ...all.map((section) => `## ${section}`)].join('\n'));
}

/** Collects the rounds of one race: one line per database latency. */
export class Rounds {
  private readonly seen = new Map<string, { what: string; delay: number; times: number[] }>();

  add(what: string, delay: number, ms: number): void {
    const key = `${what} ${delay}`;
    const rounds = this.seen.get(key) ?? { what, delay, times: [] };
    rounds.times.push(ms);
    this.seen.set(key, rounds);
  }

  lines(measured = 'slowest response after'): string[] {
    return [...this.seen.values()].map(({ what, delay, times }) => {
      return `${delay} ms before PostgreSQL, ${howOften(times.length)}: ${what}; ${measured} ${percentile(times, 0.5)} ms (median), ${Math.max(...times)} ms (worst)`;
    });
  }
}

export const howOften = (rounds: number) => (rounds === 1 ? 'once' : `${rounds} times`);
export const secondsSince = (time: number) => `${((Date.now() - time) / 1000).toFixed(1)} s`;

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
