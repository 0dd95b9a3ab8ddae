// A moment as staff read it: how long ago, the exact time on hover, the day once it is long ago.
import { formatDay, formatMoment } from '#shared/dates.ts';
import { relativeTime } from '#shared/relative-time.ts';

const FORTNIGHT_MS = 14 * 24 * 60 * 60_000;

export function When({ iso }: { iso: string }) {
  const isRecent = Date.now() - new Date(iso).getTime() < FORTNIGHT_MS;
  return (
    <time dateTime={iso} title={formatMoment(iso)} className="whitespace-nowrap">
      {isRecent ? relativeTime(iso) : formatDay(iso)}
    </time>
  );
}
