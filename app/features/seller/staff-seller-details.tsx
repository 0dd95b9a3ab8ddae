// One seller for staff: details, stats, staff notes and actions.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DetailPage, DetailSheet } from '#app/components/staff/detail-page.tsx';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useListAddress } from '#app/lib/list-address.ts';
import { offerUndo } from '#app/lib/undo.api.ts';
import { formatDay } from '#shared/dates.ts';
import { RESOURCE_STATE_LABELS, RESOURCE_STATES } from '#shared/features/resource/resource.states.ts';
import type { StaffSeller, StaffSellerRow } from '#shared/features/seller/seller-staff.contract.ts';
import { SellerNotes } from './seller-notes.tsx';
import {
  getStaffSellerQuery,
  useRefreshSellers,
  useRestoreSeller,
  useSuspendSeller,
} from './sellers-staff.api.ts';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

/** `renderMoney`: only for staff who may see payouts. */
type SellerSheetProps = { id: number; renderMoney?: (seller: StaffSeller) => ReactNode };

export function SellerSheet({ id, renderMoney }: SellerSheetProps) {
  const { to } = useListAddress();
  return (
    <DetailPage
      query={useQuery(getStaffSellerQuery(id))}
      noun="seller"
      back={{ to: to({ seller: undefined }), label: 'All sellers' }}
      missingText="No seller has this id. They may have deleted their account."
    >
      {(seller) => <Sheet seller={seller} money={renderMoney?.(seller)} />}
    </DetailPage>
  );
}

function Sheet({ seller, money }: { seller: StaffSeller; money: ReactNode }) {
  return (
    <DetailSheet
      title={seller.shop}
      state={
        <>
          <SellerStateBadge {...seller} />
          <span>
            {seller.person}, no. {seller.id}
          </span>
          {seller.state === 'approved' && !seller.isAccountSuspended && (
            <Link className="link" to={`/sellers/${seller.id}`}>
              View store
            </Link>
          )}
        </>
      }
      actions={
        !seller.isMine &&
        seller.pending === null &&
        (seller.state === 'suspended' ? <Restore seller={seller} /> : <Suspend seller={seller} />)
      }
      notices={
        <>
          {seller.pending !== null && (
            <Notice className="mt-6">{seller.pending} It takes effect in a few seconds.</Notice>
          )}
          {seller.state === 'suspended' && (
            <Notice tone="bad" className="mt-6">
              <strong>Suspended.</strong> {seller.suspendedReason}
            </Notice>
          )}
          {seller.isMine && (
            <Notice className="mt-6">This is your own store. Other staff members manage it.</Notice>
          )}
        </>
      }
      aside={
        <>
          {money}
          <Numbers seller={seller} />
        </>
      }
    >
      {!seller.isMine && <SellerNotes seller={seller} />}
    </DetailSheet>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10 first:mt-0">
      <h2 className="t-s mb-2 border-b border-ink pb-2">{title}</h2>
      <RunningOrder className="meta">{children}</RunningOrder>
    </section>
  );
}

function Numbers({ seller }: { seller: StaffSeller }) {
  return (
    <>
      <Part title="Store">
        <OrderLine figure={formatDay(seller.since)}>Since</OrderLine>
        <OrderLine figure={seller.email}>Address</OrderLine>
        <OrderLine figure={seller.sales}>Sales</OrderLine>
        <OrderLine figure={formatRating(seller.rating, seller.reviewCount)}>Rating</OrderLine>
      </Part>
      <Part title="Items">
        <OrderLine figure={seller.onSale}>On sale now</OrderLine>
        {RESOURCE_STATES.map((state) => (
          <OrderLine key={state} figure={seller.things[state]}>
            {RESOURCE_STATE_LABELS[state]}
          </OrderLine>
        ))}
      </Part>
      <Part title="Rights notices">
        <OrderLine
          figure={
            <StaffLink className="link" to="/admin/rights-notices">
              {seller.openNotices}
            </StaffLink>
          }
        >
          Open
        </OrderLine>
        <OrderLine figure={seller.noticeCount}>Total</OrderLine>
        <OrderLine figure={seller.takenDown}>Items taken down now</OrderLine>
      </Part>
    </>
  );
}

function Suspend({ seller }: { seller: StaffSeller }) {
  const suspend = useSuspendSeller();
  const refresh = useRefreshSellers();
  return (
    <ReasonDialog
      title={`Suspend ${seller.shop}?`}
      description="Their items go off sale and nothing new can be published. Buyers keep what they bought. You can restore the store at any time."
      help={`${seller.person} sees this reason by email and on their pages.`}
      confirmLabel="Suspend"
      trigger={<Button variant="danger">Suspend…</Button>}
      onConfirm={async (reason) => {
        const { decision } = await suspend.mutateAsync({ params: { id: seller.id }, body: { reason } });
        offerUndo({ title: `${seller.shop} is suspended`, decision, onSettled: refresh });
      }}
    />
  );
}

function Restore({ seller }: { seller: StaffSeller }) {
  const restore = useRestoreSeller();
  const refresh = useRefreshSellers();
  return (
    <ConfirmDialog
      title={`Restore ${seller.shop}?`}
      description="Everything that was on sale goes back on sale. We email the seller."
      confirmLabel="Restore"
      cancelLabel="Cancel"
      isDestructive={false}
      failure={failureTextOf}
      trigger={<Button variant="primary">Restore…</Button>}
      onConfirm={async () => {
        const { decision } = await restore.mutateAsync({ params: { id: seller.id } });
        offerUndo({ title: `${seller.shop} is open again`, decision, onSettled: refresh });
      }}
    />
  );
}

export function SellerStateBadge({
  state,
  isAccountSuspended,
}: Pick<StaffSellerRow, 'state' | 'isAccountSuspended'>) {
  if (state === 'suspended') return <Badge tone="bad">Suspended</Badge>;
  if (isAccountSuspended) return <Badge tone="bad">Account suspended</Badge>;
  return <Badge tone="ok">Open</Badge>;
}

export function formatRating(rating: number | null, reviewCount: number): string {
  return rating === null ? 'None yet' : `${rating.toFixed(1)} (${reviewCount})`;
}
