// Exporting and deleting one's own account.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/privacy/privacy.contract.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

/** Personal data: not cached after the page is left. */
export const useExportAccount = () =>
  useContractMutation(contract.exportAccount, { gcTime: 0, input: () => ({}) });

export const useDeleteAccount = () =>
  useContractMutation(contract.deleteAccount, {
    input: (body: ContractInput<typeof contract.deleteAccount>['body']) => ({ body }),
  });
