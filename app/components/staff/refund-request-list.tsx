// Requests for money back, waiting or answered: the list sellers and staff decide from. Which of the two is in the address.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RequestInQueue } from '#shared/features/refund/refund.contract.ts';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { oneOf, useListAddress } from '#app/lib/list-address.ts';
import type { DecideRefund } from './decide-dialog.tsx';
import { ListPager } from './list-pager.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { QueryView } from './query-view.tsx';
import { RefundRequestItem } from './refund-request-item.tsx';

const STATES = ['asked', 'decided'] as const;

export const requestStateIn = (params: URLSearchParams) => oneOf(STATES, params.get('state')) ?? 'asked';

type RequestPage = {
  items: RequestInQueue[];
  page: number;
  pageSize: number;
  total: number;
  waiting: number;
};

type Props = {
  query: UseQueryResult<RequestPage>;
  onDecide: DecideRefund;
  /** Where an order can be read, for those who may. */
  orderTo?: (orderId: number) => string;
  /** Where somebody with nothing to answer may go on. */
  next?: ReactNode;
};

export function RefundRequestList({ query, onDecide, orderTo, next }: Props) {
  const { params, to } = useListAddress();
  const isWaiting = requestStateIn(params) === 'asked';
  return (
    <>
      <div className="mt-4">
        <TabLinks
          label="State"
          tabs={[
            {
              label: 'Waiting',
              to: to({ state: undefined }),
              isCurrent: isWaiting,
              count: query.data?.waiting,
            },
            { label: 'Answered', to: to({ state: 'decided' }), isCurrent: !isWaiting },
          ]}
        />
      </div>
      <QueryView
        query={query}
        what="the requests"
        skeleton={<ListSkeleton label="Loading refund requests" />}
      >
        {(page) =>
          page.items.length === 0 ? (
            <EmptyState
              className="mt-8"
              title={isWaiting ? 'Nobody waits for an answer' : 'None answered yet'}
              action={next}
            >
              {isWaiting
                ? 'A buyer who asks for their money back stands here, with the reason, until somebody answers.'
                : 'What is answered stands here, with what was said.'}
            </EmptyState>
          ) : (
            <>
              <ul aria-label="Refund requests">
                {page.items.map((request) => (
                  <RefundRequestItem
                    key={request.id}
                    request={request}
                    onDecide={onDecide}
                    orderHref={orderTo?.(request.order.id)}
                  />
                ))}
              </ul>
              <ListPager {...page} />
            </>
          )
        }
      </QueryView>
    </>
  );
}
