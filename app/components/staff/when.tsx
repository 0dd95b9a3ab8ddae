// Relative time with the exact time on hover; the date once it is long ago.
import { formatAgo, formatMoment } from '#shared/dates.ts';

export function When({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatMoment(iso)} className="whitespace-nowrap">
      {formatAgo(iso)}
    </time>
  );
}
