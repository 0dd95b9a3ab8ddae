// What the template pages read and do.
import { ApiError, browserApi } from '#app/lib/api-client.ts';
import type { AutosaveApi } from '#app/lib/autosave.ts';
import { freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import { fillPath } from '#shared/contract.ts';
import * as contract from '#shared/features/certificate-template/certificate-template.contract.ts';
import type { CertificateTemplate } from '#shared/features/certificate-template/certificate-template.contract.ts';
import type { TemplateLayout } from '#shared/features/certificate-template/certificate-template.rules.ts';

export type { CertificateTemplate };
export type { TemplateImage } from '#shared/features/certificate-template/certificate-template.contract.ts';

export const listCertificateTemplatesQuery = () => freshQuery(contract.listCertificateTemplates, {});
export const getCertificateTemplateQuery = (id: number) => ({
  ...freshQuery(contract.getCertificateTemplate, { params: { id } }),
  gcTime: 0,
});

export type TemplateChanges = { name?: string; draft?: TemplateLayout };

export const updateCertificateTemplate = (id: number, body: TemplateChanges & { revision: number }) =>
  browserApi.call(contract.updateCertificateTemplate, { params: { id }, body });

export const templateAutosaveApi: AutosaveApi<CertificateTemplate, TemplateChanges> = {
  create: () => Promise.reject(new Error('Templates start as a copy of another.')),
  update: updateCertificateTemplate,
  get: (id) => browserApi.call(contract.getCertificateTemplate, { params: { id } }),
  isConflict: (error) => error instanceof ApiError && error.status === 409,
};

export const publishCertificateTemplate = ({ id, revision }: { id: number; revision: number }) =>
  browserApi.call(contract.publishCertificateTemplate, { params: { id }, body: { revision } });

const byId = (id: number) => ({ params: { id } });
const touched = [contract.listCertificateTemplates];

export const useDuplicateCertificateTemplate = () =>
  useContractMutation(contract.duplicateCertificateTemplate, {
    invalidates: touched,
    input: byId,
    errorTitle: 'Not duplicated',
  });

export const useArchiveCertificateTemplate = () =>
  useContractMutation(contract.archiveCertificateTemplate, {
    invalidates: touched,
    input: byId,
    errorTitle: 'Not archived',
  });

export const useRestoreCertificateTemplate = () =>
  useContractMutation(contract.restoreCertificateTemplate, {
    invalidates: touched,
    input: byId,
    errorTitle: 'Not restored',
  });

export const useAddTemplateImage = (id: number) =>
  useContractMutation(contract.addTemplateImage, {
    input: (uploadId: string) => ({ params: { id }, body: { uploadId } }),
  });

export const testPagePath = (id: number) => fillPath(contract.getTemplateTestPage.path, { id });
