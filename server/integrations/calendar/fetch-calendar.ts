// Fetches a calendar from an address a user gave us. Every host is resolved first, and only a public address is
// connected to, after each redirect again; size, time and redirects are limited.
import { lookup as resolveName } from 'node:dns';
import { get as httpGet, type IncomingMessage, type RequestOptions } from 'node:http';
import { get as httpsGet } from 'node:https';
import { isIP } from 'node:net';
import { CalendarRefusedError } from './calendar-refused.ts';
import { isPublicAddress } from './public-address.ts';

export type FetchLimits = {
  maxBytes?: number;
  maxMs?: number;
  maxRedirects?: number;
  /** Tests serve calendars from this machine. */
  isAllowedAddress?: (address: string) => boolean;
};

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_MS = 10_000;
const MAX_REDIRECTS = 3;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export async function fetchCalendar(
  address: string,
  {
    maxBytes = MAX_BYTES,
    maxMs = MAX_MS,
    maxRedirects = MAX_REDIRECTS,
    isAllowedAddress = isPublicAddress,
  }: FetchLimits = {},
): Promise<string> {
  const signal = AbortSignal.timeout(maxMs);
  try {
    let url = parseAddress(address);
    for (let redirects = 0; ; redirects++) {
      const answer = await request(url, { signal, isAllowedAddress });
      const { statusCode = 0, headers } = answer;
      if (REDIRECTS.has(statusCode) && headers.location !== undefined) {
        answer.destroy();
        if (redirects === maxRedirects) throw refused('The address redirects too often.');
        url = parseAddress(headers.location, url);
        continue;
      }
      if (statusCode !== 200) {
        answer.destroy();
        throw refused(
          `The calendar’s server answered with status ${statusCode}. Check that the address still works.`,
        );
      }
      return await readBody(answer, maxBytes);
    }
  } catch (error) {
    if (error instanceof CalendarRefusedError) throw error;
    if (signal.aborted) throw refused('The calendar’s server took too long to answer.');
    throw refused('The calendar’s server can’t be reached. Check the address.');
  }
}

const refused = (message: string) => new CalendarRefusedError(message);

function parseAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw refused('The address must start with https:// or http://.');
  }
  if (url.username || url.password) throw refused('The address must not contain a password.');
  return url;
}

type Connect = { signal: AbortSignal; isAllowedAddress: (address: string) => boolean };

function request(url: URL, { signal, isAllowedAddress }: Connect): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Addresses are never looked up, so they are checked here.
  if (isIP(host) && !isAllowedAddress(host)) throw notPublic();
  const options: RequestOptions = {
    signal,
    agent: false,
    headers: {
      accept: 'text/calendar, text/plain;q=0.5',
      'accept-encoding': 'identity',
      'user-agent': 'Releve',
    },
    // The address that was checked is the one connected to: a name that resolves differently a moment later gains nothing.
    lookup: (name, given, done) => {
      resolveName(name, { ...given, all: true }, (error, addresses) => {
        if (error) return done(error, '', 0);
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isAllowedAddress(address)))
          return done(notPublic(), '', 0);
        if ('all' in given && given.all) return done(null, [first]);
        return done(null, first.address, first.family);
      });
    },
  };
  const get = url.protocol === 'https:' ? httpsGet : httpGet;
  return new Promise((resolve, reject) => {
    get(url, options, resolve).on('error', reject);
  });
}

const notPublic = () =>
  refused('This address leads into a private network. Use the calendar’s public address.');

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const tooLarge = () => {
    answer.destroy();
    return refused(
      `The calendar is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. Share a smaller one.`,
    );
  };
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    answer.destroy();
    throw refused('The calendar’s server sends it compressed, which we don’t read.');
  }
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
