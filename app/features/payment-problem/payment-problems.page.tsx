// Payments that don't match their order, and how staff resolved them.
import { type MetaArgs } from 'react-router';
import type { PaymentProblemRow } from '#shared/features/payment-problem/payment-problem.contract.ts';
import { formatMoment } from '#shared/dates.ts';
import { rolesOf } from '#shared/roles.ts';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { StaffList, useStaffList } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { useUser } from '#app/lib/user.api.ts';
import { oneOf, pageOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { PAYMENT_PROBLEM_LABELS } from '#shared/features/payment-problem/payment-problem.states.ts';
import { listPaymentProblemsQuery, useResolvePaymentProblem } from './payment-problems.api.ts';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Payment problems',
    description: 'Payments that don’t match their order.',
    path: '/admin/payments',
    isHidden: true,
  });
}

const STATES = ['open', 'resolved'] as const;

const filtersIn = (params: URLSearchParams) => ({
  state: oneOf(STATES, params.get('state')) ?? 'open',
  page: pageOf(params),
});

export default function PaymentProblemsPage() {
  const user = useUser();
  const list = useStaffList(filtersIn, listPaymentProblemsQuery);
  return (
    <StaffList
      list={list}
      nouns="payments"
      title="Payment problems"
      pageTabs={user && <StaffTabs area="money" roles={rolesOf(user)} />}
      intro={
        <>
          Payments whose amount, currency or order doesn’t match ours. Buyers got nothing for these. Check the
          payment at the gateway, fix it there, and record here what you did. See the{' '}
          <StaffLink className="link" to="/admin/documentation">
            handbook
          </StaffLink>
          .
        </>
      }
      tabs={{
        label: 'State',
        name: 'state',
        tabs: [
          { value: 'open', label: 'Open', count: list.data?.counts.open },
          { value: 'resolved', label: 'Resolved', count: list.data?.counts.resolved },
        ],
      }}
      empty={{
        title: 'No payment problems',
        text: 'A payment that doesn’t match its order appears here, and the order stays unfulfilled.',
      }}
      noMatch={{
        title: 'No resolved problems yet',
        text: 'Resolved problems appear here, with what was done.',
        action: undefined,
      }}
    >
      {(problems) => (
        <ul aria-label="Payment problems">
          {problems.map((problem) => (
            <Problem key={problem.id} problem={problem} />
          ))}
        </ul>
      )}
    </StaffList>
  );
}

function Problem({ problem }: { problem: PaymentProblemRow }) {
  const { kind, detail, gateway, gatewayId, order, createdAt, resolvedAt, resolvedBy, resolution } = problem;
  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-rule py-5 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0 wrap-anywhere">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="t-s">{PAYMENT_PROBLEM_LABELS[kind]}</h2>
          {!resolvedAt && <Badge tone="warn">Open</Badge>}
        </div>
        <p className="mt-1 max-w-measure">{detail}</p>
        <p className="meta mt-2">
          {order ? (
            <>
              Order{' '}
              <StaffLink className="link num" to={`/admin/orders/${order.id}`}>
                {order.number}
              </StaffLink>
              , {order.email}
            </>
          ) : (
            'No matching order'
          )}
          {' · '}
          {gateway === 'stripe' ? 'Stripe' : 'Sandbox'}, <span className="num">{gatewayId}</span>
          {' · '}
          <When iso={createdAt} />
        </p>
        {resolvedAt && (
          <p className="mt-3 max-w-measure border-l-2 border-rule pl-4">
            {resolution}
            <span className="small block">
              {resolvedBy ?? 'Former staff member'}, {formatMoment(resolvedAt)}
            </span>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <CopyButton text={gatewayId}>Copy payment ID</CopyButton>
        {!resolvedAt && <Resolve problem={problem} />}
      </div>
    </li>
  );
}

function Resolve({ problem: { id, order, gatewayId } }: { problem: PaymentProblemRow }) {
  const resolve = useResolvePaymentProblem();
  return (
    <ReasonDialog
      title={`Resolve the problem with ${order ? `order ${order.number}` : gatewayId}?`}
      description="Fix it at the gateway first: this only records what was done. The audit log keeps it with your name."
      confirmLabel="Resolve"
      help="For example: refunded at the gateway, order placed by hand, or why nothing had to be done."
      isDanger={false}
      trigger={<Button>Resolve…</Button>}
      onConfirm={async (resolution) => {
        await resolve.mutateAsync({ id, resolution });
        toast({ title: 'Payment problem resolved' });
      }}
    />
  );
}
