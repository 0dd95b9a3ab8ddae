// The template editor: drafts, versions, copies, archiving and pictures. Instructors work on their own templates,
// staff who manage courses also on the platform's.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { discardUpload, readUpload } from '#server/features/upload/upload.service.ts';
import { reencodeForPrint } from '#server/integrations/images.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import type { Download } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type {
  CertificateTemplate,
  TemplateImage,
} from '#shared/features/certificate-template/certificate-template.contract.ts';
import type {
  Paper,
  TemplateElement,
  TemplateLayout,
} from '#shared/features/certificate-template/certificate-template.rules.ts';
import { SAMPLE_TEXT } from '#shared/features/certificate-template/template-samples.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import { hasPermission } from '#shared/roles.ts';
import { insertVersion } from './certificate-template.queries.ts';
import { drawCertificatePdf, imageStorageKey, imageUrl } from './certificate-template.service.ts';
import {
  findTemplate,
  type ImageRow,
  insertImage,
  insertTemplate,
  listTemplateImages,
  listTemplates,
  listVersions,
  lockTemplate,
  type TemplateRow,
  updateArchivedAt,
  updateTemplate,
} from './template-editor.queries.ts';

/** A role that owes its second factor gives nothing without it. */
const isManager = (viewer: Viewer) => !viewer.needsTwoFactor && hasPermission(viewer.roles, 'courses.manage');
const isDesigner = (viewer: Viewer) => isManager(viewer) || viewer.roles.includes('instructor');
const canEdit = (viewer: Viewer, { ownerId }: TemplateRow) =>
  ownerId === null ? isManager(viewer) : ownerId === viewer.id;

const noSuchTemplate = () => new AppError('not_found', 'This template doesn’t exist, or it isn’t yours.');

async function getVisible(ctx: AppContext, viewer: Viewer, id: number): Promise<TemplateRow> {
  const row = isDesigner(viewer) ? await findTemplate(ctx.db, { id, userId: viewer.id }) : null;
  if (!row) throw noSuchTemplate();
  return row;
}

async function lockEditable(tx: Tx, viewer: Viewer, id: number): Promise<TemplateRow> {
  const row = isDesigner(viewer) ? await lockTemplate(tx, { id, userId: viewer.id }) : null;
  if (!row || !canEdit(viewer, row)) throw noSuchTemplate();
  return row;
}

const summaryOf = (viewer: Viewer, row: TemplateRow) => ({
  id: row.id,
  name: row.name,
  isPlatform: row.ownerId === null,
  canEdit: canEdit(viewer, row),
  isArchived: row.archivedAt !== null,
  version: row.version,
  hasUnpublishedChanges: !row.isPublished,
  courseCount: row.courseCount,
  certificateCount: row.certificateCount,
  updatedAt: row.updatedAt.toISOString(),
});

const imageOf = ({ id, storageKey, width, height }: ImageRow): TemplateImage => ({
  id,
  url: imageUrl(storageKey),
  width,
  height,
});

export async function listCertificateTemplates(ctx: AppContext, viewer: Viewer) {
  if (!isDesigner(viewer)) throw new AppError('forbidden', 'Only instructors can design certificates.');
  const rows = await listTemplates(ctx.db, { userId: viewer.id });
  return Promise.all(
    rows.map(async (row) => ({
      ...summaryOf(viewer, row),
      layout: row.draft,
      images: (await listTemplateImages(ctx.db, { templateId: row.id })).map(imageOf),
    })),
  );
}

export async function getCertificateTemplate(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<CertificateTemplate> {
  const row = await getVisible(ctx, viewer, id);
  const versions = await listVersions(ctx.db, { templateId: id });
  return {
    ...summaryOf(viewer, row),
    revision: row.draftRevision,
    draft: row.draft,
    images: (await listTemplateImages(ctx.db, { templateId: id })).map(imageOf),
    versions: versions.map(({ version, publishedAt }) => ({
      version,
      publishedAt: publishedAt.toISOString(),
    })),
  };
}

type Update = {
  id: number;
  revision: number;
  name?: string | undefined;
  draft?: TemplateLayout | undefined;
};

export async function updateCertificateTemplate(
  ctx: AppContext,
  viewer: Viewer,
  { id, revision, name, draft }: Update,
): Promise<CertificateTemplate> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockEditable(tx, viewer, id);
    if (draft) await requireOwnImages(tx, id, draft);
    const now = ctx.clock.now();
    if (!(await updateTemplate(tx, { id, revision, changes: { name, draft }, now })))
      throw changedElsewhere();
    if (name !== undefined && name !== before.name) {
      await recordChange(ctx, tx, viewer, {
        template: before,
        action: 'certificate-template.rename',
        details: { name },
      });
    }
  });
  return getCertificateTemplate(ctx, viewer, id);
}

