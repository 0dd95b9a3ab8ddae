// Totals at the top of the seller pages, compared with the same number of days before. Sales are hidden until the first one.
import type { OwnStats } from '#shared/features/seller/own-seller.contract.ts';
import { formatCount } from '#shared/numbers.ts';
import { cx } from '#app/lib/cx.ts';
import { trendOf } from '#app/lib/trend.ts';
import { conversionOf } from './seller-range.ts';

type Totals = OwnStats['total'];

export function SellerStatsPanel({ numbers, hasConversion }: { numbers: OwnStats; hasConversion?: boolean }) {
  const { total, before, rating, reviewCount, followerCount, hasSold, days } = numbers;
  const trend = { total, before, days: days.length };
  return (
    <dl className="figs seller-figs num">
      <div>
        <dt>{days.length === 1 ? 'Views in one day' : `Views in ${days.length} days`}</dt>
        <dd>
          <span className="figs-number">{formatCount(total.views)}</span>
          <TrendLine {...trend} what="views" />
        </dd>
      </div>
      {hasSold && (
        <div>
          <dt>Sold</dt>
          <dd>
            <span className="figs-number">{formatCount(total.sales)}</span>
            <TrendLine {...trend} what="sales" />
          </dd>
        </div>
      )}
      {hasConversion ? (
        <Conversion total={total} />
      ) : (
        <div>
          <dt>Free copies</dt>
          <dd>
            <span className="figs-number">{formatCount(total.claims)}</span>
            <TrendLine {...trend} what="claims" />
          </dd>
        </div>
      )}
      <div>
        <dt>Downloads</dt>
        <dd>
          <span className="figs-number">{formatCount(total.downloads)}</span>
          <TrendLine {...trend} what="downloads" />
        </dd>
      </div>
      <div>
        <dt>Rating</dt>
        <dd>
          <span className="figs-number">{rating === null ? '–' : rating.toFixed(1)}</span>
          <span className="small">
            {rating === null ? 'no reviews yet' : `from ${counted(reviewCount, 'review')}`}
            {followerCount > 0 && `, ${counted(followerCount, 'follower')}`}
          </span>
        </dd>
      </div>
    </dl>
  );
}

function Conversion({ total }: { total: Totals }) {
  return (
    <div>
      <dt>Conversion</dt>
      <dd>
        <span className="figs-number">{conversionOf(total) ?? '–'}</span>
        <span className="small">sales and free copies per view</span>
      </dd>
    </div>
  );
}

type TrendLineProps = { total: Totals; before: Totals; days: number; what: keyof Totals };

function TrendLine({ total, before, days, what }: TrendLineProps) {
  const { change, isUp, text } = trendOf(total[what], before[what], days);
  return (
    <span className="small">
      {change && <span className={cx('font-semibold', isUp ? 'text-sage' : 'text-garnet')}>{change} </span>}
      {text}
    </span>
  );
}

export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${formatCount(count)} ${noun}s`;
}
