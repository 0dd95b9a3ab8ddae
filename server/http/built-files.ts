// Scripts, styles, fonts and pictures of the build, sent from memory: opening and reading a file costs more than the rest
// of a request. Each is read when it is first asked for.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { chooseEncoding } from './page-cache.ts';
import { namesTag } from './send-file.ts';

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** Compressed at build time. */
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' };

type BuiltFile = { body: Buffer; etag: string };

async function readBuiltFile(file: string): Promise<BuiltFile> {
  const body = await readFile(file);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

/** One route per file, so that every other path goes to the pages. Files whose name contains a hash never change. */
export async function registerBuiltFiles(app: FastifyInstance, folder: string): Promise<void> {
  const names = new Set(await readdir(folder, { recursive: true }));
  const files = new Map<string, BuiltFile>();
  for (const name of names) {
    const contentType = CONTENT_TYPES[path.extname(name)];
    if (!contentType) continue;
    const isCompressed = names.has(`${name}.br`);
    const isHashed = name.startsWith(`assets${path.sep}`);
    const headers = {
      'content-type': contentType,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ...(isCompressed && { vary: 'Accept-Encoding' }),
    };
    app.get(`/${name.replaceAll(path.sep, '/')}`, { schema: { hide: true } }, async (request, reply) => {
      const encoding = isCompressed ? chooseEncoding(request.headers['accept-encoding']) : 'identity';
      const encoded = name + ENDINGS[encoding];
      const { body, etag } = files.get(encoded) ?? (await readBuiltFile(path.join(folder, encoded)));
      files.set(encoded, { body, etag });
      reply.headers({ ...headers, etag });
      if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.send(body);
    });
  }
}
