// The worker thread that writes passports as PDF: reading a font with thousands of letters takes a while.
import { buffer } from 'node:stream/consumers';
import { parentPort } from 'node:worker_threads';
import { type Passport, renderPassport } from './passport.pdf.ts';

export type PassportAnswer = { pdf: Uint8Array } | { refused: string };

parentPort?.on('message', (passport: Passport) => {
  buffer(renderPassport(passport)).then(
    (pdf) => parentPort?.postMessage({ pdf } satisfies PassportAnswer, []),
    (error: unknown) => {
      const refused = error instanceof Error ? error.message : 'unknown';
      parentPort?.postMessage({ refused } satisfies PassportAnswer, []);
    },
  );
});
