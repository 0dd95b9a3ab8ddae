// Signs credentials as the W3C cryptosuite eddsa-rdfc-2022 describes, with Ed25519.
import { createHash, type KeyObject, sign } from 'node:crypto';
import { canonize, type JsonLdDocument } from '#server/integrations/json-ld.ts';

export const CREDENTIALS_CONTEXT = 'https://www.w3.org/ns/credentials/v2';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Multibase, base58btc: how Multikeys and proofs of this suite are written. */
export function toMultibase(bytes: Buffer): string {
  let digits = '';
  for (let rest = BigInt(`0x0${bytes.toString('hex')}`); rest > 0n; rest /= 58n) {
    digits = `${BASE58[Number(rest % 58n)]}${digits}`;
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return `z${'1'.repeat(zeros === -1 ? bytes.length : zeros)}${digits}`;
}

/** The key's 32 bytes behind the two that stand for Ed25519. */
export function toMultikey(publicKey: KeyObject): string {
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return toMultibase(Buffer.concat([Buffer.from([0xed, 0x01]), Buffer.from(x, 'base64url')]));
}

export type Proof = {
  type: 'DataIntegrityProof';
  cryptosuite: 'eddsa-rdfc-2022';
  created: string;
  verificationMethod: string;
  proofPurpose: 'assertionMethod';
  proofValue: string;
};

export type Signed<T extends JsonLdDocument> = T & { proof: Proof };

export async function signCredential<T extends JsonLdDocument>(
  credential: T,
  { privateKey, keyUrl, now }: { privateKey: string; keyUrl: string; now: Date },
): Promise<Signed<T>> {
  const options = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created: toSeconds(now),
    verificationMethod: keyUrl,
    proofPurpose: 'assertionMethod',
  } as const;
  const hashes = await Promise.all(
    [{ '@context': credential['@context'], ...options }, credential].map(async (document) =>
      createHash('sha256')
        .update(await canonize(document))
        .digest(),
    ),
  );
  const proofValue = toMultibase(sign(null, Buffer.concat(hashes), privateKey));
  return { ...credential, proof: { ...options, proofValue } };
}

/** `2026-11-18T09:50:24Z`: some verifiers don't read fractions of a second. */
export const toSeconds = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z');
