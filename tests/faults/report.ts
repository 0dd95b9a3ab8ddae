// What the full form of a test saw, kept in bench/FAULTS.md: one section for each, replaced when it runs again.
import { readFile, writeFile } from 'node:fs/promises';
import { FULL } from './two-servers.ts';

const FILE = 'bench/FAULTS.md';
const HEAD = `# Faults

What \`npm run faults\` saw of carts, checkouts, coupons, seats, refunds, payouts and backups: two server processes on one PostgreSQL, each race with the database near
and with 50 ms in front of every message to it. The short form of each runs in \`npm test\`. Written by the tests
themselves (\`tests/faults\`).
`;

export async function report(title: string, lines: readonly string[]): Promise<void> {
  // A run of some of the tests leaves what others saw.
  if (!FULL || lines.length === 0) return;
  const before = await readFile(FILE, 'utf8').catch(() => HEAD);
  const [, ...sections] = before.split(/^## /m);
  const others = sections.filter((section) => !section.startsWith(`${title}\n`));
  const day = new Date().toISOString().slice(0, 10);
  const own = `${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n- Seen on ${day}.\n`;
  const all = [...others.map((section) => `${section.trimEnd()}\n`), own].toSorted();
  await writeFile(FILE, [HEAD, ...all.map((section) => `## ${section}`)].join('\n'));
}

/** What rounds of one race saw, gathered: one line for each distance of the database. */
export class Rounds {
  private readonly seen = new Map<string, { what: string; delay: number; times: number[] }>();

  add(what: string, delay: number, ms: number): void {
    const key = `${what} ${delay}`;
    const rounds = this.seen.get(key) ?? { what, delay, times: [] };
    rounds.times.push(ms);
    this.seen.set(key, rounds);
  }

  lines(measured = 'the slowest answer after'): string[] {
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
