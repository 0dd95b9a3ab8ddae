// Which badges were revoked: one bit per certificate, published as a signed list that verifiers fetch. It says nothing
// about who holds them. Expired badges aren't in it: they say themselves how long they are valid.
import { gzipSync } from 'node:zlib';
import type { AppContext } from '#server/context.ts';
import { AppError } from '#shared/errors.ts';
import { issuerId, signAsIssuer } from './badge-key.service.ts';
import { CREDENTIALS_CONTEXT, toSeconds } from './badge-proof.ts';
import { hasCertificateFrom, listRevokedIds } from './badge.queries.ts';

/** The least a list may have: among so many, we don't learn which badge a verifier checks. */
const LIST_SIZE = 131_072;

const listUrl = (ctx: AppContext, list: number) => `${ctx.config.publicUrl}/badges/status/${list}`;

/** A certificate's bit never moves: the first list has those with ids up to 131,071, the second the next ones. */
export function statusEntryOf(ctx: AppContext, certificateId: number) {
  const url = listUrl(ctx, Math.floor(certificateId / LIST_SIZE) + 1);
  const index = String(certificateId % LIST_SIZE);
  return {
    id: `${url}#${index}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: index,
    statusListCredential: url,
  };
}

export async function getStatusList(ctx: AppContext, list: number) {
  const from = (list - 1) * LIST_SIZE;
  if (list > 1 && !(await hasCertificateFrom(ctx.db, { id: from }))) {
    throw new AppError('not_found', 'There is no such list of badges.');
  }
  const bits = Buffer.alloc(LIST_SIZE / 8);
  for (const id of await listRevokedIds(ctx.db, { from, to: from + LIST_SIZE })) {
    const index = id - from;
    // The first entry is the leftmost bit.
    bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7));
  }
  const id = listUrl(ctx, list);
  const now = ctx.clock.now();
  return signAsIssuer(ctx, {
    '@context': [CREDENTIALS_CONTEXT],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: issuerId(ctx),
    // Nobody can pass off yesterday's list as today's.
    validFrom: toSeconds(now),
    validUntil: toSeconds(new Date(now.getTime() + LIST_LIFETIME_MS)),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: `u${gzipSync(bits).toString('base64url')}`,
    },
  });
}

const LIST_LIFETIME_MS = 24 * 60 * 60 * 1000;
