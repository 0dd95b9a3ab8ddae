// Running the site: settings, deployment, mail and the audit log, as staff pages read and change them.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import { getStaffDashboard } from '#shared/features/dashboard/dashboard.contract.ts';
import type { SettingsBody } from '#shared/features/site/site.schema.ts';
import {
  getDeployment,
  getSettings,
  listAudit,
  listMails,
  retryJob,
  sendHeldMail,
  updateSettings,
} from '#shared/features/site/site.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const settingsQuery = () => freshQuery(getSettings, {});
export const deploymentQuery = () => freshQuery(getDeployment, {});
export const mailsQuery = (query: ContractInput<typeof listMails>['query']) =>
  listQuery(listMails, { query });
export const auditQuery = (query: ContractInput<typeof listAudit>['query']) =>
  listQuery(listAudit, { query });

export type Settings = ContractOutput<typeof getSettings>;
export type Deployment = ContractOutput<typeof getDeployment>;
export type MailPage = ContractOutput<typeof listMails>;

export const useUpdateSettings = () =>
  useContractMutation(updateSettings, {
    input: (body: SettingsBody) => ({ body }),
    onSuccess: (settings, _body, _shown, { client }) =>
      client.setQueryData(settingsQuery().queryKey, settings),
  });

export const useRetryJob = () =>
  useContractMutation(retryJob, {
    invalidates: [getDeployment, getStaffDashboard],
    input: (id: string) => ({ params: { id } }),
  });

export const useSendHeldMail = () =>
  useContractMutation(sendHeldMail, {
    invalidates: [listMails],
    input: (id: string) => ({ params: { id } }),
  });
