// The viewer's own stats as a seller for a range of days, as JSON and as CSV.
import { stringify } from 'csv-stringify/sync';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { Download } from '#shared/contract.ts';
import type { OwnStats } from '#shared/features/seller/own-seller.contract.ts';
import {
  listDayRows,
  listResourceStats,
  listViewParts,
  sumSellerTotals,
  type Totals,
} from './seller-stats.queries.ts';
import { findSellerReach } from './seller-own.queries.ts';
import { notASeller } from './seller-own.service.ts';

const DAY_MS = 86_400_000;
const TREND_PARTS = 12;
const RESOURCES_SHOWN = 200;

type Range = { from: string; to: string };
type Asked = { from?: string | undefined; to?: string | undefined };
const DAYS_BY_ITSELF = 30;

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

function rangeOf(ctx: AppContext, { from, to }: Asked): Range {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  return { from: from ?? dayBefore(today, DAYS_BY_ITSELF - 1), to: to ?? today };
}

/** The same number of days, ending the day before. */
function rangeBefore({ from, to }: Range): Range {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return { from: dayBefore(from, days), to: dayBefore(from, 1) };
}

export async function getOwnStats(ctx: AppContext, viewer: Viewer, query: Asked): Promise<OwnStats> {
  const range = rangeOf(ctx, query);
  const asked = { sellerId: viewer.id, ...range };
  const reach = await findSellerReach(ctx.db, { userId: viewer.id });
  if (!reach) throw notASeller();
  const [days, before, rows, parts] = await Promise.all([
    listDayRows(ctx.db, asked),
    sumSellerTotals(ctx.db, { ...asked, ...rangeBefore(asked) }),
    listResourceStats(ctx.db, { ...asked, limit: RESOURCES_SHOWN }),
    listViewParts(ctx.db, { ...asked, parts: TREND_PARTS }),
  ]);
  const partsOf = Map.groupBy(parts, ({ resourceId }) => resourceId);
  return {
    ...range,
    ...reach,
    days,
    total: totalOf(days),
    before,
    resources: rows.map(({ updatedAt, ...row }) => ({
      ...row,
      thumbnailUrl: `/images/thumbnails/resource-${row.id}.webp?t=${new Date(updatedAt).getTime()}`,
      trend: trendOf(partsOf.get(row.id) ?? []),
    })),
  };
}

function totalOf(days: readonly Totals[]): Totals {
  const total = { views: 0, sales: 0, claims: 0, downloads: 0, reviews: 0 };
  for (const day of days) {
    total.views += day.views;
    total.sales += day.sales;
    total.claims += day.claims;
    total.downloads += day.downloads;
    total.reviews += day.reviews;
  }
  return total;
}

function trendOf(parts: readonly { part: number; views: number }[]): number[] {
  const views = new Map(parts.map(({ part, views: count }) => [part, count]));
  return Array.from({ length: TREND_PARTS }, (_, part) => views.get(part) ?? 0);
}

const NUMBER_COLUMNS = [
  { header: 'Views', key: 'views' },
  { header: 'Sold', key: 'sales' },
  { header: 'Free copies', key: 'claims' },
  { header: 'Downloads', key: 'downloads' },
  { header: 'Reviews', key: 'reviews' },
];
const RESOURCE_COLUMNS = [
  { header: 'Number', key: 'id' },
  { header: 'Resource', key: 'title' },
  ...NUMBER_COLUMNS,
  { header: 'Rating', key: 'rating' },
];
const DAY_COLUMNS = [{ header: 'Day', key: 'day' }, ...NUMBER_COLUMNS];
const ROWS_IN_FILE = 100_000;

export async function exportOwnStats(
  ctx: AppContext,
  viewer: Viewer,
  { by, ...query }: Asked & { by: 'resource' | 'day' },
): Promise<Download> {
  if (!(await findSellerReach(ctx.db, { userId: viewer.id }))) throw notASeller();
  const range = rangeOf(ctx, query);
  const asked = { sellerId: viewer.id, ...range };
  const rows =
    by === 'day'
      ? await listDayRows(ctx.db, asked)
      : await listResourceStats(ctx.db, { ...asked, limit: ROWS_IN_FILE });
  const csv = stringify(rows, {
    header: true,
    columns: by === 'day' ? DAY_COLUMNS : RESOURCE_COLUMNS,
    // The byte order mark tells Excel this is UTF-8; cells that look like formulas are escaped.
    bom: true,
    escape_formulas: true,
  });
  return { content: oneOf(csv), fileName: `sales-by-${by}-${range.from}-${range.to}.csv` };
}

async function* oneOf(text: string): AsyncGenerator<string> {
  yield text;
}
