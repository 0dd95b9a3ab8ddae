// What buying costs, as a section of DETAILS.md, with its target and whether it was met.
import { median } from './measure.ts';

/** Milliseconds of processor time and latency of one operation. */
export type Cost = { server: number; database: number; p50: number; p99: number; rate: number };
/** By case, side and connections: “checkout bare 32”. */
export type Rounds = Map<string, Cost[]>;

const CASES = ['add to cart', 'checkout'] as const;
const MOST_TIMES = 4;

type Setting = { connections: readonly number[]; checkouts: number; rounds: number };

/** How many times slower than bare, round by round: a busy neighbour slows both. */
function timesSlower(rounds: Rounds, name: string, connections: number): number[] {
  const bare = rounds.get(`${name} bare ${connections}`) ?? [];
  const ours = rounds.get(`${name} ours ${connections}`) ?? [];
  return ours.map(({ rate }, round) => (bare[round]?.rate ?? NaN) / rate);
}

const spread = (values: number[]) => `${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)}`;

export function checkoutSection(rounds: Rounds, setting: Setting): string {
  const { connections, checkouts, rounds: count } = setting;
  return [
    '## Checkout',
    '',
    `${checkouts * 2} additions to a cart and ${checkouts} complete checkouts per round, each by another user from another address;`,
    `median of ${count} rounds after one of warm-up, alternating with bare: node:http and prepared statements that write the same`,
    'rows (a cart line; an order with line, part, payment, access and ledger in one transaction) and check nothing. Our checkout',
    'is one call with a sandbox card, answered when it is paid; its CPU time includes the signed webhook',
    'and the receipt that follow.',
    '',
    `Target: within ${MOST_TIMES} times of bare. ${verdict(rounds, connections)}`,
    '',
    ...connections.flatMap((each) => table(rounds, each)),
  ].join('\n');
}

function verdict(rounds: Rounds, connections: readonly number[]): string {
  const seen = connections.flatMap((each) =>
    CASES.map((name) => ({ name, each, times: timesSlower(rounds, name, each) })),
  );
  const missed = seen.filter(({ times }) => !(median(times) <= MOST_TIMES));
  const words = seen.map(({ name, each, times }) => `${name} at ${each}: ${median(times).toFixed(1)}`);
  return `${missed.length === 0 ? '**Met**' : `**Not met** in ${missed.length} of ${seen.length} cases`} in this run (times slower: ${words.join('; ')}).`;
}

function table(rounds: Rounds, connections: number): string[] {
  const rows = CASES.flatMap((name) =>
    (['bare', 'ours'] as const).map((side) => {
      const costs = rounds.get(`${name} ${side} ${connections}`) ?? [];
      const pick = (key: keyof Cost) => median(costs.map((cost) => cost[key]));
      const times = timesSlower(rounds, name, connections);
      const cells = [
        `${name}, ${side}`,
        pick('rate').toFixed(0),
        side === 'ours' ? `${median(times).toFixed(1)} (${spread(times)})` : '1',
        pick('p50'),
        pick('p99'),
        pick('server').toFixed(2),
        pick('database').toFixed(2),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  );
  return [
    `### Checkout, concurrency ${connections}`,
    '',
    '| operation | a second | times slower than bare (lowest–highest) | p50 ms | p99 ms | server CPU ms | database CPU ms |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
  ];
}
