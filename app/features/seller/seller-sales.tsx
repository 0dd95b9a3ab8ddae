// A seller's sales, line by line: what the buyer paid, the platform fee, and the seller's share.
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ContractOutput } from '#shared/contract.ts';
import type { listSoldLines } from '#shared/features/order/order.contract.ts';
import { formatMoney } from '#shared/money.ts';
import { ListPager } from '#app/components/staff/list-controls.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { pageOf, useListAddress } from '#app/lib/list-address.ts';

type SoldLines = ContractOutput<typeof listSoldLines>;
type SoldLine = SoldLines['items'][number];

type SellerSalesProps = { salesQuery: (page: number) => UseQueryOptions<SoldLines> };

export function SellerSales({ salesQuery }: SellerSalesProps) {
  const { params, to } = useListAddress();
  const query = useQuery(salesQuery(pageOf(params)));
  return (
    <QueryView query={query} what="your sales" skeleton={<ListSkeleton label="Loading your sales" />}>
      {({ items, total, page, pageSize }) =>
        items.length === 0 ? (
          <EmptyState
            className="mt-8"
            title={total > 0 ? 'No sales on this page' : 'No sales yet'}
            action={
              total > 0 ? (
                <ButtonLink to={to({})}>Go to the first page</ButtonLink>
              ) : (
                <ButtonLink to="/my-resources">Your resources</ButtonLink>
              )
            }
          >
            Every sale appears here as soon as it’s paid, with your share of it.
          </EmptyState>
        ) : (
          <>
            <Table
              caption="Your sales"
              className="mt-6"
              columns={COLUMNS}
              rows={items}
              keyOf={({ id }) => String(id)}
            />
            <ListPager page={page} pageSize={pageSize} total={total} />
          </>
        )
      }
    </QueryView>
  );
}

const hrefOf = ({ itemType, itemId }: SoldLine) =>
  itemType === 'resource' ? `/curriculum/${itemId}` : `/courses/${itemId}`;

function SaleState({ line: { isLive, isRefunding, hasRequest, dispute, returned } }: { line: SoldLine }) {
  const isPartly = isLive && Number(returned) > 0;
  return (
    <span className="flex flex-wrap gap-1.5">
      {dispute === 'lost' ? (
        <Badge tone="bad">Lost to a dispute</Badge>
      ) : isPartly ? (
        <Badge tone="act">Partly refunded</Badge>
      ) : isLive ? (
        <Badge tone="ok">Paid</Badge>
      ) : (
        <Badge>Refunded</Badge>
      )}
      {isRefunding && <Badge tone="act">Refund on its way</Badge>}
      {hasRequest && <Badge tone="warn">Refund requested</Badge>}
      {dispute === 'open' && <Badge tone="bad">Disputed</Badge>}
    </span>
  );
}

const COLUMNS: TableColumn<SoldLine>[] = [
  {
    key: 'title',
    header: 'Sold',
    card: 'title',
    cell: (line) => (
      <span className="min-w-0 wrap-anywhere">
        <Link className="font-semibold hover:underline" to={hrefOf(line)}>
          {line.title}
        </Link>
        <span className="small block">
          {line.orderNumber}
          {line.bundleTitle && `, in “${line.bundleTitle}”`}
          {line.quantity > 1 && `, ${line.quantity} seats`}
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: (line) => <SaleState line={line} />,
  },
  { key: 'paid', header: 'When', cell: ({ paidAt }) => <When iso={paidAt} /> },
  {
    key: 'amount',
    header: 'Paid',
    align: 'right',
    card: 'hide',
    cell: ({ amount, discount }) => (
      <>
        {formatMoney(amount)}
        {Number(discount) > 0 && <span className="small block">{formatMoney(discount)} off by coupon</span>}
      </>
    ),
  },
  { key: 'fee', header: 'Our fee', align: 'right', card: 'hide', cell: ({ fee }) => formatMoney(fee) },
  {
    key: 'share',
    header: 'Your share',
    align: 'right',
    card: 'figure',
    cell: ({ net, returned }) => (
      <>
        <span className="font-semibold">{formatMoney(net)}</span>
        {Number(returned) > 0 && <span className="small block">after {formatMoney(returned)} refunded</span>}
      </>
    ),
  },
];
