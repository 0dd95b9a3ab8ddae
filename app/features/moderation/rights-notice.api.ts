// Rights notices as officers decide them and sellers answer them.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';
import type { Contract, ContractInput, ContractOutput } from '#shared/contract.ts';
import { listOwnResources } from '#shared/features/authoring/authoring.contract.ts';
import { listAllCurriculum } from '#shared/features/moderation/moderation.contract.ts';
import {
  counterNotice,
  dismissNotice,
  getNotice,
  keepDownNotice,
  listMyNotices,
  listNotices,
  putBackNotice,
  upholdNotice,
} from '#shared/features/moderation/rights-notice.contract.ts';

/** Colleagues work on the same notices, and their time runs: looked at again whenever it is opened. */
const fresh = { staleTime: 0 } as const;
const freshPage = { ...fresh, placeholderData: keepPreviousData } as const;

export const noticesQuery = (query: ContractInput<typeof listNotices>['query']) => ({
  ...contractQuery(listNotices, { query }),
  ...freshPage,
});
export const noticeQuery = (id: number) => ({ ...contractQuery(getNotice, { params: { id } }), ...fresh });
export const myNoticesQuery = (query: ContractInput<typeof listMyNotices>['query']) => ({
  ...contractQuery(listMyNotices, { query }),
  ...freshPage,
});

export type NoticePage = ContractOutput<typeof listNotices>;

const TOUCHED = [listNotices, getNotice, listMyNotices, listAllCurriculum, listOwnResources];

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

export const useDismissNotice = () => useNoticeChange(dismissNotice);
export const useUpholdNotice = () => useNoticeChange(upholdNotice);
export const usePutBackNotice = () => useNoticeChange(putBackNotice);
export const useKeepDownNotice = () => useNoticeChange(keepDownNotice);
export const useCounterNotice = () => useNoticeChange(counterNotice);
