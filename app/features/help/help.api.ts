// Help articles from the browser's side.
import * as contract from '#shared/features/help/help.contract.ts';
import { catalogueQuery, freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type { HelpArticle, StaffHelpArticle } from '#shared/features/help/help.schema.ts';

export const listHelpArticlesQuery = (q: string) =>
  catalogueQuery(contract.listHelpArticles, { query: { q } });
export const getHelpArticleQuery = (slug: string) =>
  catalogueQuery(contract.getHelpArticle, { params: { slug } });

export const listStaffHelpArticlesQuery = () => freshQuery(contract.listStaffHelpArticles, {});

const invalidates = [contract.listStaffHelpArticles, contract.listHelpArticles, contract.getHelpArticle];

export const useCreateHelpArticle = () => useContractMutation(contract.createHelpArticle, { invalidates });
export const useUpdateHelpArticle = () => useContractMutation(contract.updateHelpArticle, { invalidates });
export const useDeleteHelpArticle = () => useContractMutation(contract.deleteHelpArticle, { invalidates });
export const useReorderHelpArticles = () =>
  useContractMutation(contract.reorderHelpArticles, {
    input: (ids: number[]) => ({ body: { ids } }),
    invalidates,
    errorTitle: 'Couldn’t save the order',
  });
export const usePreviewHelpArticle = () => useContractMutation(contract.previewHelpArticle);
