// The dance styles, as every page with a choice of styles reads them.
import { listStyles } from '#shared/features/style/style.contract.ts';
import { catalogueQuery } from '#app/lib/query.ts';

/** In their order; `isRetired` ones are for what already has them, not for new things. */
export const stylesQuery = () => catalogueQuery(listStyles, {});
