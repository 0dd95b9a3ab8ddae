// The site's name and how to reach its people.
import { getSite } from '#shared/features/site/site.contract.ts';
import { contractQuery } from '#app/lib/query.ts';

export const siteQuery = () => contractQuery(getSite, {});
