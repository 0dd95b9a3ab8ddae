// Binds the template editor, and serves the pictures of templates.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { AppError } from '#shared/errors.ts';
import * as contract from '#shared/features/certificate-template/certificate-template.contract.ts';
import { imageStorageKey } from './certificate-template.service.ts';
import * as editor from './template-editor.service.ts';

export function registerCertificateTemplateRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listCertificateTemplates, ({ viewer }) =>
    editor.listCertificateTemplates(ctx, viewer),
  );
  bindContract(app, ctx, contract.getCertificateTemplate, ({ viewer, params }) =>
    editor.getCertificateTemplate(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.updateCertificateTemplate, ({ viewer, params, body }) =>
    editor.updateCertificateTemplate(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.publishCertificateTemplate, ({ viewer, params, body }) =>
    editor.publishCertificateTemplate(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.duplicateCertificateTemplate, ({ viewer, params }) =>
    editor.duplicateCertificateTemplate(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.archiveCertificateTemplate, ({ viewer, params }) =>
    editor.archiveCertificateTemplate(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.restoreCertificateTemplate, ({ viewer, params }) =>
    editor.restoreCertificateTemplate(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.addTemplateImage, ({ viewer, params, body }) =>
    editor.addTemplateImage(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.getTemplateTestPage, ({ viewer, params, query }) =>
    editor.getTemplateTestPage(ctx, viewer, { ...query, ...params }),
  );
  registerImages(app, ctx);
}

const IMAGE_FILE = /^[0-9a-f]{32}\.(png|jpg)$/;

/** Certificates are shown to anyone who verifies them. The names can't be guessed, and what one names never changes. */
function registerImages(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: { file: string } }>(
    '/images/certificate-templates/:file',
    { config: { access: 'public' as const }, schema: { hide: true } },
    async ({ params: { file } }, reply) => {
      const stored = IMAGE_FILE.test(file) ? await ctx.storage.get(imageStorageKey(file)) : null;
      if (!stored) throw new AppError('not_found', 'This picture doesn’t exist.');
      return reply
        .headers({
          'content-type': file.endsWith('.png') ? 'image/png' : 'image/jpeg',
          'content-length': stored.bytes,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .send(stored.stream);
    },
  );
}
