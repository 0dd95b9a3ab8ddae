// Everything the user owns, and the orders it came from.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import type { ContractOutput } from '#shared/contract.ts';
import { formatDay } from '#shared/dates.ts';
import { ORDER_STATE_LABELS } from '#shared/features/order/order.states.ts';
import type { ListedOrder, listOrders, listPurchases } from '#shared/features/order/order.contract.ts';
import { formatSeats } from '#shared/features/seat/seat.rules.ts';
import { formatMoney } from '#shared/money.ts';
import { DownloadsLeft } from '#app/components/membership/library-button.tsx';
import { ListPager, ListSearch } from '#app/components/staff/list-controls.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { VerifyEmailNotice } from '#app/features/account/verify-email-notice.tsx';
import { DoublePurchases } from '#app/features/refund/double-purchases.tsx';
import { SeatDialog } from '#app/features/seat/seat-dialog.tsx';
import { GiveUpSeat } from '#app/features/seat/give-up-seat.tsx';
import { pageOf, useListAddress, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { DownloadButton } from './order-items.tsx';
import { listOrdersQuery, listPurchasesQuery } from './order.api.ts';
import { useWaitingOrders } from './waiting-orders.api.ts';
import './order.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'My purchases',
    description: 'Everything you own, and your receipts.',
    path: '/my-purchases',
    isHidden: true,
  });
}

export default function MyPurchasesPage() {
  const { params } = useListAddress();
  const isOrders = params.get('tab') === 'orders';
  const user = useUser();
  const waiting = useWaitingOrders(user);
  return (
    <div className="wrap pt-8 md:pt-12">
      {user && waiting.length > 0 && <VerifyEmailNotice user={user} waitingOrders={waiting} />}
      <h1 className="t-l">My purchases</h1>
      <div className="mt-6">
        <TabLinks
          label="My purchases"
          tabs={[
            { label: 'What I own', to: '/my-purchases', isCurrent: !isOrders },
            { label: 'Orders', to: '/my-purchases?tab=orders', isCurrent: isOrders },
          ]}
        />
      </div>
      <DoublePurchases />
      {isOrders ? <Orders isWaiting={waiting.length > 0} /> : <Purchases isWaiting={waiting.length > 0} />}
    </div>
  );
}

/** `isWaiting`: a guest order used the user's address and joins the account once they confirm it. */
type Waiting = { isWaiting: boolean };

