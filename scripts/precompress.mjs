// Writes a Brotli and a gzip copy next to every text file of build/client, so that the server never compresses what
// does not change. Fonts and images are compressed already.
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const folder = process.argv[2] ?? 'build/client';
const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest', '.html']);
const smallest = 1024;

const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);

const encoders = {
  '.gz': (bytes) => gzip(bytes, { level: 9 }),
  '.br': (bytes) =>
    brotli(bytes, {
      params: {
        [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
        [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
};

async function compress(file) {
  const bytes = await fs.readFile(file);
  if (bytes.length <= smallest) return 0;
  const copies = Object.entries(encoders).map(async ([suffix, encode]) => {
    const encoded = await encode(bytes);
    await fs.writeFile(file + suffix, encoded);
    return encoded.length;
  });
  return Math.min(...(await Promise.all(copies)));
}

const entries = await fs.readdir(folder, { withFileTypes: true, recursive: true });
const files = entries
  .filter((entry) => entry.isFile() && compressible.has(path.extname(entry.name)))
  .map((entry) => path.join(entry.parentPath, entry.name));
const sizes = await Promise.all(files.map(compress));
const written = sizes.filter((size) => size > 0);
const kilobytes = Math.round(written.reduce((sum, size) => sum + size, 0) / 1024);
console.log(`precompressed ${written.length} files, ${kilobytes} kB as Brotli`);
