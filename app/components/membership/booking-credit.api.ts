// What is left of the viewer’s booking credit.
import * as contract from '#shared/features/membership/membership.contract.ts';
import { freshQuery } from '#app/lib/query.ts';

export const getBookingCreditQuery = () => freshQuery(contract.getBookingCredit, {});
