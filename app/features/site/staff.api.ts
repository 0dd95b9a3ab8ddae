// Running the site: settings, deployment, mail and the audit log, as staff pages read and change them.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
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
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

/** What runs changes by itself: looked at again whenever it is opened. */
const fresh = { staleTime: 0 } as const;
const freshPage = { ...fresh, placeholderData: keepPreviousData } as const;

export const settingsQuery = () => ({ ...contractQuery(getSettings, {}), ...fresh });
export const deploymentQuery = () => ({ ...contractQuery(getDeployment, {}), ...fresh });
export const mailsQuery = (query: ContractInput<typeof listMails>['query']) => ({
  ...contractQuery(listMails, { query }),
  ...freshPage,
});
export const auditQuery = (query: ContractInput<typeof listAudit>['query']) => ({
  ...contractQuery(listAudit, { query }),
  ...freshPage,
});

export type Settings = ContractOutput<typeof getSettings>;
export type Deployment = ContractOutput<typeof getDeployment>;
export type MailPage = ContractOutput<typeof listMails>;

export function useUpdateSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsBody) => browserApi.call(updateSettings, { body }),
    onSuccess: (settings) => client.setQueryData(settingsQuery().queryKey, settings),
  });
}

export function useRetryJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => browserApi.call(retryJob, { params: { id } }),
    onSettled: () =>
      Promise.all(
        [getDeployment, getStaffDashboard].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
}

export function useSendHeldMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => browserApi.call(sendHeldMail, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [listMails.path] }),
  });
}
