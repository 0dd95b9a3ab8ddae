// The keys that sign badges, and the document that publishes them. Keys are in the database, so that all servers sign
// with the same one and backups contain them.
import { generateKeyPairSync } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { JsonLdDocument } from '#server/integrations/json-ld.ts';
import { AppError } from '#shared/errors.ts';
import type { BadgeKeys } from '#shared/features/certificate/badge.contract.ts';
import { signCredential, toMultikey } from './badge-proof.ts';
import {
  type BadgeKey,
  findSigningBadgeKey,
  insertBadgeKey,
  listPublicBadgeKeys,
  retireBadgeKey,
} from './badge.queries.ts';

/** `did:web:releve.example`: verifiers find the keys at /.well-known/did.json of that domain. */
export const issuerId = (ctx: AppContext): string =>
  `did:web:${encodeURIComponent(new URL(ctx.config.publicUrl).host)}`;

const keyUrl = (ctx: AppContext, { id }: { id: string }): string => `${issuerId(ctx)}#${id}`;

function createKey(): BadgeKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    id: toMultikey(publicKey),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
}

/** Creates the first one. If several processes do so at once, all of them use the one that was stored. */
async function getSigningBadgeKey(ctx: AppContext): Promise<BadgeKey> {
  const found = await findSigningBadgeKey(ctx.db);
  if (found) return found;
  await insertBadgeKey(ctx.db, { ...createKey(), now: ctx.clock.now() });
  const created = await findSigningBadgeKey(ctx.db);
  if (!created) throw new Error('The key that signs badges could not be stored.');
  return created;
}

export async function signAsIssuer<T extends JsonLdDocument>(ctx: AppContext, credential: T) {
  const key = await getSigningBadgeKey(ctx);
  const { privateKey } = key;
  return signCredential(credential, { privateKey, keyUrl: keyUrl(ctx, key), now: ctx.clock.now() });
}

export async function listBadgeKeys(ctx: AppContext): Promise<BadgeKeys> {
  const keys = await listPublicBadgeKeys(ctx.db);
  const current = keys.find(({ retiredAt }) => !retiredAt);
  return {
    issuer: issuerId(ctx),
    current: current ? { id: current.id, createdAt: current.createdAt.toISOString() } : null,
    retired: keys.flatMap(({ id, createdAt, retiredAt }) =>
      retiredAt ? [{ id, createdAt: createdAt.toISOString(), retiredAt: retiredAt.toISOString() }] : [],
    ),
  };
}

/** The new key signs from now on. The old one can't anymore, but stays published. */
export async function rotateBadgeKey(
  ctx: AppContext,
  viewer: Viewer,
  { current }: { current: string | null },
): Promise<BadgeKeys> {
  const now = ctx.clock.now();
  const key = createKey();
  await inTransaction(ctx.db, async (tx) => {
    if (current !== null && !(await retireBadgeKey(tx, { id: current, now }))) throw wasReplaced();
    await insertBadgeKey(tx, { ...key, now });
    const signing = await findSigningBadgeKey(tx);
    if (signing?.id !== key.id) throw wasReplaced();
    const details = { before: current, after: key.id };
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'badge.rotate',
      subject: ['badge-key', key.id],
      details,
    });
  });
  return listBadgeKeys(ctx);
}

const wasReplaced = () =>
  new AppError('conflict', 'Someone else has just replaced this key. Reload the page to see the new one.');

/** The issuer's DID document: every key that ever signed. */
export async function getIssuerDocument(ctx: AppContext) {
  await getSigningBadgeKey(ctx);
  const keys = await listPublicBadgeKeys(ctx.db);
  const controller = issuerId(ctx);
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: controller,
    alsoKnownAs: [ctx.config.publicUrl],
    verificationMethod: keys.map((key) => ({
      id: keyUrl(ctx, key),
      type: 'Multikey',
      controller,
      publicKeyMultibase: key.id,
    })),
    assertionMethod: keys.map((key) => keyUrl(ctx, key)),
  };
}
