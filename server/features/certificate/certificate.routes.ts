// Binds certificates.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/certificate/certificate.contract.ts';
import {
  exportIssuedCertificates,
  getCertificateRule,
  issueCertificate,
  issueCertificates,
  listIssuedCertificates,
  renameCertificate,
  resendCertificate,
  revokeCertificate,
  saveCertificateRule,
} from './certificate-management.service.ts';
import {
  downloadCertificateCard,
  downloadCertificatePdf,
  getCertificate,
  listCertificates,
  renewCertificate,
  verifyCertificate,
} from './certificate.service.ts';

export function registerCertificateRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listCertificates, ({ viewer }) => listCertificates(ctx, viewer));
  bindContract(app, ctx, contract.getCertificate, ({ viewer, params }) =>
    getCertificate(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.downloadCertificatePdf, ({ viewer, params, query }) =>
    downloadCertificatePdf(ctx, viewer, { ...params, ...query }),
  );
  bindContract(app, ctx, contract.downloadCertificateCard, ({ viewer, params }) =>
    downloadCertificateCard(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.verifyCertificate, ({ params }) => verifyCertificate(ctx, params.code));
  bindContract(app, ctx, contract.issueCertificate, ({ viewer, body }) =>
    issueCertificate(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.issueCertificates, ({ viewer, params, body }) =>
    issueCertificates(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.revokeCertificate, ({ viewer, params, body }) =>
    revokeCertificate(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.renewCertificate, ({ viewer, params }) =>
    renewCertificate(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.renameCertificate, ({ viewer, params, body }) =>
    renameCertificate(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.resendCertificate, ({ viewer, params }) =>
    resendCertificate(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.listIssuedCertificates, ({ viewer, query }) =>
    listIssuedCertificates(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.exportIssuedCertificates, ({ viewer, query }) =>
    exportIssuedCertificates(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.getCertificateRule, ({ viewer, params }) =>
    getCertificateRule(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.saveCertificateRule, ({ viewer, params, body }) =>
    saveCertificateRule(ctx, viewer, { ...params, ...body }),
  );
}
