// What was bought, each with the way to it.
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import type { Order, OrderLine } from '#shared/features/checkout/order.contract.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { useDownload } from '#app/lib/use-download.ts';

export function BoughtLines({ order }: { order: Order }) {
  return (
    <ul className="bought" aria-label="What you bought">
      {order.lines.map((line) => (
        <li key={line.id} className="bought-line">
          <div className="summary-art">
            {line.imageUrl && <LazyImage src={line.imageUrl} alt="" width={58} height={72} />}
          </div>
          <div className="min-w-0">
            <h3 className="bought-title">
              <Link to={line.href}>{line.title}</Link>
            </h3>
            <p className="meta">{line.sellerName}</p>
            {line.quantity > 1 && line.isLive && !order.isGuest && (
              <p className="small mt-1">
                {line.quantity} seats, one of them yours ·{' '}
                <Link className="link" to="/studio">
                  Hand out the others
                </Link>
              </p>
            )}
          </div>
          {line.isLive ? !order.isGuest && <LineAct line={line} /> : <Badge>Refunded</Badge>}
        </li>
      ))}
    </ul>
  );
}

function LineAct({ line }: { line: OrderLine }) {
  if (line.itemType === 'resource') return <DownloadButton id={line.itemId} title={line.title} />;
  return (
    <ButtonLink size="s" to={line.href}>
      Open<span className="sr-only"> {line.title}</span>
    </ButtonLink>
  );
}

export function DownloadButton({ id, title }: { id: number; title: string }) {
  const download = useDownload(id);
  return (
    <Button
      size="s"
      icon={<Download className="icon" aria-hidden="true" />}
      isBusy={download.isPending}
      onClick={() => download.mutate('all')}
    >
      Download<span className="sr-only"> {title}</span>
    </Button>
  );
}
