// Refund requests, waiting or answered: the list sellers and staff decide from.
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
  /** Where an order can be read, for those who may. */
  orderTo?: (orderId: number) => string;
  /** Where somebody with nothing to answer may go on. */
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
        title: 'Nobody waits for an answer',
        text: 'A buyer who asks for their money back stands here, with the reason, until somebody answers.',
        action: next,
      }}
      noMatch={{
        title: 'None answered yet',
        text: 'What is answered stands here, with what was said.',
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
