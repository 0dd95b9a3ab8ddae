// What the memberships charged, with receipts.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Invoice } from '#shared/features/billing/billing.schema.ts';
import type { InvoiceState } from '#shared/features/membership/membership.states.ts';
import { formatDay } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { orderHref, receiptHref } from '#app/lib/order-address.ts';
import { listSubscriptionInvoicesQuery } from './billing.api.ts';

export function Invoices() {
  const query = useQuery(listSubscriptionInvoicesQuery());
  return (
    <SettingsPart
      id="invoices"
      title="Invoices"
      intro="A receipt for each payment, to print or save as a PDF."
    >
      <QueryView query={query} what="your invoices" isAside skeleton={<InvoicesSkeleton />}>
        {(invoices) =>
          invoices.length === 0 ? (
            <p className="meta">No invoices yet. The first one comes with the first payment.</p>
          ) : (
            <ul aria-label="Invoices">
              {invoices.map((invoice) => (
                <InvoiceLine key={invoice.id} invoice={invoice} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </SettingsPart>
  );
}

const UNUSUAL: Partial<Record<InvoiceState, string>> = { open: 'Not paid yet', refunded: 'Refunded' };

function InvoiceLine({ invoice }: { invoice: Invoice }) {
  const { planName, period, startsAt, endsAt, state, total, order, paidAt } = invoice;
  const address = { orderId: order.id };
  const label = UNUSUAL[state];
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-rule py-3 first:pt-0">
      <div className="min-w-0">
        <p>
          {planName}, {period === 'year' ? 'yearly' : 'monthly'} {label && <Badge tone="warn">{label}</Badge>}
        </p>
        <p className="small num">
          {formatDay(startsAt)}–{formatDay(endsAt)}
        </p>
      </div>
      <div className="text-right">
        <p className="num">{formatMoney(total)}</p>
        {paidAt && (
          <p className="meta flex gap-4">
            <Link className="link" to={orderHref(address)}>
              Receipt<span className="sr-only"> {order.number}</span>
            </Link>
            <a className="link" href={receiptHref(address)} download>
              PDF<span className="sr-only"> of {order.number}</span>
            </a>
          </p>
        )}
      </div>
    </li>
  );
}

function InvoicesSkeleton() {
  return (
    <SkeletonGroup label="Loading your invoices">
      {['a', 'b'].map((line) => (
        <Skeleton key={line} className="mb-4 h-10" />
      ))}
    </SkeletonGroup>
  );
}
