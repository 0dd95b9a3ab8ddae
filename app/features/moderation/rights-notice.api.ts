// Rights notices as officers decide them and sellers answer them.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { browserApi } from '#app/lib/api-client.ts';
import { changeMyItem } from '#app/lib/item-access.api.ts';
import { contractQuery } from '#app/lib/query.ts';
import type { Contract, ContractInput, ContractOutput } from '#shared/contract.ts';
import * as authoringContract from '#shared/features/authoring/authoring.contract.ts';
import * as contract from '#shared/features/moderation/moderation.contract.ts';
import * as noticeContract from '#shared/features/moderation/rights-notice.contract.ts';
import type { ReportReason } from '#shared/features/moderation/rights-notice.states.ts';

/** Colleagues work on the same notices, and their time runs: looked at again whenever it is opened. */
const fresh = { staleTime: 0 } as const;
const freshPage = { ...fresh, placeholderData: keepPreviousData } as const;

export const listNoticesQuery = (query: ContractInput<typeof noticeContract.listNotices>['query']) => ({
  ...contractQuery(noticeContract.listNotices, { query }),
  ...freshPage,
});
export const getNoticeQuery = (id: number) => ({
  ...contractQuery(noticeContract.getNotice, { params: { id } }),
  ...fresh,
});
export const listOwnNoticesQuery = (query: ContractInput<typeof noticeContract.listOwnNotices>['query']) => ({
  ...contractQuery(noticeContract.listOwnNotices, { query }),
  ...freshPage,
});

export type NoticePage = ContractOutput<typeof noticeContract.listNotices>;

const TOUCHED = [
  noticeContract.listNotices,
  noticeContract.getNotice,
  noticeContract.listOwnNotices,
  contract.listStaffResources,
  authoringContract.listOwnResources,
];

function useNoticeChange<C extends Contract>(contract: C) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ContractInput<C>) => browserApi.call(contract, input),
    // Also after a refusal: someone else may have been quicker.
    onSettled: () => Promise.all(TOUCHED.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
}

/** After an undo, and once a decision has taken effect. */
export function useRefreshNotices() {
  const client = useQueryClient();
  return () => {
    for (const { path } of TOUCHED) void client.invalidateQueries({ queryKey: [path] });
  };
}

export const useDismissNotice = () => useNoticeChange(noticeContract.dismissNotice);
export const useUpholdNotice = () => useNoticeChange(noticeContract.upholdNotice);
export const useAcceptCounterNotice = () => useNoticeChange(noticeContract.acceptCounterNotice);
export const useRejectCounterNotice = () => useNoticeChange(noticeContract.rejectCounterNotice);
export const useCounterNotice = () => useNoticeChange(noticeContract.counterNotice);

export function useReportResource(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { reason: ReportReason; body: string }) =>
      browserApi.call(noticeContract.reportResource, { params: { id }, body }),
    onSuccess: () => changeMyItem(client, { type: 'resource', id }, { hasReported: true }),
  });
}
