// Credit hours from the browser's side: one's own, and the queue of staff.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as certificateContract from '#shared/features/certificate/certificate.contract.ts';
import * as contract from '#shared/features/credit/credit.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type { CreditFile, CreditHours, CreditReview } from '#shared/features/credit/credit.schema.ts';
export type CreditReviewPage = ContractOutput<typeof contract.listCreditReviews>;

export const listCreditHoursQuery = () => freshQuery(contract.listCreditHours, {});

export const listCreditReviewsQuery = (query: ContractInput<typeof contract.listCreditReviews>['query']) =>
  listQuery(contract.listCreditReviews, { query });

/** Hours are also part of what a renewal still needs. */
const invalidates = [contract.listCreditHours, certificateContract.getCertificate];

export const useAddCreditHours = () => useContractMutation(contract.addCreditHours, { invalidates });
export const useUpdateCreditHours = () => useContractMutation(contract.updateCreditHours, { invalidates });
export const useDeleteCreditHours = () =>
  useContractMutation(contract.deleteCreditHours, {
    invalidates,
    input: (id: number) => ({ params: { id } }),
  });

export const creditFileUrl = (id: number): string => `/api/credit-files/${id}`;
