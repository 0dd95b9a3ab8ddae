// Refund requests, open or answered, for sellers and staff.
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ContractOutput } from '#shared/contract.ts';
import type { listSellerRefundRequests } from '#shared/features/refund/refund.contract.ts';
import { oneOf, pageOf } from '#app/lib/list-address.ts';
import type { DecideRefund } from './decide-dialog.tsx';
import { RefundRequestItem } from './refund-request-item.tsx';
import { StaffList, useStaffList } from './staff-list.tsx';

const STATES = ['asked', 'decided'] as const;

const filtersIn = (params: URLSearchParams) => ({
  state: oneOf(STATES, params.get('state')) ?? 'asked',
  page: pageOf(params),
});

type RequestPage = ContractOutput<typeof listSellerRefundRequests>;

type RefundRequestListProps = {
  queryOf: (filters: ReturnType<typeof filtersIn>) => UseQueryOptions<RequestPage>;
  intro: string;
  pageTabs?: ReactNode;
  onDecide: DecideRefund;
  /** Link to an order, for those who may open it. */
  orderTo?: (orderId: number) => string;
  /** The action of the empty state. */
  next?: ReactNode;
};

export function RefundRequestList(props: RefundRequestListProps) {
  const { queryOf, intro, pageTabs, onDecide, orderTo, next } = props;
  const list = useStaffList(filtersIn, queryOf);
  return (
    <StaffList
      list={list}
      nouns="refund requests"
      title="Refund requests"
      intro={intro}
      pageTabs={pageTabs}
      tabs={{
        label: 'State',
        name: 'state',
        tabs: [
          { value: 'asked', label: 'Waiting', count: list.data?.waiting },
          { value: 'decided', label: 'Answered' },
        ],
      }}
      empty={{
        title: 'No open refund requests',
        text: 'Requests appear here with the buyer’s reason until someone answers them.',
        action: next,
      }}
      noMatch={{
        title: 'No answered requests',
        text: 'Requests appear here once they’re answered.',
        action: next,
      }}
    >
      {(requests) => (
        <ul aria-label="Refund requests">
          {requests.map((request) => (
            <RefundRequestItem
              key={request.id}
              request={request}
              onDecide={onDecide}
              orderHref={orderTo?.(request.order.id)}
            />
          ))}
        </ul>
      )}
    </StaffList>
  );
}