function Purchases({ isWaiting }: Waiting) {
  const { params } = useListAddress();
  const q = searchOf(params);
  const query = useQuery({
    ...listPurchasesQuery({ q, page: pageOf(params) }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <DownloadsLeft />
      {(query.data?.total !== 0 || q) && (
        <div className="mt-6 flex">
          <ListSearch label="Search my purchases" placeholder="Title or seller" />
        </div>
      )}
      <QueryView
        query={query}
        what="your purchases"
        skeleton={<ListSkeleton label="Loading your purchases" />}
      >
        {(purchases) => (
          <PurchaseList purchases={purchases} isFiltered={q !== undefined} isWaiting={isWaiting} />
        )}
      </QueryView>
    </>
  );
}

type Purchases = ContractOutput<typeof listPurchases>;

type PurchaseListProps = Waiting & { purchases: Purchases; isFiltered: boolean };

function PurchaseList({ purchases, isFiltered, isWaiting }: PurchaseListProps) {
  if (purchases.items.length === 0 && isWaiting) return <NothingConfirmed />;
  if (purchases.items.length === 0) {
    return isFiltered ? (
      <EmptyState
        className="mt-10"
        title="No purchases match your search"
        action={<ButtonLink to="/my-purchases">Clear search</ButtonLink>}
      >
        Try a word from the title, or the seller’s name.
      </EmptyState>
    ) : (
      <EmptyState
        className="mt-10"
        title="No purchases yet"
        action={
          <ButtonLink variant="primary" to="/curriculum">
            Browse the curriculum
          </ButtonLink>
        }
      >
        Everything you buy or get for free appears here. Open and download it as often as you like.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="bought mt-4" aria-label="What I own">
        {purchases.items.map((item) => (
          <PurchaseRow key={`${item.itemType} ${item.itemId}`} item={item} />
        ))}
      </ul>
      <ListPager {...purchases} isQuiet />
    </>
  );
}

function NothingConfirmed() {
  return (
    <EmptyState className="mt-10" title="Confirm your email to see what you bought">
      Until then, the link in your order email opens the order.
    </EmptyState>
  );
}

/** How the user got the item. */
const CAUSES: Readonly<Record<string, string>> = {
  order_line: 'Bought',
  free: 'Free',
  grant: 'Granted to you',
  seat: 'Through a seat',
  membership: 'Through your membership',
};

function PurchaseRow({ item }: { item: Purchases['items'][number] }) {
  const { itemType, itemId, title, sellerName, imageUrl, href, cause, order, ownedSince, fileCount } = item;
  return (
    <li className="bought-line">
      <div className="summary-art">
        <LazyImage src={imageUrl} alt="" width={58} height={72} />
      </div>
      <div className="min-w-0">
        <h2 className="bought-title">
          <Link to={href}>{title}</Link>
        </h2>
        <p className="meta">{sellerName}</p>
        <p className="small mt-1">
          {CAUSES[cause] ?? 'Yours'}, {formatDay(ownedSince)}
          {order && (
            <>
              {' · '}
              <Link className="link" to={`/orders/${order.id}`}>
                Receipt {order.number}
              </Link>
            </>
          )}
        </p>
        <Seating item={item} />
      </div>
      {itemType === 'course' && (
        <ButtonLink size="s" to={`${href}/learning`}>
          Open<span className="sr-only"> {title}</span>
        </ButtonLink>
      )}
      {itemType === 'resource' &&
        (fileCount > 0 ? (
          <DownloadButton id={itemId} title={title} />
        ) : (
          <span className="small">Files not ready yet</span>
        ))}
    </li>
  );
}

/** The seats the user can assign, or the seat they hold. */
function Seating({ item: { title, licence, seat } }: { item: Purchases['items'][number] }) {
  return (
    <>
      {licence && (
        <p className="small num mt-1">
          {formatSeats(licence)}
          {' · '}
          <SeatDialog
            licenceId={licence.id}
            title={title}
            trigger={
              <button type="button" className="link whitespace-nowrap">
                Manage seats<span className="sr-only"> for {title}</span>
              </button>
            }
          />
          {' · '}
          <Link className="link whitespace-nowrap" to="/studio">
            My studio
          </Link>
        </p>
      )}
      {seat && (
        <p className="small mt-1">
          A seat from {seat.from}
          {' · '}
          <GiveUpSeat seatId={seat.id} title={title} from={seat.from} />
        </p>
      )}
    </>
  );
}

function Orders({ isWaiting }: Waiting) {
  const { params } = useListAddress();
  const query = useQuery(listOrdersQuery({ page: pageOf(params) }));
  return (
    <QueryView query={query} what="your orders" skeleton={<ListSkeleton label="Loading your orders" />}>
      {(orders) => <OrderList orders={orders} isWaiting={isWaiting} />}
    </QueryView>
  );
}

type OrderListProps = Waiting & { orders: ContractOutput<typeof listOrders> };

function OrderList({ orders, isWaiting }: OrderListProps) {
  if (orders.items.length === 0 && isWaiting) return <NothingConfirmed />;
  if (orders.items.length === 0) {
    return (
      <EmptyState
        className="mt-10"
        title="No orders yet"
        action={
          <ButtonLink variant="primary" to="/curriculum">
            Browse the curriculum
          </ButtonLink>
        }
      >
        Your orders and receipts appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="bought mt-4" aria-label="Orders">
        {orders.items.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
      <ListPager {...orders} isQuiet />
    </>
  );
}

function OrderRow({ order }: { order: ListedOrder }) {
  const { id, number, titles, lineCount, total, refunded, currency, paidAt, createdAt } = order;
  const shown = titles.slice(0, 3);
  const more = lineCount - shown.length;
  return (
    <li className="order-row">
      <div className="min-w-0">
        <h2 className="bought-title">
          <Link to={`/orders/${id}`}>{number}</Link>
        </h2>
        <p className="meta wrap-anywhere">
          {shown.join(', ')}
          {more > 0 && ` and ${more} more`}
        </p>
        <p className="small mt-1">{formatDay(paidAt ?? createdAt)}</p>
      </div>
      <div className="order-row-end">
        <strong className="num">{formatMoney(total, currency)}</strong>
        {Number(refunded) > 0 && (
          <span className="small num">{formatMoney(refunded, currency)} refunded</span>
        )}
        <OrderMoney order={order} />
      </div>
    </li>
  );
}

/** Renders nothing for an order that is paid and settled. */
function OrderMoney({ order: { state, refunding, hasRequest, dispute, currency } }: { order: ListedOrder }) {
  return (
    <>
      {state !== 'paid' && <Badge tone="warn">{ORDER_STATE_LABELS[state]}</Badge>}
      {Number(refunding) > 0 && (
        <Badge tone="act">Refund of {formatMoney(refunding, currency)} on its way</Badge>
      )}
      {hasRequest && <Badge tone="warn">Refund requested</Badge>}
      {dispute && (
        <Badge tone="bad">{dispute === 'open' ? 'Disputed with your bank' : 'Returned by your bank'}</Badge>
      )}
    </>
  );
}
