// Reported messages from the browser's side, for staff.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/message/message-staff.contract.ts';
import { listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type { MessageReport } from '#shared/features/message/message.schema.ts';
export type ReadConversation = ContractOutput<typeof contract.readConversation>;

export const listMessageReportsQuery = (query: ContractInput<typeof contract.listMessageReports>['query']) =>
  listQuery(contract.listMessageReports, { query });
export const useDecideMessageReport = () =>
  useContractMutation(contract.decideMessageReport, {
    invalidates: [contract.listMessageReports],
    errorTitle: 'Couldn’t decide about the report',
  });
export const useReadConversation = () => useContractMutation(contract.readConversation);
