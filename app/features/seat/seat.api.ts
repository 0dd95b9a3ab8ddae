// Licences and seats, from the browser's side: the calls, and what becomes of the cache when a seat moves.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import { listPurchases } from '#shared/features/order/order.contract.ts';
import { getMyCourse } from '#shared/features/course/course.contract.ts';
import { getMyResource } from '#shared/features/resource/resource.contract.ts';
import {
  acceptInvitation,
  declineInvitation,
  exportSeats,
  getInvitation,
  getLicence,
  inviteTeacher,
  listLicences,
  listSeats,
  listTeachers,
  reassignSeat,
  resendInvitation,
  returnSeat,
  revokeSeat,
} from '#shared/features/seat/seat.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

export type Licences = ContractOutput<typeof listLicences>;
export type Teachers = ContractOutput<typeof listTeachers>;

export const SEATS_FILE = exportSeats.path;

export const licencesQuery = (query: ContractInput<typeof listLicences>['query']) =>
  contractQuery(listLicences, { query });

export const teachersQuery = (query: ContractInput<typeof listTeachers>['query']) =>
  contractQuery(listTeachers, { query });

export const licenceQuery = (id: number) => contractQuery(getLicence, { params: { id } });

export const seatsQuery = (id: number, query: ContractInput<typeof listSeats>['query']) =>
  contractQuery(listSeats, { params: { id }, query });

export const invitationQuery = (key: string) => contractQuery(getInvitation, { params: { key } });

function forgetSeats(client: QueryClient): Promise<unknown> {
  const changed = [listLicences, getLicence, listSeats, listTeachers, listPurchases];
  return Promise.all(changed.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}

/** A seat that moved is seen everywhere before the form says that it is done. */
function useSeatAct<Input, Output>(act: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  // Also after a refusal: what was seen is no longer so.
  return useMutation({ mutationFn: act, onSettled: () => forgetSeats(client) });
}

export const useInvite = (id: number) =>
  useSeatAct((email: string) => browserApi.call(inviteTeacher, { params: { id }, body: { email } }));

export const useResend = (id: number) =>
  useSeatAct(() => browserApi.call(resendInvitation, { params: { id } }));

export const useRevoke = (id: number) =>
  useSeatAct((email: string) => browserApi.call(revokeSeat, { params: { id }, body: { email } }));

export const useReassign = (id: number) =>
  useSeatAct((body: { from: string; email: string }) =>
    browserApi.call(reassignSeat, { params: { id }, body }),
  );

export const useReturn = (id: number) => useSeatAct(() => browserApi.call(returnSeat, { params: { id } }));

/** What they own has changed, wherever it is shown. */
export function useAccept(key: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => browserApi.call(acceptInvitation, { params: { key } }),
    onSettled: () => {
      for (const { path } of [getInvitation, listPurchases, getMyResource, getMyCourse]) {
        void client.invalidateQueries({ queryKey: [path] });
      }
    },
  });
}

export function useDecline(key: string) {
  return useMutation({ mutationFn: () => browserApi.call(declineInvitation, { params: { key } }) });
}
