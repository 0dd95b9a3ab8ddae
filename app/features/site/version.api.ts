// Which version the server runs.
import { getVersion } from '#shared/features/site/site.contract.ts';
import { contractQuery } from '#app/lib/query.ts';

export const versionQuery = () => contractQuery(getVersion, {});
