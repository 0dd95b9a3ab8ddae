// Certificates from the browser's side.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/certificate/certificate.contract.ts';
import { fillPath } from '#shared/contract.ts';
import { contractQuery, freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type {
  Certificate,
  CertificateDetail,
  CertificateRuleSettings,
  IssuedCertificateRow,
  IssueReport,
  Renewal,
  VerifiedCertificate,
} from '#shared/features/certificate/certificate.schema.ts';

export const listCertificatesQuery = () => freshQuery(contract.listCertificates, {});
export const getCertificateQuery = (id: number) => freshQuery(contract.getCertificate, { params: { id } });
export const verifyCertificateQuery = (code: string) =>
  contractQuery(contract.verifyCertificate, { params: { code } });
export const listIssuedCertificatesQuery = (
  query: ContractInput<typeof contract.listIssuedCertificates>['query'],
) => listQuery(contract.listIssuedCertificates, { query });
export const getCertificateRuleQuery = (id: number) =>
  freshQuery(contract.getCertificateRule, { params: { id } });

const invalidates = [contract.listCertificates, contract.getCertificate, contract.listIssuedCertificates];

export const useIssueCertificate = () => useContractMutation(contract.issueCertificate, { invalidates });
export const useIssueCertificates = () => useContractMutation(contract.issueCertificates, { invalidates });
export const useRevokeCertificate = () => useContractMutation(contract.revokeCertificate, { invalidates });
export const useRenewCertificate = () =>
  useContractMutation(contract.renewCertificate, {
    invalidates,
    errorTitle: 'The certificate wasn’t renewed',
  });
export const useRenameCertificate = () => useContractMutation(contract.renameCertificate, { invalidates });
export const useResendCertificate = () =>
  useContractMutation(contract.resendCertificate, { errorTitle: 'The certificate wasn’t sent' });
export const useSaveCertificateRule = () =>
  useContractMutation(contract.saveCertificateRule, { invalidates: [contract.getCertificateRule] });

/** Where the browser fetches the list as CSV. */
export const ISSUED_CSV = contract.exportIssuedCertificates.path;

export const certificatePdfUrl = (id: number, paper: 'letter' | 'a4'): string =>
  `${fillPath(contract.downloadCertificatePdf.path, { id })}?paper=${paper}`;

/** For posts on social networks: PNG, 1200 × 630. */
export const certificateCardUrl = (id: number): string =>
  fillPath(contract.downloadCertificateCard.path, { id });
