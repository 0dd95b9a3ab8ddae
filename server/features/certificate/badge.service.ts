// Certificates as Open Badges 3.0: W3C verifiable credentials that anyone can check without asking us, except for our
// keys and the list of those revoked. Drawn up and signed on demand from the certificate's row.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import type { ContractParsed, Download } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/certificate/badge.contract.ts';
import { formatCode } from '#shared/features/certificate/certificate.rules.ts';
import { quoteAtEnd } from '#shared/quote.ts';
import { bakeBadge, drawBadge } from './badge-image.ts';
import { issuerId, signAsIssuer } from './badge-key.service.ts';
import { CREDENTIALS_CONTEXT, toSeconds } from './badge-proof.ts';
import { statusEntryOf } from './badge-status.service.ts';
import { findAchievement, hasCertificates } from './badge.queries.ts';
import type { CertificateRow } from './certificate.queries.ts';
import { requireCertificate, verifyUrlOf } from './certificate.service.ts';

const OPEN_BADGES = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';
/** Defines the type of the schema. */
const OPEN_BADGES_EXTENSIONS = 'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json';
const SCHEMA =
  'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json';

type Achievement = NonNullable<Awaited<ReturnType<typeof findAchievement>>>;

const achievementUrl = (ctx: AppContext, courseId: number) =>
  `${ctx.config.publicUrl}/badges/achievements/${courseId}`;

function toAchievement(ctx: AppContext, achievement: Achievement) {
  const { courseId, courseTitle, tagline, kind, creditHours } = achievement;
  const id = achievementUrl(ctx, courseId);
  return {
    id,
    type: ['Achievement'],
    achievementType: kind === 'certification' ? 'Certification' : 'Course',
    name: courseTitle,
    description: tagline || `The certificate of ${quoteAtEnd(courseTitle)}`,
    criteria: { narrative: criteriaOf(achievement) },
    ...(creditHours !== null && { creditsAvailable: creditHours }),
    image: { id: `${id}/image`, type: 'Image', caption: `Badge of “${courseTitle}”` },
  };
}

function criteriaOf({ courseTitle, moduleCount, requiredHours }: Achievement): string {
  const modules = moduleCount === 1 ? 'the module' : `all ${moduleCount} modules`;
  const hours = requiredHours ? `, and collect ${requiredHours} credit hours` : '';
  return `Complete ${modules} of “${courseTitle}”, with every quiz, assignment and assessment in it${hours}.`;
}

async function requireAchievement(ctx: AppContext, courseId: number): Promise<Achievement> {
  const found = await findAchievement(ctx.db, { courseId });
  if (!found) throw new AppError('not_found', 'This badge doesn’t exist.');
  return found;
}

/** For everyone, as soon as someone holds a certificate of the course. */
async function requirePublicAchievement(ctx: AppContext, courseId: number): Promise<Achievement> {
  if (!(await hasCertificates(ctx.db, { courseId }))) {
    throw new AppError('not_found', 'This badge doesn’t exist.');
  }
  return requireAchievement(ctx, courseId);
}

export async function getAchievement(ctx: AppContext, courseId: number) {
  const achievement = await requirePublicAchievement(ctx, courseId);
  return { '@context': [OPEN_BADGES], ...toAchievement(ctx, achievement) };
}

/** The badge without a credential in it. */
export async function getAchievementImage(ctx: AppContext, courseId: number): Promise<Buffer> {
  const { courseTitle } = await requirePublicAchievement(ctx, courseId);
  return drawBadge({ title: courseTitle, issuer: (await getSettings(ctx)).siteName });
}

type DownloadInput = { id: number } & ContractParsed<typeof contract.downloadBadge>['query'];

export async function downloadBadge(
  ctx: AppContext,
  viewer: Viewer,
  { id, format }: DownloadInput,
): Promise<Download> {
  const row = await requireCertificate(ctx, viewer, id);
  if (row.revokedAt) throw new AppError('conflict', 'This certificate was revoked. It has no badge anymore.');
  const { courseTitle, moduleCount, creditHours } = row;
  // As printed, whatever the course is called today.
  const achievement = {
    ...(await requireAchievement(ctx, row.courseId)),
    courseTitle,
    moduleCount,
    creditHours,
  };
  const { siteName: issuer } = await getSettings(ctx);
  const json = JSON.stringify(await createCredential(ctx, { row, achievement, issuer }), null, 2);
  const name = `${formatCode(row.code)}-badge`;
  if (format === 'json') return { content: inOnePiece(json), fileName: `${name}.json` };
  const content = inOnePiece(bakeBadge(await drawBadge({ title: courseTitle, issuer }), json));
  return { content, fileName: `${name}.png`, contentType: 'image/png' };
}

async function* inOnePiece<T>(content: T): AsyncGenerator<T> {
  yield content;
}

async function createCredential(
  ctx: AppContext,
  { row, achievement, issuer }: { row: CertificateRow; achievement: Achievement; issuer: string },
) {
  return signAsIssuer(ctx, {
    '@context': [CREDENTIALS_CONTEXT, OPEN_BADGES, OPEN_BADGES_EXTENSIONS],
    // A corrected name makes another credential. Its address shows the certificate.
    id: `${verifyUrlOf(ctx, row.code)}#badge-${row.version}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: row.courseTitle,
    issuer: { id: issuerId(ctx), type: ['Profile'], name: issuer, url: ctx.config.publicUrl },
    validFrom: toSeconds(row.issuedAt),
    ...(row.expiresAt && { validUntil: toSeconds(row.expiresAt) }),
    credentialSubject: {
      type: ['AchievementSubject'],
      // The name on the certificate, readable. An email address would tell its readers more than they need.
      identifier: [
        { type: 'IdentityObject', hashed: false, identityHash: row.holderName, identityType: 'name' },
      ],
      achievement: toAchievement(ctx, achievement),
    },
    credentialStatus: statusEntryOf(ctx, row.id),
    credentialSchema: [{ id: SCHEMA, type: '1EdTechJsonSchemaValidator2019' }],
  });
}
