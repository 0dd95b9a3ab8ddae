// Payments that do not fit their orders: what is wrong with each, and what a colleague did about it.
import { Link, type MetaArgs } from 'react-router';
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
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { useUser } from '#app/lib/user.api.ts';
import { oneOf, pageOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { PAYMENT_PROBLEM_LABELS } from '#shared/features/payment-problem/payment-problem.states.ts';
import { listPaymentProblemsQuery, useResolvePaymentProblem } from './payment-problems.api.ts';

export const handle: StaffHandle = { permission: 'payments.manage' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Payments set aside',
    description: 'Payments that do not fit their orders.',
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
      title="Payments set aside"
      pageTabs={user && <StaffTabs area="money" roles={rolesOf(user)} />}
      intro={
        <>
          What the gateway says does not fit an order of ours. Nothing was handed out for these. Look at the
          payment at the gateway, do what is right, and say here what you did. The{' '}
          <Link className="link" to="/admin/documentation">
            handbook
          </Link>{' '}
          says more.
        </>
      }
      tabs={{
        label: 'State',
        name: 'state',
        tabs: [
          { value: 'open', label: 'Open', count: list.data?.counts.open },
          { value: 'resolved', label: 'Settled', count: list.data?.counts.resolved },
        ],
      }}
      empty={{
        title: 'Every payment fits its order',
        text: 'If the gateway ever says something else than we do, it is shown here and nothing is handed out.',
      }}
      noMatch={{
        title: 'None settled yet',
        text: 'What you settle stands here, with what was done.',
        action: undefined,
      }}
    >
      {(problems) => (
        <ul aria-label="Payments set aside">
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
              <Link className="link num" to={`/admin/orders/${order.id}`}>
                {order.number}
              </Link>
              , {order.email}
            </>
          ) : (
            'No order of ours'
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
              {resolvedBy ?? 'A former colleague'}, {formatMoment(resolvedAt)}
            </span>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <CopyButton text={gatewayId}>Copy its number</CopyButton>
        {!resolvedAt && <Settle problem={problem} />}
      </div>
    </li>
  );
}

function Settle({ problem: { id, order, gatewayId } }: { problem: PaymentProblemRow }) {
  const settle = useResolvePaymentProblem();
  return (
    <ReasonDialog
      title={`Settle ${order ? `order ${order.number}` : gatewayId}?`}
      description="Do what is needed at the gateway first: this only writes down what was done. It stays in the log, with your name."
      confirmLabel="Settle"
      help="What was done: refunded there, order placed by hand, nothing to do because …"
      isDanger={false}
      trigger={<Button>Say what was done</Button>}
      onConfirm={async (resolution) => {
        await settle.mutateAsync({ id, resolution });
        toast({ title: 'Settled' });
      }}
    />
  );
}