function changedElsewhere(): AppError {
  return new AppError(
    'conflict',
    'This template was changed elsewhere, perhaps in another tab. Reload the page, then make your change.',
  );
}

/** Pictures of another template may be someone else's signature. */
async function requireOwnImages(tx: Tx, templateId: number, { elements }: TemplateLayout): Promise<void> {
  const own = new Set((await listTemplateImages(tx, { templateId })).map(({ id }) => id));
  if (elements.some((element) => element.kind === 'image' && !own.has(element.imageId))) {
    throw new AppError(
      'unprocessable',
      'A picture on the page doesn’t belong to this template. Upload it again.',
    );
  }
}

export async function publishCertificateTemplate(
  ctx: AppContext,
  viewer: Viewer,
  { id, revision }: { id: number; revision: number },
): Promise<CertificateTemplate> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockEditable(tx, viewer, id);
    if (row.draftRevision !== revision) throw changedElsewhere();
    if (row.isPublished) return;
    requireUsable(row.draft);
    const version = row.version + 1;
    await insertVersion(tx, {
      templateId: id,
      version,
      layout: row.draft,
      publishedAt: ctx.clock.now(),
      publishedBy: viewer.id,
    });
    await recordChange(ctx, tx, viewer, {
      template: row,
      action: 'certificate-template.publish',
      details: { version },
    });
  });
  return getCertificateTemplate(ctx, viewer, id);
}

/** Without these, nobody can tell whose certificate it is or check it. */
function requireUsable({ elements }: TemplateLayout): void {
  const shown = elements.filter(({ isHidden }) => !isHidden);
  const has = (placeholder: string) =>
    shown.some((element) => element.kind === 'text' && element.text.includes(placeholder));
  if (!has('{name}')) {
    throw new AppError('unprocessable', 'Put the learner’s name on the page first.');
  }
  if (!shown.some(({ kind }) => kind === 'qr') && !has('{number}')) {
    throw new AppError(
      'unprocessable',
      'Put the QR code or the number on the page, so that it can be verified.',
    );
  }
}

export async function duplicateCertificateTemplate(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<CertificateTemplate> {
  const source = await getVisible(ctx, viewer, id);
  const images = await listTemplateImages(ctx.db, { templateId: id });
  // Bytes first: a copy that fails half-way leaves files nobody sees, never a page without its pictures.
  const copies: { from: ImageRow; storageKey: string }[] = [];
  for (const from of images) {
    const stored = await ctx.storage.get(from.storageKey);
    if (!stored) continue;
    const storageKey = newImageKey(from.contentType);
    await ctx.storage.put(storageKey, stored.stream, { contentType: from.contentType });
    copies.push({ from, storageKey });
  }
  const now = ctx.clock.now();
  const copyId = await inTransaction(ctx.db, async (tx) => {
    const name = `${source.name} (copy)`.slice(0, 100);
    const templateId = await insertTemplate(tx, { ownerId: viewer.id, name, draft: source.draft, now });
    const ids = new Map<number, number>();
    for (const { from, storageKey } of copies) {
      const { contentType, width, height } = from;
      const image = { templateId, storageKey, contentType, width, height, createdAt: now };
      ids.set(from.id, await insertImage(tx, image));
    }
    const elements = source.draft.elements.flatMap<TemplateElement>((element) => {
      if (element.kind !== 'image') return [element];
      const imageId = ids.get(element.imageId);
      return imageId ? [{ ...element, imageId }] : [];
    });
    if (images.length > 0) {
      const changes = { draft: { ...source.draft, elements } };
      await updateTemplate(tx, { id: templateId, revision: 1, changes, now });
    }
    return templateId;
  });
  return getCertificateTemplate(ctx, viewer, copyId);
}

export async function archiveCertificateTemplate(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockEditable(tx, viewer, id);
    if (row.archivedAt) return;
    if (row.ownerId === null && !(await hasAnotherPlatformTemplate(tx, viewer, id))) {
      throw new AppError('conflict', 'This is the last template of the platform. Publish another one first.');
    }
    await updateArchivedAt(tx, { id, archivedAt: ctx.clock.now() });
    await recordChange(ctx, tx, viewer, { template: row, action: 'certificate-template.archive' });
  });
}

