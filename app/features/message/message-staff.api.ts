// Reported messages from the browser's side, for staff.
import { useQuery } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/message/message-staff.contract.ts';
import { hasPermission, rolesOf } from '#shared/roles.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import { useUser } from '#app/lib/user.api.ts';

export type { MessageReport } from '#shared/features/message/message.schema.ts';
export type ReadConversation = ContractOutput<typeof contract.readConversation>;

export const listMessageReportsQuery = (query: ContractInput<typeof contract.listMessageReports>['query']) =>
  listQuery(contract.listMessageReports, { query });
export const getMessageReportCountsQuery = () => freshQuery(contract.getMessageReportCounts, {});
/** Reports that wait for a decision; 0 for staff who don't decide about them, and until it is known. */
export function useOpenReports(): number {
  const user = useUser();
  const enabled =
    Boolean(user) && !user?.needsTwoFactor && hasPermission(user ? rolesOf(user) : [], 'messages.moderate');
  return useQuery({ ...getMessageReportCountsQuery(), enabled }).data?.open ?? 0;
}
export const useDecideMessageReport = () =>
  useContractMutation(contract.decideMessageReport, {
    invalidates: [contract.listMessageReports, contract.getMessageReportCounts],
    errorTitle: 'Couldn’t decide about the report',
  });
export const useReadConversation = () => useContractMutation(contract.readConversation);
