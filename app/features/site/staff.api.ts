// Settings, deployment, mail and audit log, for staff.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as dashboardContract from '#shared/features/dashboard/dashboard.contract.ts';
import type { SettingsBody } from '#shared/features/site/site.schema.ts';
import * as contract from '#shared/features/site/site.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const getSettingsQuery = () => freshQuery(contract.getSettings, {});
export const getDeploymentQuery = () => freshQuery(contract.getDeployment, {});
export const listMailsQuery = (query: ContractInput<typeof contract.listMails>['query']) =>
  listQuery(contract.listMails, { query });
export const listAuditQuery = (query: ContractInput<typeof contract.listAudit>['query']) =>
  listQuery(contract.listAudit, { query });

export type Settings = ContractOutput<typeof contract.getSettings>;
export type Deployment = ContractOutput<typeof contract.getDeployment>;
export type AuditPage = ContractOutput<typeof contract.listAudit>;
export type MailPage = ContractOutput<typeof contract.listMails>;

export const useUpdateSettings = () =>
  useContractMutation(contract.updateSettings, {
    input: (body: SettingsBody) => ({ body }),
    onSuccess: (settings, _body, _shown, { client }) =>
      client.setQueryData(getSettingsQuery().queryKey, settings),
  });

export const useRetryJob = () =>
  useContractMutation(contract.retryJob, {
    invalidates: [contract.getDeployment, dashboardContract.getStaffDashboard],
    input: (id: string) => ({ params: { id } }),
  });

export const useSendHeldMail = () =>
  useContractMutation(contract.sendHeldMail, {
    invalidates: [contract.listMails],
    input: (id: string) => ({ params: { id } }),
  });
