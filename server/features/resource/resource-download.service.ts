// Downloads: signed links that last five minutes, each for one file and one user or guest order. Access is checked again
// on every request, so a link is useless without the entitlement, and useless to anyone else.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import {
  findLicensee,
  type Licensee,
  getItemAccess,
  type ItemAccess,
} from '#server/features/entitlement/item-access.service.ts';
import { recordAuditAtMostEvery } from '#server/platform/audit.service.ts';
import { getSigningKey } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import { countDownload, findFileToDownload, listFilesToDownload } from './resource-download.queries.ts';
import { findStampedCopy, type Copy } from './resource-stamp.service.ts';

const LINK_MINUTES = 5;
const PURPOSE = 'download';
/** A media player requests many ranges of one file; they count as one access. */
const AUDIT_EVERY_MS = 3_600_000;

/** Who downloads: a user, or a guest with an order key. */
export type DownloadHolder = { userId: number; orderId: null } | { userId: null; orderId: number };

const holderOf = (viewer: Viewer): DownloadHolder => ({ userId: viewer.id, orderId: null });

export async function getResourceDownloads(ctx: AppContext, viewer: Viewer, resourceId: number) {
  requireAccess(await getItemAccess(ctx, viewer, { itemType: 'resource', itemId: resourceId }));
  const { expiresAt, files } = await createDownloadLinks(ctx, holderOf(viewer), [resourceId]);
  return { expiresAt, files: files.map(({ resourceId: _resource, ...file }) => file) };
}

/** Links to all files of these resources. Access is checked again when a link is opened. */
export async function createDownloadLinks(
  ctx: AppContext,
  holder: DownloadHolder,
  resourceIds: readonly number[],
) {
  const [files, key] = await Promise.all([
    listFilesToDownload(ctx.db, { resourceIds }),
    getSigningKey(ctx, PURPOSE),
  ]);
  // The link carries whole seconds.
  const seconds = Math.floor(ctx.clock.now().getTime() / 1000) + LINK_MINUTES * 60;
  const path = holder.orderId === null ? '/api/downloads' : `/api/orders/${holder.orderId}/downloads`;
  return {
    expiresAt: new Date(seconds * 1000).toISOString(),
    files: files.map((file) => ({
      ...file,
      url: `${path}/${file.id}.${seconds}.${signatureOf(key, holder, file.id, seconds)}`,
    })),
  };
}

type StoredFile = NonNullable<Awaited<ReturnType<typeof findFileToDownload>>>;

/** The file behind a link. Counts as a download once a day, when a buyer receives the first bytes. */
export async function openDownload(ctx: AppContext, viewer: Viewer, token: string) {
  const holder = holderOf(viewer);
  const file = await readLink(ctx, holder, token, 'Open the resource and select Download again.');
  const item = { itemType: 'resource', itemId: file.resourceId } as const;
  const access = await getItemAccess(ctx, viewer, item);
  requireAccess(access);
  if (isBuyer(access)) {
    return openCopy(ctx, file, { ...holder, email: viewer.email }, await findLicensee(ctx, viewer, item));
  }
  return describeDownload(ctx, file, null, async () => {
    if (!isOfficer(access)) return;
    await recordAuditAtMostEvery(ctx, AUDIT_EVERY_MS, {
      actor: viewer,
      action: 'resource.download',
      subject: ['resource-file', file.id],
      userId: access.ownerId,
      details: { resource: file.resourceId, file: file.name },
    });
  });
}

/** The same for a guest: `admit` returns the licensee of the order, or throws. */
export async function openOrderDownload(
  ctx: AppContext,
  { orderId, token }: { orderId: number; token: string },
  admit: (resourceId: number) => Promise<{ email: string; licensee: Licensee }>,
) {
  const holder = { userId: null, orderId };
  const file = await readLink(ctx, holder, token, 'Open your order and select Download again.');
  const { email, licensee } = await admit(file.resourceId);
  return openCopy(ctx, file, { ...holder, email }, licensee);
}

/** A buyer's copy: stamped if it is a PDF, and counted. */
async function openCopy(
  ctx: AppContext,
  file: StoredFile,
  { email, ...holder }: DownloadHolder & { email: string },
  licensee: Licensee | null,
) {
  const copy = await findStampedCopy(ctx, { ...holder, email }, file, licensee);
  return describeDownload(ctx, file, copy, async () => {
    const day = ctx.clock.now().toISOString().slice(0, 10);
    await countDownload(ctx.db, { resourceId: file.resourceId, ...holder, day });
  });
}

function describeDownload(
  ctx: AppContext,
  { id, name, contentType, bytes, sha256, storageKey }: StoredFile,
  copy: Copy | null,
  onOpened: () => Promise<void>,
) {
  return {
    name,
    contentType,
    bytes: copy?.bytes ?? bytes,
    etag: copy?.etag ?? `"${sha256}"`,
    async open(range: { start: number; end?: number }) {
      const opened = await (copy ? copy.open(range) : ctx.storage.get(storageKey, range));
      if (opened) await onOpened();
      else ctx.log.error({ fileId: id }, 'a purchased file is missing in storage');
      return opened;
    },
  };
}

/** Downloads by sellers and staff aren't counted. */
function isBuyer({ isOwned, isMine }: ItemAccess): boolean {
  return isOwned && !isMine;
}

/** Staff opening someone else's file for review. */
function isOfficer({ isOwned, isMine, isStaff }: ItemAccess): boolean {
  return isStaff && !isOwned && !isMine;
}

function requireAccess({ isOwned, isMine, isStaff, priceCents }: ItemAccess): void {
  if (isOwned || isMine || isStaff) return;
  throw new AppError(
    'payment_required',
    priceCents === 0
      ? 'This resource is free. Get it first, then download it.'
      : 'Buy this resource to download it.',
  );
}

/** The file a link points to, if the signature matches this holder and the link hasn't expired. */
async function readLink(
  ctx: AppContext,
  holder: DownloadHolder,
  token: string,
  advice: string,
): Promise<StoredFile> {
  const notALink = () =>
    new AppError('not_found', `This link is not valid, or it belongs to someone else. ${advice}`);
  const [, id, seconds, signature = ''] = /^([1-9]\d{0,9})\.(\d{10})\.([\w-]{43})$/.exec(token) ?? [];
  if (!id || !seconds) throw notALink();
  const expected = signatureOf(await getSigningKey(ctx, PURPOSE), holder, Number(id), Number(seconds));
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) throw notALink();
  if (Number(seconds) * 1000 <= ctx.clock.now().getTime()) {
    throw new AppError('gone', `This link has expired; links last ${LINK_MINUTES} minutes. ${advice}`);
  }
  const file = await findFileToDownload(ctx.db, { id: Number(id) });
  if (!file) throw notALink();
  return file;
}

function signatureOf(
  key: Buffer,
  { userId, orderId }: DownloadHolder,
  fileId: number,
  seconds: number,
): string {
  const whose = orderId === null ? `${userId}` : `order ${orderId}`;
  return createHmac('sha256', key).update(`${whose}.${fileId}.${seconds}`).digest('base64url');
}
