// Templates of certificates as other features use them: which one applies, and drawing a certificate with it as a
// page, a PDF or a picture.
import { buffer } from 'node:stream/consumers';
import type { AppContext } from '#server/context.ts';
import type { Db, DbOrTx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { placeOnCard } from '#server/integrations/images.ts';
import { renderPdfPages } from '#server/integrations/pdf-pages.ts';
import type {
  CertificateText,
  Paper,
  TemplateLayout,
} from '#shared/features/certificate-template/certificate-template.rules.ts';
import {
  type CertificateDrawing,
  drawTemplate,
} from '#shared/features/certificate-template/drawing.rules.ts';
import { drawQr } from '#shared/features/certificate-template/qr.rules.ts';
import { STARTER_TEMPLATES } from '#shared/features/certificate-template/starter-templates.ts';
import { AppError } from '#shared/errors.ts';
import { measureText } from '#server/integrations/pdf-fonts.ts';
import { renderCertificatePdf } from './certificate-pdf.ts';
import {
  findDefaultVersion,
  findNewestVersion,
  findVersion,
  insertStarter,
  insertVersion,
  listImages,
  type TemplateVersion,
} from './certificate-template.queries.ts';

/** A template that was deleted or renamed here stays so: its key is still taken. */
export async function ensureStarterTemplates(db: Db, now = new Date()): Promise<void> {
  for (const { key, name, layout } of STARTER_TEMPLATES) {
    await inTransaction(db, async (tx) => {
      const templateId = await insertStarter(tx, { key, name, layout, now });
      if (templateId) await insertVersion(tx, { templateId, version: 1, layout, publishedAt: now });
    });
  }
}

/** The version a certificate was issued with. */
export async function findTemplateVersion(db: DbOrTx, versionId: number): Promise<TemplateVersion | null> {
  return findVersion(db, { id: versionId });
}

/** What a new certificate is issued with. */
export async function newestTemplateVersion(db: DbOrTx, templateId: number): Promise<TemplateVersion | null> {
  return findNewestVersion(db, { templateId });
}

/** For courses whose instructor chose no template. */
export async function defaultTemplateVersion(db: DbOrTx): Promise<TemplateVersion> {
  const found = await findDefaultVersion(db);
  if (!found)
    throw new AppError('conflict', 'There is no certificate template. Ask an admin to restore one.');
  return found;
}

export type CertificateToDraw = {
  layout: TemplateLayout;
  text: CertificateText;
  /** The verification page, in the QR code. */
  url: string;
};

/** For the page on screen; `app/components/certificate` draws it. */
export async function drawCertificate(
  ctx: AppContext,
  { layout, text, url }: CertificateToDraw,
): Promise<CertificateDrawing> {
  const ids = layout.elements.flatMap((element) => (element.kind === 'image' ? [element.imageId] : []));
  const images = new Map((await listImages(ctx.db, { ids })).map((image) => [image.id, image]));
  return drawTemplate({
    layout,
    text,
    title: `${text.certification}: certificate of ${text.name}`,
    qr: drawQr(url),
    measure: measureText,
    imageUrl: (id) => {
      const image = images.get(id);
      return image ? imageUrl(image.storageKey) : null;
    },
  });
}

const IMAGES = '/images/certificate-templates/';
const FOLDER = 'certificate-templates/';
/** Unguessable, so that anyone who may see a certificate can load its pictures. */
export const imageUrl = (storageKey: string) => IMAGES + storageKey.slice(FOLDER.length);
export const imageStorageKey = (name: string) => FOLDER + name;

type PdfOptions = { paper: Paper; issuedAt: Date; author: string };

export async function drawCertificatePdf(
  ctx: AppContext,
  certificate: CertificateToDraw,
  { paper, issuedAt, author }: PdfOptions,
): Promise<Buffer> {
  const drawing = await drawCertificate(ctx, certificate);
  const images: Record<string, Uint8Array> = {};
  for (const element of drawing.elements) {
    if (element.kind !== 'image') continue;
    const stored = await ctx.storage.get(imageStorageKey(element.url.slice(IMAGES.length)));
    if (stored) images[element.url] = await buffer(stored.stream);
  }
  const { url } = certificate;
  return renderCertificatePdf({ drawing, paper, images, url, author, createdAt: issuedAt });
}

const CARD = { width: 1200, height: 630 };

/** The picture that social networks show with a link: PNG, 1200 × 630. */
export async function drawCertificateCard(
  ctx: AppContext,
  certificate: CertificateToDraw,
  options: Omit<PdfOptions, 'paper'>,
): Promise<Buffer> {
  const pdf = await drawCertificatePdf(ctx, certificate, { ...options, paper: certificate.layout.paper });
  const page = await renderPdfPages({ bytes: pdf, pages: 1, width: 1000 });
  const picture = page.isReadable ? page.pictures[0] : undefined;
  if (!picture) throw new Error('The certificate could not be drawn as a picture');
  return placeOnCard(picture.data, { ...CARD, background: '#F3E9DC' });
}
