// Draws certificates as PDF: vectors, embedded fonts, text that can be searched and read aloud. In a worker thread,
// since one takes 20 to 100 ms and a course may issue a thousand at once.
import { reusableWorker } from '#server/integrations/worker-thread.ts';
import type { CertificateDrawing } from '#shared/features/certificate-template/drawing.rules.ts';
import type { Paper } from '#shared/features/certificate-template/certificate-template.rules.ts';

export type PdfTask = {
  drawing: CertificateDrawing;
  paper: Paper;
  /** Pictures by their address: PNG or JPEG. */
  images: Record<string, Uint8Array>;
  /** The verification page, behind the QR code. */
  url: string;
  author: string;
  createdAt: Date;
};
export type PdfAnswer = { pdf: Uint8Array } | { refused: string };

const MAX_MS = 15_000;

let last: Promise<unknown> = Promise.resolve();

/** One at a time. */
export async function renderCertificatePdf(task: PdfTask): Promise<Buffer> {
  const turn = last.then(() => inThread(task, MAX_MS));
  last = turn.catch(() => {});
  const answer = await turn;
  if ('refused' in answer) throw new Error(`The certificate could not be drawn: ${answer.refused}`);
  return Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength);
}

const inThread = reusableWorker<PdfAnswer>(new URL('./certificate-pdf.worker.ts', import.meta.url), {
  maxMemoryMb: 512,
});
