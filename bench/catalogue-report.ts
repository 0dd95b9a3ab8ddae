// The catalogue's numbers as a section of RESULTS.md, with its targets and whether they were met.
import { CASES, CATALOGUE_CONNECTIONS, PAGES, type Cost, type SizeResult } from './catalogue-cases.ts';

const MOST_CPU = 2;
const MOST_GROWTH = 3;

const NAMES: Record<string, string> = {
  list: 'page of the catalogue, two facets and total',
  search: 'search for two words',
  detail: 'one resource',
  facets: 'facet counts under two choices',
  suggest: 'suggestions while typing',
  'list page': 'HTML: /curriculum with two facets, rendered each time',
  'resource page': 'HTML: /curriculum/{id}, rendered each time',
};

const whole = ({ server, database }: Cost) => server + database;
const figure = (value: number) => value.toFixed(value < 10 ? 2 : 1);

export function catalogueSection(
  results: SizeResult[],
  how: {
    requests: number;
    pages: number;
    pairs: number;
    pairsAfter: number;
    pageRounds: number;
    warmUps: number;
  },
): string {
  return [
    '## The catalogue',
    '',
    `Generated resources written in bulk (${results.map(({ size, filledIn }) => `${size.toLocaleString('en')} in ${Math.round(filledIn)} s`).join(', ')}). Bare is node:http with one prepared statement on the same tables.`,
    `Ours and bare in ${how.pairs} pairs of ${how.requests} requests, one right after the other; "to bare" is the median of the ratios within the pairs (lowest–highest), other numbers are the medians of all rounds (${how.pageRounds} of ${how.pages} requests for pages). ${how.warmUps} rounds of all questions and one before each case warm both servers up.`,
    `"After pages" is the same ratio (${how.pairsAfter} pairs) once our process has drawn pages too, which bare never does; the target is held against the first.`,
    'CPU is processor time for one request; database is that of all its sessions. JSON uncompressed on both sides, HTML with Brotli.',
    '',
    'Targets:',
    '',
    ...targets(results),
    '',
    ...CATALOGUE_CONNECTIONS.flatMap((connections) => table(results, connections)),
    ...publishTable(results),
  ].join('\n');
}

function ratiosOf(results: SizeResult[]) {
  return results.flatMap(({ size, ratios }) =>
    CATALOGUE_CONNECTIONS.flatMap((connections) =>
      CASES.map((name) => ({
        name,
        size,
        connections,
        ratio: ratios.get(`${name} ${connections}`)?.alone.middle ?? NaN,
        after: ratios.get(`${name} ${connections}`)?.after ?? NaN,
      })),
    ),
  );
}

function growths(results: SizeResult[]) {
  const [first, last] = [results[0], results.at(-1)];
  if (!first || !last || first === last) return [];
  return CATALOGUE_CONNECTIONS.flatMap((connections) =>
    [...CASES, ...PAGES].map((name) => {
      const small = first.costs.get(`${name} ours ${connections}`);
      const large = last.costs.get(`${name} ours ${connections}`);
      return { name, connections, growth: small && large ? whole(large) / whole(small) : NaN };
    }),
  );
}

function targets(results: SizeResult[]): string[] {
  const over = ratiosOf(results).filter(({ ratio }) => !(ratio <= MOST_CPU));
  const grown = growths(results);
  const tooMuch = grown.filter(({ growth }) => !(growth < MOST_GROWTH));
  const range = (values: number[]) => `${figure(Math.min(...values))}–${figure(Math.max(...values))}`;
  const verdict = (missed: unknown[], all: unknown[]) =>
    missed.length === 0 ? '**met**' : `**not met** in ${missed.length} of ${all.length} cases`;
  const lines = [
    `- JSON at no more than ${MOST_CPU} times the server CPU of bare: ${verdict(over, ratiosOf(results))} (${range(ratiosOf(results).map(({ ratio }) => ratio))}); once the process has drawn pages too: ${range(ratiosOf(results).map(({ after }) => after))}.`,
    ...over.map(
      ({ name, size, connections, ratio }) =>
        `  - ${NAMES[name]}, ${size.toLocaleString('en')} resources, concurrency ${connections}: ${figure(ratio)}`,
    ),
  ];
  if (grown.length === 0) return lines;
  return [
    ...lines,
    `- From the smallest to the largest, server and database together grow by less than ${MOST_GROWTH} times: ${verdict(tooMuch, grown)} (${range(grown.map(({ growth }) => growth))}).`,
    ...tooMuch.map(
      ({ name, connections, growth }) => `  - ${NAMES[name]}, concurrency ${connections}: ${figure(growth)}`,
    ),
  ];
}

function table(results: SizeResult[], connections: number): string[] {
  const rows = [...CASES, ...PAGES].flatMap((name) =>
    results.map(({ size, costs, ratios }) => {
      const ours = costs.get(`${name} ours ${connections}`);
      const bare = costs.get(`${name} bare ${connections}`);
      if (!ours) return '';
      const ratio = ratios.get(`${name} ${connections}`);
      const first = results[0]?.costs.get(`${name} ours ${connections}`);
      const cells = [
        NAMES[name],
        size.toLocaleString('en'),
        figure(ours.server),
        ratio
          ? `${figure(ratio.alone.middle)} (${figure(ratio.alone.lowest)}–${figure(ratio.alone.highest)})`
          : '–',
        ratio ? figure(ratio.after) : '–',
        figure(ours.database),
        bare ? figure(bare.database) : '–',
        first ? figure(whole(ours) / whole(first)) : '–',
        Math.round(ours.rate),
        ours.p50,
        ours.p99,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  );
  return [
    `### Catalogue, concurrency ${connections}`,
    '',
    '| question | resources | server CPU ms | to bare | after pages | database CPU ms | bare database CPU ms | grown | requests/s | p50 ms | p99 ms |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
  ];
}

function publishTable(results: SizeResult[]): string[] {
  return [
    '### Publishing one resource',
    '',
    '| resources | insert with all that keeps the catalogue, ms | the same without any trigger, ms |',
    '|---:|---:|---:|',
    ...results.map(
      ({ size, publish }) =>
        `| ${size.toLocaleString('en')} | ${figure(publish.kept)} | ${figure(publish.plain)} |`,
    ),
    '',
  ];
}