/** Courses whose instructor chose no template need one. */
async function hasAnotherPlatformTemplate(tx: Tx, viewer: Viewer, id: number): Promise<boolean> {
  const rows = await listTemplates(tx, { userId: viewer.id });
  return rows.some((row) => row.ownerId === null && row.id !== id && !row.archivedAt && row.version > 0);
}

export async function restoreCertificateTemplate(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockEditable(tx, viewer, id);
    if (!row.archivedAt) return;
    await updateArchivedAt(tx, { id, archivedAt: null });
    await recordChange(ctx, tx, viewer, { template: row, action: 'certificate-template.restore' });
  });
}

type TemplateChange = { template: TemplateRow; action: AuditAction; details?: Record<string, unknown> };

/** What people do with their own templates is theirs; the platform's are on record. */
async function recordChange(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  { template, action, details = {} }: TemplateChange,
): Promise<void> {
  const { id, name, ownerId } = template;
  if (ownerId !== null) return;
  const subject: [string, number] = ['certificate-template', id];
  await recordAudit(ctx, tx, { actor: viewer, action, subject, details: { template: name, ...details } });
}

const MAX_IMAGES = 20;
const MAX_IMAGE_BYTES = 15 * 1024 * 1024;
const newImageKey = (contentType: string) =>
  imageStorageKey(`${randomBytes(16).toString('hex')}.${contentType === 'image/png' ? 'png' : 'jpg'}`);

export async function addTemplateImage(
  ctx: AppContext,
  viewer: Viewer,
  { id, uploadId }: { id: number; uploadId: string },
): Promise<TemplateImage> {
  const row = await getVisible(ctx, viewer, id);
  if (!canEdit(viewer, row)) throw noSuchTemplate();
  const { bytes, name, content } = await readUpload(ctx, viewer, { uploadId, maxBytes: MAX_IMAGE_BYTES });
  if (bytes > MAX_IMAGE_BYTES) {
    throw new AppError('unprocessable', `${name} is larger than 15 MB. Choose a smaller picture.`);
  }
  const { data, contentType, width, height } = await reencodeForPrint(content);
  const storageKey = newImageKey(contentType);
  await ctx.storage.put(storageKey, data, { contentType });
  const imageId = await inTransaction(ctx.db, async (tx) => {
    await lockEditable(tx, viewer, id);
    if ((await listTemplateImages(tx, { templateId: id })).length >= MAX_IMAGES) {
      throw new AppError('unprocessable', `A template can have up to ${MAX_IMAGES} pictures.`);
    }
    const image = { templateId: id, storageKey, contentType, width, height, createdAt: ctx.clock.now() };
    return insertImage(tx, image);
  });
  await discardUpload(ctx, { id: uploadId, userId: viewer.id });
  return { id: imageId, url: imageUrl(storageKey), width, height };
}

export async function getTemplateTestPage(
  ctx: AppContext,
  viewer: Viewer,
  { id, paper }: { id: number; paper?: Paper | undefined },
): Promise<Download> {
  const { draft, name } = await getVisible(ctx, viewer, id);
  const { siteName } = await getSettings(ctx);
  const pdf = await drawCertificatePdf(
    ctx,
    { layout: draft, text: SAMPLE_TEXT, url: `${ctx.config.publicUrl}/verify` },
    { paper: paper ?? draft.paper, issuedAt: ctx.clock.now(), author: siteName },
  );
  const file = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
  return { content: Readable.from([pdf]), fileName: `${file}-test.pdf` };
}
