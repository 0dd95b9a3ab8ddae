// Support from the browser's side: writing to it, and the shared inbox of staff.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as staffContract from '#shared/features/support/support-staff.contract.ts';
import * as contract from '#shared/features/support/support.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type {
  GuestRequest,
  SavedReply,
  SupportRequest,
  SupportRequestDetail,
} from '#shared/features/support/support.schema.ts';

export const useContactSupport = () => useContractMutation(contract.contactSupport);

/** Guests have no event stream, so an open page looks for an answer now and then. */
const LOOK_MS = 20_000;

export const getGuestRequestQuery = (key: string) => ({
  ...freshQuery(contract.getGuestRequest, { params: { key } }),
  refetchInterval: LOOK_MS,
});
export const useReplyAsGuest = (key: string) =>
  useContractMutation(contract.replyAsGuest, {
    input: (text: string) => ({ params: { key }, body: { text } }),
    invalidates: [contract.getGuestRequest],
  });

export type SupportPage = ContractOutput<typeof staffContract.listSupportRequests>;
export const listSupportRequestsQuery = (
  query: ContractInput<typeof staffContract.listSupportRequests>['query'],
) => listQuery(staffContract.listSupportRequests, { query });
export const getSupportRequestQuery = (id: number) =>
  freshQuery(staffContract.getSupportRequest, { params: { id } });

const requests = [staffContract.listSupportRequests, staffContract.getSupportRequest];

export const useReplyToSupportRequest = (id: number) =>
  useContractMutation(staffContract.replyToSupportRequest, {
    input: (body: { text: string; isSolved: boolean }) => ({ params: { id }, body }),
    invalidates: requests,
    errorTitle: 'Couldn’t send your answer',
  });
export const useAddSupportNote = (id: number) =>
  useContractMutation(staffContract.addSupportNote, {
    input: (text: string) => ({ params: { id }, body: { text } }),
    invalidates: requests,
    errorTitle: 'Couldn’t save your note',
  });
export const useUpdateSupportRequest = (id: number) =>
  useContractMutation(staffContract.updateSupportRequest, {
    input: (body: ContractInput<typeof staffContract.updateSupportRequest>['body']) => ({
      params: { id },
      body,
    }),
    invalidates: requests,
    errorTitle: 'Couldn’t save your changes',
  });

export const listSavedRepliesQuery = () => freshQuery(staffContract.listSavedReplies, {});
const replies = [staffContract.listSavedReplies];
export const useCreateSavedReply = () =>
  useContractMutation(staffContract.createSavedReply, { invalidates: replies });
export const useUpdateSavedReply = () =>
  useContractMutation(staffContract.updateSavedReply, { invalidates: replies });
export const useDeleteSavedReply = () =>
  useContractMutation(staffContract.deleteSavedReply, { invalidates: replies });
