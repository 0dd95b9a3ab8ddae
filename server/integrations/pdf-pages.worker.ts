// Renders PDF pages in a thread that can be terminated at any time.
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { PdfAnswer, PdfTask } from './pdf-pages.ts';

const MAX_HEAP_BYTES = 512 * 1024 * 1024;
/** A page may be absurdly long; its picture may not. */
const MAX_HEIGHT = 1400;

type Resize = (bytes: number) => number;
/** Our TypeScript libs lack most WebAssembly types. */
type Wasm = {
  compile(bytes: Uint8Array): Promise<WebAssembly.Module>;
  Instance: new (module: WebAssembly.Module, imports: object) => { exports: object };
};
const { compile, Instance } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;

const compiled = readFile(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))).then(compile);

/** A fresh instance per document, so that none affects another. Out of memory counts as unreadable. */
async function openLibrary() {
  const wasm = await compiled;
  return PDFiumLibrary.init({
    instantiateWasm(imports: { env?: Record<string, unknown> }, done: (instance: never) => void) {
      const resize = imports.env?.['emscripten_resize_heap'] as Resize;
      const limited: Resize = (bytes) => (bytes >>> 0 > MAX_HEAP_BYTES ? 0 : resize(bytes));
      const env = { ...imports.env, emscripten_resize_heap: limited };
      const instance = new Instance(wasm, { ...imports, env });
      done(instance as never);
      return instance.exports;
    },
  });
}

async function drawPages({ bytes, pages, width, isHalfHidden = false }: PdfTask): Promise<PdfAnswer> {
  const library = await openLibrary();
  const document = await library.loadDocument(bytes);
  const pageCount = document.getPageCount();
  const most = isHalfHidden ? Math.max(1, Math.floor(pageCount / 2)) : pageCount;
  const pictures = [];
  for (let at = 0; at < Math.min(pages, most, pageCount); at++) {
    const page = document.getPage(at);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const shape = originalHeight / originalWidth;
    if (!Number.isFinite(shape) || shape <= 0) continue;
    const height = Math.max(1, Math.min(MAX_HEIGHT, Math.round(width * shape)));
    const across = Math.max(1, Math.min(width, Math.round(height / shape)));
    const drawn = await page.render({ width: across, height, render: 'bitmap' });
    const shown = isHalfHidden && pageCount === 1 ? Math.ceil(drawn.height / 2) : drawn.height;
    pictures.push({ data: drawn.data.slice(0, drawn.width * shown * 4), width: drawn.width, height: shown });
  }
  return { pageCount, pictures };
}

parentPort?.on('message', (task: PdfTask) => {
  drawPages(task).then(
    (answer) => parentPort?.postMessage(answer, []),
    (error: unknown) => {
      const refused = error instanceof Error ? error.message : 'it cannot be read';
      parentPort?.postMessage({ refused } satisfies PdfAnswer, []);
    },
  );
});
