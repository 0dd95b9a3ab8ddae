// The site's name and version, and error reports: small enough for the code every page loads.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/site/site.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

export const getSiteQuery = () => contractQuery(contract.getSite, {});
export const getVersionQuery = () => contractQuery(contract.getVersion, {});

/** Uncached, to find out whether the site is back. */
export const getSite = () => browserApi.call(contract.getSite, {});

export const reportClientError = (body: ContractInput<typeof contract.reportClientError>['body']) =>
  browserApi.call(contract.reportClientError, { body });
