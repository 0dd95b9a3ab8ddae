// What is asked of the catalogue, and what a measurement of it holds.
import { categoryCode, CODES, type Facet } from '#server/features/catalogue/facet-codes.ts';
import { DANCE_STYLES } from '#shared/vocabulary.ts';

export const CATALOGUE_CONNECTIONS = [1, 32];

/** Milliseconds of processor time and latency for one request. */
export type Cost = { server: number; database: number; p50: number; p99: number; rate: number };
/** What was measured in the same turns, one in times of the other: the middle of all turns, the lowest, the highest. */
export type Ratio = { middle: number; lowest: number; highest: number };
export type SizeResult = {
  size: number;
  filledIn: number;
  /** By case, side and number of connections: "list bare 32". */
  costs: Map<string, Cost>;
  /** Server CPU, by case and number of connections: "list 32". `after`: the middle once the process has drawn pages; `whole`: with the database. */
  ratios: Map<string, { alone: Ratio; after: number; whole: Ratio; before: Ratio | null }>;
  /** Lists under two filters, server and database together; before: the checkout in BENCH_BEFORE. */
  pairs: Map<string, { whole: Ratio; before: Ratio | null }>;
  /** Server and database together in times of the smallest size, by case and number of connections. */
  growths: Map<string, Ratio>;
  /** Milliseconds to publish one, with and without what keeps the catalogue. */
  publish: { kept: number; plain: number };
};

const only = process.env['BENCH_CASES']?.split(',');
const asked = (name: string) => !only || only.includes(name);
export const CASES = ['list', 'search', 'detail', 'facets', 'suggest'].filter(asked);
export const PAGES = ['list page', 'resource page'].filter(asked);

const codeOf = (facet: Exclude<Facet, 'style' | 'category'>, value: string) =>
  CODES[facet].get(value)?.[0] ?? 0;

/** One value of each filter, and its code. */
const CHOICES: readonly [facet: Facet, value: string, code: number][] = [
  ['type', 'audio', codeOf('type', 'audio')],
  ['style', 'Ballet', 9 + DANCE_STYLES.indexOf('Ballet')],
  ['ageGroup', 'Adult (18+)', codeOf('ageGroup', 'Adult (18+)')],
  ['level', 'Beginner', codeOf('level', 'Beginner')],
  ['price', '15-40', codeOf('price', '15-40')],
  ['rating', '4.5', codeOf('rating', '4.5')],
  ['bpm', '70-99', codeOf('bpm', '70-99')],
  ['metre', '4/4', codeOf('metre', '4/4')],
  ['category', '12', categoryCode(12)],
];

/** The catalogue under each two filters, asked of ours and of bare. */
export const PAIRS = CHOICES.flatMap(([facet, value, code], at) =>
  CHOICES.slice(at + 1).map(([other, otherValue, otherCode]) => ({
    name: `${facet} and ${other}`,
    ours: `/api/resources?${String(new URLSearchParams({ [facet]: value, [other]: otherValue }))}`,
    bare: `/${other === 'category' ? 'listInCategory' : 'list'}?code=${code}&code=${otherCode}`,
  })),
);
