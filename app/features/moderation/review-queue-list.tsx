// What waits, the longest first.
import { Link } from 'react-router';
import type { QueueItem } from '#shared/features/moderation/moderation.contract.ts';
import { When } from '#app/components/staff/when.tsx';
import { useListAddress } from '#app/lib/list-address.ts';

type ReviewQueueListProps = {
  items: readonly QueueItem[];
  chosenId: number | undefined;
  /** How many wait, also those not in this list. */
  total: number;
};

export function ReviewQueueList({ items, chosenId, total }: ReviewQueueListProps) {
  const { to } = useListAddress();
  return (
    <>
      <ol className="queue-list" aria-label="Waiting">
        {items.map((item) => (
          <li key={item.id}>
            <Link
              to={to({ item: item.id })}
              className="queue-item"
              aria-current={item.id === chosenId ? 'true' : undefined}
              preventScrollReset
            >
              <img src={item.thumbnailUrl} alt="" width={34} height={42} loading="lazy" />
              <span className="min-w-0 wrap-anywhere">
                <strong className="font-semibold">{item.title}</strong>
                <span className="small block">
                  {item.sellerName}, {item.type}
                </span>
                <span className="small block">
                  <When iso={item.since} />
                  {item.isAgain && ', sent again'}
                  {item.isMine && ', your own'}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {total > items.length && <p className="meta mt-3">And {total - items.length} more behind them.</p>}
    </>
  );
}
