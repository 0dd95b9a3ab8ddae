// What the form of a resource reads and does.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import {
  addResourceFile,
  archiveResource,
  changeOwnResources,
  createResource,
  deleteResource,
  deleteResourceFile,
  discardChanges,
  duplicateResource,
  getOwnResource,
  listOwnResources,
  type OwnBulkAction,
  type OwnResource,
  previewDescription,
  publishChanges,
  restoreChanges,
  restoreResource,
  retryPreviews,
  setResourceCover,
  submitResource,
  updateResource,
  updateResourceFile,
  withdrawResource,
} from '#shared/features/authoring/authoring.contract.ts';
import type { ResourceChanges } from '#shared/features/authoring/authoring.schema.ts';
import { listCategories } from '#shared/features/category/category.contract.ts';
import type { DeskApi } from './resource-editor.ts';

/** Asked for at each visit: officers decide, and another tab writes. */
export const ownResourceQuery = (id: number) => ({
  ...contractQuery(getOwnResource, { params: { id } }),
  staleTime: 0,
  gcTime: 0,
});

export const resourceCategoriesQuery = () => contractQuery(listCategories, { query: { kind: 'resource' } });

export const deskApi: DeskApi = {
  create: (body: ResourceChanges) => browserApi.call(createResource, { body }),
  update: (id, body) => browserApi.call(updateResource, { params: { id }, body }),
  get: (id) => browserApi.call(getOwnResource, { params: { id } }),
  isConflict: (error) => error instanceof ApiError && error.status === 409,
};

type FileChange = { name?: string; label?: string; isPreviewed?: boolean; position?: number };

/** Each takes the draft as it stands and answers with what became of it; for `desk.run`. */
export const draftWork = {
  addFile: (uploadId: string) => (draft: OwnResource) =>
    browserApi.call(addResourceFile, { params: { id: draft.id }, body: { uploadId } }),
  changeFile: (fileId: number, body: FileChange) => (draft: OwnResource) =>
    browserApi.call(updateResourceFile, { params: { id: draft.id, fileId }, body }),
  removeFile: (fileId: number) => (draft: OwnResource) =>
    browserApi.call(deleteResourceFile, { params: { id: draft.id, fileId } }),
  setCover: (uploadId: string | null) => (draft: OwnResource) =>
    browserApi.call(setResourceCover, { params: { id: draft.id }, body: { uploadId } }),
  retryPreviews: () => (draft: OwnResource) => browserApi.call(retryPreviews, { params: { id: draft.id } }),
  submit: () => (draft: OwnResource) => browserApi.call(submitResource, { params: { id: draft.id } }),
  withdraw: () => (draft: OwnResource) => browserApi.call(withdrawResource, { params: { id: draft.id } }),
  archive: () => (draft: OwnResource) => browserApi.call(archiveResource, { params: { id: draft.id } }),
  restore: () => (draft: OwnResource) => browserApi.call(restoreResource, { params: { id: draft.id } }),
  publishChanges: (body: { revision: number; note?: string }) => (draft: OwnResource) =>
    browserApi.call(publishChanges, { params: { id: draft.id }, body }),
  discardChanges: () => (draft: OwnResource) =>
    browserApi.call(discardChanges, { params: { id: draft.id }, body: { revision: draft.revision } }),
  restoreChanges: () => (draft: OwnResource) =>
    browserApi.call(restoreChanges, { params: { id: draft.id }, body: { revision: draft.revision } }),
  /** Only makes sure that there is a draft. */
  begin: () => (draft: OwnResource) => Promise.resolve(draft),
};

export const duplicateDraft = (id: number) => browserApi.call(duplicateResource, { params: { id } });
export const deleteDraft = (id: number) => browserApi.call(deleteResource, { params: { id } });
export const descriptionAsShown = (text: string) => browserApi.call(previewDescription, { body: { text } });

export const ownResourcesQuery = (query: ContractInput<typeof listOwnResources>['query']) => ({
  ...contractQuery(listOwnResources, { query }),
  staleTime: 0,
  placeholderData: keepPreviousData,
});

export type OwnResources = ContractOutput<typeof listOwnResources>;
export type OwnRow = OwnResources['items'][number];
export type BulkAnswer = ContractOutput<typeof changeOwnResources>;

/** Pending until the list on the screen shows the change. */
function useListChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // The public pages of these as well: what is archived is not on sale there either.
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) =>
          typeof queryKey[0] === 'string' && /resources|curriculum|my\/store/.test(queryKey[0]),
      }),
  });
}

export const useChangeOwnResources = () =>
  useListChange((body: { ids: number[]; action: OwnBulkAction }) =>
    browserApi.call(changeOwnResources, { body }),
  );
export const useDuplicateResource = () =>
  useListChange((id: number) => browserApi.call(duplicateResource, { params: { id } }));
