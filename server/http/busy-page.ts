// What someone sees instead of a page that could not be rendered now: small, and ready without rendering anything.
import type { FastifyReply } from 'fastify';
import type { AppError } from '#shared/errors.ts';
import { nonceOf } from './security.ts';

const STYLE = `:root{color-scheme:light dark;--paper:#fbf6ee;--ink:#241a26;--plum:#6a1b50}
@media(prefers-color-scheme:dark){:root{--paper:#17121a;--ink:#f5ede4;--plum:#e9a9cc}}
body{margin:0;background:var(--paper);color:var(--ink);font:1.125rem/1.6 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:20vh 1.5rem}
h1{font:600 1.75rem/1.2 Georgia,serif;margin:0 0 1rem}
a{color:var(--plum);display:inline-block;padding:.6rem 0}`;

export function sendBusyPage(reply: FastifyReply, refusal: AppError): FastifyReply {
  const wait = refusal.retryAfterSeconds ?? 2;
  const heading = refusal.status === 429 ? 'That was a lot of pages' : 'Very busy right now';
  const text =
    refusal.status === 429
      ? `Your network has opened a lot of pages in a short time. Please try again in ${wait === 1 ? '1 second' : `${wait} seconds`}.`
      : 'More people are here than we can serve at once. Please try again in a few seconds; nothing you did is lost.';
  return reply
    .code(refusal.status)
    .header('retry-after', wait)
    .header('cache-control', 'private, no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${heading}</title>` +
        `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
        `<style nonce="${nonceOf(reply)}">${STYLE}</style></head>` +
        `<body><main><h1>${heading}</h1><p>${text}</p><p><a href="">Try again</a></p></main></body></html>`,
    );
}
