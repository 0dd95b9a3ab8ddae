// A seller's resources with their stats.
import { Link } from 'react-router';
import type { OwnStats } from '#shared/features/seller/own-seller.contract.ts';
import { formatCount } from '#shared/numbers.ts';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { conversionOf } from './seller-range.ts';

type Row = OwnStats['resources'][number];

type ResourceNumbersProps = {
  caption: string;
  rows: readonly Row[];
  hasSold: boolean;
  /** Fewer columns, for the overview. */
  isShort?: boolean;
};

export function ResourceStats({ caption, rows, hasSold, isShort }: ResourceNumbersProps) {
  const columns = [
    TITLE,
    TREND,
    number('views', 'Views'),
    ...(hasSold ? [number('sales', 'Sold')] : []),
    number('claims', 'Free copies'),
    ...(isShort ? [] : [CONVERSION, number('downloads', 'Downloads'), RATING]),
  ];
  return (
    <Table
      className="seller-results"
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => String(id)}
      isFlush
    />
  );
}

const TITLE: TableColumn<Row> = {
  key: 'title',
  header: 'Resource',
  card: 'title',
  cell: ({ id, title, thumbnailUrl }) => (
    <span className="flex items-center gap-3">
      <img
        className="h-12 w-auto shrink-0 rounded-paper"
        src={thumbnailUrl}
        alt=""
        width={40}
        height={50}
        loading="lazy"
      />
      <Link className="min-w-0 font-semibold wrap-anywhere hover:underline" to={`/curriculum/${id}`}>
        {title}
      </Link>
    </span>
  ),
};

const TREND: TableColumn<Row> = {
  key: 'trend',
  header: 'Trend',
  card: 'hide',
  cell: ({ trend }) => (
    <>
      <Sparkline values={trend} />
      <span className="sr-only">{trendText(trend)}</span>
    </>
  ),
};

function trendText(trend: readonly number[]): string {
  const half = trend.length / 2;
  const sum = (part: readonly number[]) => part.reduce((total, views) => total + views, 0);
  return `${sum(trend.slice(0, half))} views in the first half, ${sum(trend.slice(half))} in the second`;
}

function number(key: 'views' | 'sales' | 'claims' | 'downloads', header: string): TableColumn<Row> {
  return { key, header, align: 'right', cell: (row) => formatCount(row[key]) };
}

const CONVERSION: TableColumn<Row> = {
  key: 'conversion',
  header: 'Conversion',
  align: 'right',
  cell: (row) => conversionOf(row) ?? '–',
};

const RATING: TableColumn<Row> = {
  key: 'rating',
  header: 'Rating',
  align: 'right',
  cell: ({ rating, reviewCount }) =>
    rating === null ? (
      '–'
    ) : (
      <span className="whitespace-nowrap">{`${rating.toFixed(1)} (${reviewCount})`}</span>
    ),
};

const WIDTH = 84;
const HEIGHT = 24;
const EDGE = 3;

/** A small line chart without labels; the text next to it carries the meaning. */
function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1);
  const points = values.map((value, at) => {
    const y = HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE);
    return `${(EDGE + at * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--chart-1)"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
