// Queries and mutations of a seller's own resources.
import type { MutationFunctionContext } from '@tanstack/react-query';
import { ApiError, browserApi } from '#app/lib/api-client.ts';
import type { AutosaveApi } from '#app/lib/autosave.ts';
import { contractQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/authoring/authoring.contract.ts';
import type { OwnBulkAction, OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import type { ResourceChanges } from '#shared/features/authoring/authoring.schema.ts';

/** Always refetched: officers or another tab may have changed it. */
export const getOwnResourceQuery = (id: number) => ({
  ...contractQuery(contract.getOwnResource, { params: { id } }),
  staleTime: 0,
  gcTime: 0,
});

export const createResource = (body: ContractInput<typeof contract.createResource>['body']) =>
  browserApi.call(contract.createResource, { body });
export const updateResource = (id: number, body: ResourceChanges & { revision: number }) =>
  browserApi.call(contract.updateResource, { params: { id }, body });

export const draftApi: AutosaveApi<OwnResource, ResourceChanges> = {
  create: createResource,
  update: updateResource,
  get: (id) => browserApi.call(contract.getOwnResource, { params: { id } }),
  isConflict: (error) => error instanceof ApiError && error.status === 409,
};

type FileChange = { name?: string; label?: string; isPreviewed?: boolean; position?: number };

// Each takes the latest draft and returns the saved one; for `autosave.run`.
export const addResourceFile = (uploadId: string) => (draft: OwnResource) =>
  browserApi.call(contract.addResourceFile, { params: { id: draft.id }, body: { uploadId } });
export const updateResourceFile = (fileId: number, body: FileChange) => (draft: OwnResource) =>
  browserApi.call(contract.updateResourceFile, { params: { id: draft.id, fileId }, body });
export const deleteResourceFile = (fileId: number) => (draft: OwnResource) =>
  browserApi.call(contract.deleteResourceFile, { params: { id: draft.id, fileId } });
export const setResourceCover = (uploadId: string | null) => (draft: OwnResource) =>
  browserApi.call(contract.setResourceCover, { params: { id: draft.id }, body: { uploadId } });
export const retryPreviews = () => (draft: OwnResource) =>
  browserApi.call(contract.retryPreviews, { params: { id: draft.id } });
export const submitResource = () => (draft: Pick<OwnResource, 'id'>) =>
  browserApi.call(contract.submitResource, { params: { id: draft.id } });
export const withdrawResource = () => (draft: OwnResource) =>
  browserApi.call(contract.withdrawResource, { params: { id: draft.id } });
export const archiveResource = () => (draft: OwnResource) =>
  browserApi.call(contract.archiveResource, { params: { id: draft.id } });
export const restoreResource = () => (draft: OwnResource) =>
  browserApi.call(contract.restoreResource, { params: { id: draft.id } });
export const publishChanges = (body: { revision: number; note?: string }) => (draft: OwnResource) =>
  browserApi.call(contract.publishChanges, { params: { id: draft.id }, body });
export const discardChanges = () => (draft: OwnResource) =>
  browserApi.call(contract.discardChanges, { params: { id: draft.id }, body: { revision: draft.revision } });
export const restoreChanges = () => (draft: OwnResource) =>
  browserApi.call(contract.restoreChanges, { params: { id: draft.id }, body: { revision: draft.revision } });
/** Creates the draft if there is none yet. */
export const ensureDraft = () => (draft: OwnResource) => Promise.resolve(draft);

export const duplicateResource = (id: number) =>
  browserApi.call(contract.duplicateResource, { params: { id } });
export const deleteResource = (id: number) => browserApi.call(contract.deleteResource, { params: { id } });
export const usePreviewDescription = () =>
  useContractMutation(contract.previewDescription, { input: (text: string) => ({ body: { text } }) });

export const listOwnResourcesQuery = (query: ContractInput<typeof contract.listOwnResources>['query']) =>
  listQuery(contract.listOwnResources, { query });

export type OwnRow = ContractOutput<typeof contract.listOwnResources>['items'][number];

/** Invalidates their public pages too, since archiving takes them off sale. */
const refetched = {
  onSettled: (...[, , , , { client }]: [unknown, unknown, unknown, unknown, MutationFunctionContext]) =>
    client.invalidateQueries({
      predicate: ({ queryKey }) =>
        typeof queryKey[0] === 'string' && /resources|curriculum|my\/store/.test(queryKey[0]),
    }),
};

export const useUpdateOwnResources = () =>
  useContractMutation(contract.updateOwnResources, {
    ...refetched,
    input: (body: { ids: number[]; action: OwnBulkAction }) => ({ body }),
  });
export const useDuplicateResource = () =>
  useContractMutation(contract.duplicateResource, {
    ...refetched,
    errorTitle: 'Couldn’t update your resources',
    input: (id: number) => ({ params: { id } }),
  });
