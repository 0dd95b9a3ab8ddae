// Licences and seats, from the browser's side: the calls, and what becomes of the cache when a seat moves.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import * as courseContract from '#shared/features/course/course.contract.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';
import * as contract from '#shared/features/seat/seat.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

export type Licences = ContractOutput<typeof contract.listLicences>;
export type Teachers = ContractOutput<typeof contract.listTeachers>;

export const SEATS_FILE = contract.exportSeats.path;

export const listLicencesQuery = (query: ContractInput<typeof contract.listLicences>['query']) =>
  contractQuery(contract.listLicences, { query });

export const listTeachersQuery = (query: ContractInput<typeof contract.listTeachers>['query']) =>
  contractQuery(contract.listTeachers, { query });

export const getLicenceQuery = (id: number) => contractQuery(contract.getLicence, { params: { id } });

export const listSeatsQuery = (id: number, query: ContractInput<typeof contract.listSeats>['query']) =>
  contractQuery(contract.listSeats, { params: { id }, query });

export const getInvitationQuery = (key: string) => contractQuery(contract.getInvitation, { params: { key } });

function forgetSeats(client: QueryClient): Promise<unknown> {
  const changed = [
    contract.listLicences,
    contract.getLicence,
    contract.listSeats,
    contract.listTeachers,
    orderContract.listPurchases,
  ];
  return Promise.all(changed.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}

/** A seat that moved is seen everywhere before the form says that it is done. */
function useSeatAct<Input, Output>(act: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  // Also after a refusal: what was seen is no longer so.
  return useMutation({ mutationFn: act, onSettled: () => forgetSeats(client) });
}

export const useInviteTeacher = (id: number) =>
  useSeatAct((email: string) => browserApi.call(contract.inviteTeacher, { params: { id }, body: { email } }));

export const useResendInvitation = (id: number) =>
  useSeatAct(() => browserApi.call(contract.resendInvitation, { params: { id } }));

export const useRevokeSeat = (id: number) =>
  useSeatAct((email: string) => browserApi.call(contract.revokeSeat, { params: { id }, body: { email } }));

export const useReassignSeat = (id: number) =>
  useSeatAct((body: { from: string; email: string }) =>
    browserApi.call(contract.reassignSeat, { params: { id }, body }),
  );

export const useReturnSeat = (id: number) =>
  useSeatAct(() => browserApi.call(contract.returnSeat, { params: { id } }));

/** What they own has changed, wherever it is shown. */
export function useAcceptInvitation(key: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => browserApi.call(contract.acceptInvitation, { params: { key } }),
    onSettled: () => {
      for (const { path } of [
        contract.getInvitation,
        orderContract.listPurchases,
        resourceContract.getResourceAccess,
        courseContract.getCourseAccess,
      ]) {
        void client.invalidateQueries({ queryKey: [path] });
      }
    },
  });
}

export function useDeclineInvitation(key: string) {
  return useMutation({ mutationFn: () => browserApi.call(contract.declineInvitation, { params: { key } }) });
}
