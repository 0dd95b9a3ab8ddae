// The catalogue's numbers as a section of DETAILS.md, with its targets and whether they were met.
import { CASES, CATALOGUE_CONNECTIONS, PAGES, type Ratio, type SizeResult } from './catalogue-cases.ts';

const MOST_CPU = 2;
const MOST_GROWTH = 3;

const NAMES: Record<string, string> = {
  list: 'page of the catalogue, two facets and total',
  search: 'search for two words',
  detail: 'one resource',
  facets: 'facet counts under two filters',
  suggest: 'suggestions while typing',
  'list page': 'HTML: /curriculum with two facets, rendered each time',
  'resource page': 'HTML: /curriculum/{id}, rendered each time',
};

const figure = (value: number) => value.toFixed(value < 10 ? 2 : 1);
const spread = (ratio: Ratio | undefined) =>
  ratio ? `${figure(ratio.middle)} (${figure(ratio.lowest)}–${figure(ratio.highest)})` : '–';

export function catalogueSection(
  results: SizeResult[],
  how: {
    requests: number;
    pages: number;
    turns: { alone: number; after: number; pair: number; page: number };
    warmUps: number;
    leadIn: number;
  },
): string {
  return [
    '## The catalogue',
    '',
    `Generated resources, inserted in bulk (${results.map(({ size, filledIn }) => `${size.toLocaleString('en')} in ${Math.round(filledIn)} s`).join(', ')}). Then a day's trade: a thousand sales, hundreds of reviews and new prices and a hundred publications, one after the other, and no vacuum but PostgreSQL's own. Bare is node:http with one prepared statement on the same tables.`,
    `All sizes at once, each with its own PostgreSQL. Rounds of ${how.requests} requests take turns: in each of ${how.turns.alone} turns every size is measured, ours and bare right after each other. "To bare" and "grown" (server and database together, relative to the smallest size) are the medians of the ratios within a turn (lowest–highest), other numbers are medians of all rounds (${how.turns.page} of ${how.pages} requests for pages). ${how.warmUps} rounds of all queries, and one before each case, warm up all servers; ${how.leadIn} uncounted requests before each round warm up the one to be measured.`,
    `"After pages" is the same ratio (${how.turns.after} turns) once our process has rendered pages too, which bare never does; the target applies to the first.`,
    'CPU is the CPU time per request; database is the CPU time of all its sessions. JSON uncompressed on both sides, HTML with Brotli.',
    '',
    'Targets:',
    '',
    ...targets(results),
    '',
    ...CATALOGUE_CONNECTIONS.flatMap((connections) => table(results, connections)),
    ...pairTable(results),
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
        whole: ratios.get(`${name} ${connections}`)?.whole.middle ?? NaN,
      })),
    ),
  );
}

function growthsOf(results: SizeResult[]) {
  const last = results.at(-1);
  if (!last || results.length === 1) return [];
  return CATALOGUE_CONNECTIONS.flatMap((connections) =>
    [...CASES, ...PAGES].map((name) => ({
      name,
      connections,
      growth: last.growths.get(`${name} ${connections}`)?.middle ?? NaN,
    })),
  );
}

function targets(results: SizeResult[]): string[] {
  const over = ratiosOf(results).filter(({ ratio }) => !(ratio <= MOST_CPU));
  const grown = growthsOf(results);
  const tooMuch = grown.filter(({ growth }) => !(growth < MOST_GROWTH));
  const range = (values: number[]) => `${figure(Math.min(...values))}–${figure(Math.max(...values))}`;
  const verdict = (missed: unknown[], all: unknown[]) =>
    missed.length === 0 ? '**met**' : `**not met** in ${missed.length} of ${all.length} cases`;
  const lines = [
    `- JSON at no more than ${MOST_CPU} times the server CPU of bare: ${verdict(over, ratiosOf(results))} (${range(ratiosOf(results).map(({ ratio }) => ratio))}); once the process has rendered pages too: ${range(ratiosOf(results).map(({ after }) => after))}.`,
    ...over.map(
      ({ name, size, connections, ratio }) =>
        `  - ${NAMES[name]}, ${size.toLocaleString('en')} resources, concurrency ${connections}: ${figure(ratio)}`,
    ),
  ];
  const wholes = ratiosOf(results).filter(({ name }) => name === 'list' || name === 'detail');
  const pairs = results.flatMap((result) => [...result.pairs.values()].map((pair) => pair.whole.middle));
  const half = [...wholes.map(({ whole }) => whole), ...pairs];
  lines.push(
    `- Lists and details at half the rate of bare, server and database together, lists for every pair of filters: ${verdict(
      half.filter((ratio) => !(ratio <= MOST_CPU)),
      half,
    )} (${range(half)}).`,
  );
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
    results.map(({ size, costs, ratios, growths }) => {
      const ours = costs.get(`${name} ours ${connections}`);
      const bare = costs.get(`${name} bare ${connections}`);
      if (!ours) return '';
      const ratio = ratios.get(`${name} ${connections}`);
      const cells = [
        NAMES[name],
        size.toLocaleString('en'),
        figure(ours.server),
        spread(ratio?.alone),
        ratio ? figure(ratio.after) : '–',
        spread(ratio?.whole),
        ...(hasBefore(results) ? [ratio?.before ? spread(ratio.before) : '–'] : []),
        figure(ours.database),
        bare ? figure(bare.database) : '–',
        spread(growths.get(`${name} ${connections}`)),
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
    `| question | resources | server CPU ms | to bare | after pages | with the database |${hasBefore(results) ? ' the same, before |' : ''} database CPU ms | bare database CPU ms | grown | requests/s | p50 ms | p99 ms |`,
    `|---|---:|---:|---:|---:|---:|${hasBefore(results) ? '---:|' : ''}---:|---:|---:|---:|---:|---:|`,
    ...rows,
    '',
  ];
}

const hasBefore = (results: SizeResult[]) =>
  results.some(({ pairs }) => [...pairs.values()].some(({ before }) => before));

function pairTable(results: SizeResult[]): string[] {
  const rows = results.flatMap(({ size, pairs }) =>
    (['whole', 'before'] as const).flatMap((side) => {
      const ratios = [...pairs].map(([name, pair]) => ({ name, ratio: pair[side]?.middle ?? NaN }));
      const sorted = ratios.filter(({ ratio }) => ratio > 0).toSorted((a, b) => a.ratio - b.ratio);
      const [middle, worst] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
      if (!middle || !worst) return [];
      const over = sorted.filter(({ ratio }) => ratio > MOST_CPU).length;
      const of = `${size.toLocaleString('en')}${side === 'before' ? ', before' : ''}`;
      return `| ${of} | ${sorted.length} | ${figure(middle.ratio)} | ${figure(worst.ratio)} (${worst.name}) | ${over} |`;
    }),
  );
  return [
    '### Lists under each two filters, server and database together to bare',
    '',
    `| resources | pairs | median | worst | over ${MOST_CPU} |`,
    '|---:|---:|---:|---|---:|',
    ...rows,
    '',
  ];
}

function publishTable(results: SizeResult[]): string[] {
  return [
    '### Publishing one resource',
    '',
    '| resources | insert with the catalogue triggers, ms | insert without triggers, ms |',
    '|---:|---:|---:|',
    ...results.map(
      ({ size, publish }) =>
        `| ${size.toLocaleString('en')} | ${figure(publish.kept)} | ${figure(publish.plain)} |`,
    ),
    '',
  ];
}
