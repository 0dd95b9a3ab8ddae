// Queries and mutations of rights notices, for officers and sellers.
import { changeMyItem } from '#app/lib/item-access.api.ts';
import type { ReportReason } from '#shared/features/moderation/rights-notice.states.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation, useInvalidate } from '#app/lib/use-contract-mutation.ts';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as authoringContract from '#shared/features/authoring/authoring.contract.ts';
import * as contract from '#shared/features/moderation/moderation.contract.ts';
import * as noticeContract from '#shared/features/moderation/rights-notice.contract.ts';

export const listNoticesQuery = (query: ContractInput<typeof noticeContract.listNotices>['query']) =>
  listQuery(noticeContract.listNotices, { query });
export const getNoticeQuery = (id: number) => freshQuery(noticeContract.getNotice, { params: { id } });
export const listOwnNoticesQuery = (query: ContractInput<typeof noticeContract.listOwnNotices>['query']) =>
  listQuery(noticeContract.listOwnNotices, { query });

export type NoticePage = ContractOutput<typeof noticeContract.listNotices>;

const invalidates = [
  noticeContract.listNotices,
  noticeContract.getNotice,
  noticeContract.listOwnNotices,
  contract.listStaffResources,
  authoringContract.listOwnResources,
];

export const useRefreshNotices = () => useInvalidate(invalidates);

export const useDismissNotice = () => useContractMutation(noticeContract.dismissNotice, { invalidates });
export const useUpholdNotice = () => useContractMutation(noticeContract.upholdNotice, { invalidates });
export const useAcceptCounterNotice = () =>
  useContractMutation(noticeContract.acceptCounterNotice, { invalidates });
export const useRejectCounterNotice = () =>
  useContractMutation(noticeContract.rejectCounterNotice, { invalidates });
export const useCounterNotice = () => useContractMutation(noticeContract.counterNotice, { invalidates });

export const useReportResource = (id: number) =>
  useContractMutation(noticeContract.reportResource, {
    input: (body: { reason: ReportReason; body: string }) => ({ params: { id }, body }),
    onSuccess: (_answer, _body, _shown, { client }) =>
      changeMyItem(client, { type: 'resource', id }, { hasReported: true }),
  });
