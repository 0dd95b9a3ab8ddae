// What is asked of the catalogue, and what a measurement of it holds.

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
  /** Server CPU, by case and number of connections: "list 32". `after`: the middle once the process has drawn pages. */
  ratios: Map<string, { alone: Ratio; after: number }>;
  /** Server and database together in times of the smallest size, by case and number of connections. */
  growths: Map<string, Ratio>;
  /** Milliseconds to publish one, with and without what keeps the catalogue. */
  publish: { kept: number; plain: number };
};

export const CASES = ['list', 'search', 'detail', 'facets', 'suggest'] as const;
export const PAGES = ['list page', 'resource page'] as const;
