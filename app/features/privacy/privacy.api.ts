// Exporting and deleting one's own account.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/privacy/privacy.contract.ts';
import { freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

/** Personal data: not cached after the page is left. */
export const useExportAccount = () =>
  useContractMutation(contract.exportAccount, { gcTime: 0, input: () => ({}) });

/** Only while the dialog is open. */
export const listAccountLossesQuery = () => freshQuery(contract.listAccountLosses, {});

export const useDeleteAccount = () =>
  useContractMutation(contract.deleteAccount, {
    input: (body: ContractInput<typeof contract.deleteAccount>['body']) => ({ body }),
  });
