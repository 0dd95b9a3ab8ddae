// The passport from the browser's side, and what staff decide about hours in it.
import * as creditContract from '#shared/features/credit/credit.contract.ts';
import * as contract from '#shared/features/certificate/passport.contract.ts';
import * as dashboardContract from '#shared/features/dashboard/dashboard.contract.ts';
import * as siteContract from '#shared/features/site/site.contract.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

/** A plain link, so that the browser saves the file. */
export const PASSPORT_PDF = contract.downloadPassport.path;

export const useDecideCreditHours = () =>
  useContractMutation(contract.decideCreditHours, {
    invalidates: [
      creditContract.listCreditReviews,
      siteContract.listAudit,
      dashboardContract.getStaffDashboard,
    ],
  });
