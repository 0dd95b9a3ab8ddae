// The items of an order: files to download, courses to open, and why something isn't available.
import { useQuery } from '@tanstack/react-query';
import Download from 'icon:download';
import { Link } from 'react-router';
import type { ContractOutput } from '#shared/contract.ts';
import type { Order, getOrderFiles, OrderFile, OrderItem } from '#shared/features/order/order.contract.ts';
import { endSentence, quoteAtEnd } from '#shared/quote.ts';
import { AskLink } from '#app/components/message/ask-link.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { fileKind, fileTitle } from '#app/lib/file-kind.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { formatBytes } from '#app/lib/format-bytes.ts';
import type { PaidOrder } from '#app/lib/order-address.ts';
import { isInPreparation, getOrderFilesQuery, useGetOrderFiles } from './order.api.ts';
import './order-items.css';
import { useDownload } from '#app/lib/download.api.ts';

type OrderItemsProps = { order: Order; address: PaidOrder };

export function OrderItems({ order, address }: OrderItemsProps) {
  const { data, error, isFetching, refetch } = useQuery(getOrderFilesQuery(address));
  const download = useGetOrderFiles(address);
  if (!data && error) {
    return (
      <ErrorState
        title="Couldn’t load what you bought"
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        <p>{failureTextOf(error)} What you paid for is safe.</p>
      </ErrorState>
    );
  }
  if (!data) return <ItemsSkeleton lines={order.lines.length} />;
  return (
    <>
      <BankNotice {...data} />
      <ul className="order-items" aria-label="What you bought">
        {data.items.map((item) => (
          <li key={`${item.lineId} ${item.itemType} ${item.itemId}`} className="order-item">
            <div className="order-item-art">
              {item.imageUrl && <LazyImage src={item.imageUrl} alt="" width={102} height={128} />}
            </div>
            <div className="order-item-head">
              <h3 className="order-item-title">
                <Link to={item.href}>{item.title}</Link>
              </h3>
              <p className="meta mt-1">{licenceOf(item)}</p>
              <Seats item={item} isGuest={order.isGuest} />
              {!order.isGuest && <AskAbout item={item} />}
            </div>
            <div className="order-item-body">
              <ItemAct
                item={item}
                order={order}
                dispute={data.dispute}
                isBusy={download.isPending}
                onDownload={(file) => download.mutate([file])}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function AskAbout({ item: { itemType, itemId } }: { item: OrderItem }) {
  if (itemType !== 'resource' && itemType !== 'course') return null;
  return (
    <AskLink
      about={{ type: itemType, id: itemId }}
      label={itemType === 'resource' ? 'Ask the seller' : 'Ask a question'}
    />
  );
}

function licenceOf({ itemType, sellerName, quantity, bundleTitle }: OrderItem): string {
  if (itemType === 'membership') return '';
  if (itemType === 'booking') return endSentence(sellerName);
  const teachers = quantity === 1 ? 'For one teacher.' : `For ${quantity} teachers.`;
  return `${endSentence(sellerName)} ${teachers}${bundleTitle ? ` Part of ${quoteAtEnd(bundleTitle)}` : ''}`;
}

function Seats({ item: { quantity, access }, isGuest }: { item: OrderItem; isGuest: boolean }) {
  if (quantity === 1 || access !== 'open') return null;
  if (isGuest) return <p className="small mt-1">To share the seats, create an account.</p>;
  return (
    <p className="small mt-1">
      {quantity} seats, one of them yours ·{' '}
      <Link className="link" to="/studio">
        Assign the others
      </Link>
    </p>
  );
}

type OrderFiles = ContractOutput<typeof getOrderFiles>;

type ItemActProps = {
  item: OrderItem;
  order: Order;
  dispute: OrderFiles['dispute'];
  isBusy: boolean;
  onDownload: (file: OrderFile) => void;
};

function ItemAct({ item, order, dispute, isBusy, onDownload }: ItemActProps) {
  const { access, itemType, title, href, files } = item;
  if (access === 'ended') return <Badge>{dispute === 'lost' ? 'Returned by your bank' : 'Refunded'}</Badge>;
  if (access === 'paused') return <Badge tone="warn">Paused by a dispute</Badge>;
  if (access === 'waiting') return <p className="small">Available once the payment is confirmed.</p>;
  if (itemType === 'course') {
    if (!order.isGuest) {
      return (
        <ButtonLink size="s" to={`${href}/learning`}>
          Start learning<span className="sr-only">: {title}</span>
        </ButtonLink>
      );
    }
    return <p className="small max-w-measure">The link in the email to {order.email} opens this course.</p>;
  }
  if (itemType === 'booking') {
    return (
      <ButtonLink size="s" to={href}>
        Open My Bookings<span className="sr-only">: {title}</span>
      </ButtonLink>
    );
  }
  if (itemType === 'membership') {
    return (
      <ButtonLink size="s" to="/profile/membership">
        Open Membership
      </ButtonLink>
    );
  }
  if (isInPreparation(item)) {
    return <p className="small">The files are being prepared and will appear here.</p>;
  }
  return (
    <ul className="order-item-files" aria-label={`Files of ${title}`}>
      {files.map((file) => (
        <li key={file.id}>
          <span className="min-w-0 wrap-anywhere">{fileTitle(file)}</span>
          <span className="small num">
            {fileKind(file)}, {formatBytes(file.bytes)}
          </span>
          <Button
            variant="quiet"
            icon={<Download className="icon" aria-hidden="true" />}
            isBusy={isBusy}
            onClick={() => onDownload(file)}
          >
            Download<span className="sr-only"> {fileTitle(file)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function BankNotice({ dispute, items }: OrderFiles) {
  const isPaused = items.some(({ access }) => access === 'paused');
  const hasEnded = items.some(({ access }) => access === 'ended');
  if (isPaused) {
    return (
      <Notice tone="warn" className="mb-4">
        Your bank is looking into this payment, so what you bought is paused until it decides. If you didn’t
        dispute it, tell your bank that the payment was yours.
      </Notice>
    );
  }
  if (dispute !== 'lost' || !hasEnded) return null;
  return (
    <Notice tone="warn" className="mb-4">
      Your bank reversed this payment, so what you bought is no longer available.
    </Notice>
  );
}

type DownloadEverythingProps = { address: PaidOrder; size?: 'm' | 'l' };

/** Renders nothing if the order has no files. */
export function DownloadEverything({ address, size = 'l' }: DownloadEverythingProps) {
  const { data } = useQuery(getOrderFilesQuery(address));
  const download = useGetOrderFiles(address);
  const files = data?.items.flatMap((item) => item.files) ?? [];
  if (files.length === 0) return null;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <Button
      variant="primary"
      size={size}
      icon={<Download className="icon" aria-hidden="true" />}
      isBusy={download.isPending}
      onClick={() => download.mutate('all')}
    >
      {files.length === 1 ? 'Download' : 'Download everything'}, {formatBytes(bytes)}
    </Button>
  );
}

function ItemsSkeleton({ lines }: { lines: number }) {
  return (
    <SkeletonGroup label="Loading what you bought">
      {Array.from({ length: Math.min(lines, 3) }, (_, at) => (
        <div key={at} className="flex gap-6 py-6">
          <Skeleton className="h-32 w-25" />
          <div className="grid flex-1 content-start gap-2">
            <Skeleton className="h-6 w-1/2" />
            <Skeleton className="h-4 w-1/4" />
            <Skeleton className="mt-4 h-10" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
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

/** Passed to /register as navigation state: a URL could leak personal data. */
export function registerState({ name, email }: Pick<Order, 'name' | 'email'>) {
  const names = name.trim().split(/\s+/);
  const lastName = names.length > 1 ? (names.at(-1) ?? '') : '';
  const firstName = (names.length > 1 ? names.slice(0, -1) : names).join(' ');
  return { email, firstName, lastName };
}
