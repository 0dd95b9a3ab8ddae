// A seller's resources with their stats.
import { Link } from 'react-router';
import type { OwnStats } from '#shared/features/seller/own-seller.contract.ts';
import { formatCount } from '#shared/numbers.ts';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { conversionOf } from './seller-range.ts';
import { Sparkline } from './sparkline.tsx';

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
      <span className="sr-only">{trendWords(trend)}</span>
    </>
  ),
};

function trendWords(trend: readonly number[]): string {
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
