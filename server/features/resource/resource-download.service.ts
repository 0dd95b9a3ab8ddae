// Downloads: links of five minutes, each for one person and one file; who may have the file is asked anew at each
// request, so a link is worth nothing without the entitlement, and nothing in another's hands.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/features/account/session.service.ts';
import { findLicensee } from '#server/features/entitlement/licensee.service.ts';
import { getStanding, type Standing } from '#server/features/entitlement/standing.service.ts';
import { recordAuditOnceEach } from '#server/features/site/audit.service.ts';
import { AppError } from '#shared/errors.ts';
import {
  countDownload,
  findFileToDownload,
  findSigningKey,
  insertSigningKey,
  listFilesToDownload,
} from './resource-download.queries.ts';
import { findStampedCopy } from './resource-stamp.service.ts';

const LINK_MINUTES = 5;
const PURPOSE = 'download';
/** A player asks for many parts of one file: that is one look at it. */
const AUDIT_EVERY_MS = 3_600_000;

export async function getDownloadLinks(ctx: AppContext, viewer: Viewer, resourceId: number) {
  requireAccess(await getStanding(ctx, viewer, { itemType: 'resource', itemId: resourceId }));
  const [files, key] = await Promise.all([listFilesToDownload(ctx.db, { resourceId }), getSigningKey(ctx)]);
  // Whole seconds: that is what the link itself says.
  const seconds = Math.floor(ctx.clock.now().getTime() / 1000) + LINK_MINUTES * 60;
  return {
    expiresAt: new Date(seconds * 1000).toISOString(),
    files: files.map((file) => ({
      ...file,
      url: `/api/downloads/${file.id}.${seconds}.${signatureOf(key, viewer, file.id, seconds)}`,
    })),
  };
}

/** The file behind a link. It counts as a download, once a day, when a buyer is sent its first bytes. */
export async function openDownload(ctx: AppContext, viewer: Viewer, token: string) {
  const fileId = await readLink(ctx, viewer, token);
  const file = await findFileToDownload(ctx.db, { id: fileId });
  if (!file) throw notALink();
  const { name, contentType, resourceId, storageKey } = file;
  const item = { itemType: 'resource', itemId: resourceId } as const;
  const standing = await getStanding(ctx, viewer, item);
  requireAccess(standing);
  const copy = isBuyer(standing)
    ? await findStampedCopy(ctx, viewer, file, await findLicensee(ctx, viewer, item))
    : null;
  return {
    name,
    contentType,
    bytes: copy?.bytes ?? file.bytes,
    etag: copy?.etag ?? `"${file.sha256}"`,
    async open(range: { start: number; end?: number }) {
      const opened = await (copy ? copy.open(range) : ctx.storage.get(storageKey, range));
      if (!opened) ctx.log.error({ fileId }, 'a file that was sold is not in storage');
      if (opened && isOfficer(standing)) {
        await recordAuditOnceEach(ctx, AUDIT_EVERY_MS, {
          actor: viewer,
          action: 'resource.download',
          subject: ['resource-file', fileId],
          userId: standing.ownerId,
          details: { resource: resourceId, file: name },
        });
      }
      if (opened && isBuyer(standing)) {
        const day = ctx.clock.now().toISOString().slice(0, 10);
        await countDownload(ctx.db, { resourceId, userId: viewer.id, day });
      }
      return opened;
    },
  };
}

/** Sellers and staff look at their work; only those it was made for are counted. */
function isBuyer({ isOwned, isMine }: Standing): boolean {
  return isOwned && !isMine;
}

/** Somebody else's file, opened for the work of reviewing it. */
function isOfficer({ isOwned, isMine, isStaff }: Standing): boolean {
  return isStaff && !isOwned && !isMine;
}

function requireAccess({ isOwned, isMine, isStaff, priceCents }: Standing): void {
  if (isOwned || isMine || isStaff) return;
  throw new AppError(
    'payment_required',
    priceCents === 0
      ? 'This resource is free, but not yours yet. Take it first, then download it.'
      : 'This resource is not yours yet. Buy it, then download it.',
  );
}

/** The number of the file a link is for, if it is whole, this person's and still young. */
async function readLink(ctx: AppContext, viewer: Viewer, token: string): Promise<number> {
  const [, file, seconds, signature = ''] = /^([1-9]\d{0,9})\.(\d{10})\.([\w-]{43})$/.exec(token) ?? [];
  if (!file || !seconds) throw notALink();
  const expected = signatureOf(await getSigningKey(ctx), viewer, Number(file), Number(seconds));
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) throw notALink();
  if (Number(seconds) * 1000 <= ctx.clock.now().getTime()) {
    throw new AppError(
      'gone',
      `This link has run out; each lasts ${LINK_MINUTES} minutes. Open the resource and press Download again.`,
    );
  }
  return Number(file);
}

function notALink(): AppError {
  return new AppError(
    'not_found',
    'This link leads nowhere, or was made for someone else. Open the resource and press Download again.',
  );
}

function signatureOf(key: Buffer, viewer: Viewer, fileId: number, seconds: number): string {
  return createHmac('sha256', key).update(`${viewer.id}.${fileId}.${seconds}`).digest('base64url');
}

/** In the database, so that every server knows it; made by whichever needs it first. */
async function getSigningKey(ctx: AppContext): Promise<Buffer> {
  const found = await findSigningKey(ctx.db, { purpose: PURPOSE });
  if (found) return found;
  await insertSigningKey(ctx.db, { purpose: PURPOSE, key: randomBytes(32) });
  const made = await findSigningKey(ctx.db, { purpose: PURPOSE });
  if (!made) throw new Error('The key of download links could not be kept.');
  return made;
}
