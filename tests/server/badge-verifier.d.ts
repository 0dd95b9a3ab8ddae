// The parts of the verifier that tests use; the packages ship no types.
declare module '@digitalbazaar/vc' {
  export function verifyCredential(options: {
    credential: unknown;
    suite: unknown;
    documentLoader: (url: string) => Promise<unknown>;
    checkStatus: (options: { credential: unknown }) => Promise<unknown>;
    now: Date;
  }): Promise<
    { verified: true; statusResult: { results: { status: boolean }[] } } | { verified: false; error?: Error }
  >;
}

declare module '@digitalbazaar/data-integrity' {
  export const DataIntegrityProof: new (options: { cryptosuite: unknown }) => object;
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown;
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  export function checkStatus(options: {
    credential: unknown;
    suite: unknown;
    documentLoader: (url: string) => Promise<unknown>;
    verifyBitstringStatusListCredential: true;
  }): Promise<{ verified: boolean }>;
}
