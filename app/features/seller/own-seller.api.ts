// A seller's own settings, stats and tasks.
import { type MutationFunctionContext } from '@tanstack/react-query';
import * as applicationContract from '#shared/features/application/application.contract.ts';
import type { ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/seller/own-seller.contract.ts';
import type { SellerBody } from '#shared/features/seller/own-seller.schema.ts';
import * as sellerContract from '#shared/features/seller/seller.contract.ts';
import { getOwnSellerQuery } from '#app/lib/own-seller.api.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const listOwnTasksQuery = () => freshQuery(contract.listOwnTasks, {});
export const getOwnStatsQuery = (query: { from: string; to: string }) =>
  listQuery(contract.getOwnStats, { query });
export const listOwnApplicationsQuery = () => freshQuery(applicationContract.listOwnApplications, {});
export type OwnApplication = ContractOutput<typeof applicationContract.listOwnApplications>[number];

const sellerChange = {
  invalidates: [sellerContract.getSeller],
  onSuccess: (
    seller: contract.OwnSeller,
    _input: unknown,
    _shown: unknown,
    { client }: MutationFunctionContext,
  ) => client.setQueryData(getOwnSellerQuery().queryKey, seller),
};

export const useUpdateOwnSeller = () =>
  useContractMutation(contract.updateOwnSeller, { ...sellerChange, input: (body: SellerBody) => ({ body }) });
export const useSetOwnBanner = () =>
  useContractMutation(contract.setOwnBanner, {
    ...sellerChange,
    input: (uploadId: string | null) => ({ body: { uploadId } }),
  });
