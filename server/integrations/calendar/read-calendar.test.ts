// Calendars from elsewhere: what they mean, and what hostile ones can't do.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { fetchCalendar } from './fetch-calendar.ts';
import { isPublicAddress } from './public-address.ts';
import { parseBusyTimes } from './read-calendar.ts';

const FROM = new Date('2026-10-01T00:00:00Z');
const TO = new Date('2027-10-01T00:00:00Z');
const wanted = { from: FROM, to: TO, timeZone: 'Europe/London' };

const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...events, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT'].join('\r\n');

async function busyIn(...events: string[]): Promise<string[]> {
  const found = await parseBusyTimes(calendar(...events), wanted);
  return found.map(({ startsAt, endsAt }) => `${startsAt.toISOString()}/${endsAt.toISOString()}`);
}
const problemOf = (text: string, maxMs?: number) =>
  parseBusyTimes(text, wanted, maxMs).then(
    () => 'none',
    (error: Error) => error.message,
  );

const BRIEF_MS = 1500;

describe('busy times', () => {
  it('are read in UTC, in a named zone, and without a zone in the instructor’s', async () => {
    expect(
      await busyIn(
        event('DTSTART:20261102T100000Z', 'DTEND:20261102T110000Z'),
        event('DTSTART;TZID=America/New_York:20261103T100000', 'DURATION:PT30M'),
        event('DTSTART:20261104T100000', 'DTEND:20261104T110000'),
        event('DTSTART;VALUE=DATE:20261105', 'DTEND;VALUE=DATE:20261106'),
      ),
    ).toEqual([
      '2026-11-02T10:00:00.000Z/2026-11-02T11:00:00.000Z',
      '2026-11-03T15:00:00.000Z/2026-11-03T15:30:00.000Z',
      '2026-11-04T10:00:00.000Z/2026-11-04T11:00:00.000Z',
      '2026-11-05T00:00:00.000Z/2026-11-06T00:00:00.000Z',
    ]);
  });

  it('repeat at the same time of the clock, without the dates left out and with those moved', async () => {
    expect(
      await busyIn(
        event(
          'DTSTART;TZID=Europe/London:20261019T090000',
          'DTEND;TZID=Europe/London:20261019T100000',
          'RRULE:FREQ=WEEKLY;COUNT=4',
          'EXDATE;TZID=Europe/London:20261102T090000',
        ),
        event(
          'RECURRENCE-ID;TZID=Europe/London:20261109T090000',
          'DTSTART;TZID=Europe/London:20261110T140000',
          'DTEND;TZID=Europe/London:20261110T150000',
        ),
      ),
    ).toEqual([
      '2026-10-19T08:00:00.000Z/2026-10-19T09:00:00.000Z',
      '2026-10-26T09:00:00.000Z/2026-10-26T10:00:00.000Z',
      '2026-11-10T14:00:00.000Z/2026-11-10T15:00:00.000Z',
    ]);
  });

  it('know zones the calendar defines itself', async () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Our Studio Time',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0300',
      'TZOFFSETTO:+0300',
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n');
    expect(
      await busyIn(zone, event('DTSTART;TZID=Our Studio Time:20261102T100000', 'DURATION:PT1H')),
    ).toEqual(['2026-11-02T07:00:00.000Z/2026-11-02T08:00:00.000Z']);
  });

  it('leave out what is canceled, free or over', async () => {
    expect(
      await busyIn(
        event('DTSTART:20261102T100000Z', 'DTEND:20261102T110000Z', 'STATUS:CANCELLED'),
        event('DTSTART:20261102T100000Z', 'DTEND:20261102T110000Z', 'TRANSP:TRANSPARENT'),
        event('DTSTART:20250102T100000Z', 'DTEND:20250102T110000Z'),
        event('DTSTART:20261102T100000Z', 'DTEND:20261102T100000Z'),
      ),
    ).toEqual([]);
  });
});

describe('a hostile or broken calendar', () => {
  const endless = event('DTSTART:20200101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY');
  const never = event(
    'DTSTART:20200101T000000Z',
    'DURATION:PT1H',
    'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  );
  const many = Array.from({ length: 300 }, (_, at) =>
    event('DTSTART:20160101T000000Z', 'DURATION:PT1M', `RRULE:FREQ=MINUTELY;INTERVAL=${at + 1}`),
  );
  it.each<[name: string, text: string, message: RegExp]>([
    ['a web page', '<!doctype html><title>Sign in</title>', /no calendar at this address/],
    ['nothing', '', /no calendar at this address/],
    ['half a file', calendar(event('DTSTART:20261102T100000Z')).slice(0, 60), /damaged/],
    ['no times', calendar(event('DTSTART:sometime')), /damaged/],
    ['an event every second', calendar(endless), /too (many|complicated)/],
    ['a rule that never comes true', calendar(never), /none|too (many|complicated)/],
    ['a thousand rules', calendar(...many), /too (many|complicated)/],
    [
      'an unknown zone',
      calendar(event('DTSTART;TZID=Mars/Olympus:20261102T100000', 'DURATION:PT1H')),
      /time zone “Mars\/Olympus” without defining it/,
    ],
    [
      'an empty zone',
      calendar(
        'BEGIN:VTIMEZONE\r\nTZID:Hollow\r\nEND:VTIMEZONE',
        event('DTSTART;TZID=Hollow:20261102T100000', 'DURATION:PT1H'),
      ),
      /time zone “Hollow” without defining it/,
    ],
    [
      'an event of years',
      calendar(event('DTSTART:20261102T100000Z', 'DTEND:20361102T100000Z')),
      /longer than 62 days/,
    ],
  ])('%s is refused with a reason', async (_name, text, message) => {
    // What never ends is given up sooner than on the site.
    const maxMs = message.source.includes('complicated') ? BRIEF_MS : undefined;
    expect(await problemOf(text, maxMs)).toMatch(message);
  });

  it('doesn’t keep others waiting: the process goes on while it is read', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    const before = Date.now();
    await problemOf(calendar(never, endless, ...many), BRIEF_MS);
    clearInterval(timer);
    expect(turns).toBeGreaterThan((Date.now() - before) / 5 / 4);
  });
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('fetching', () => {
  const local = { isAllowedAddress: () => true };
  const fails = (url: string, limits: Parameters<typeof fetchCalendar>[1] = local) =>
    fetchCalendar(url, limits).then(
      () => 'none',
      (error: Error) => error.message,
    );

  it('returns the calendar, after redirects too', async () => {
    const url = await serve(({ url: path }, response) => {
      if (path === '/moved') response.writeHead(302, { location: '/' }).end();
      else response.end(calendar());
    });
    expect(await fetchCalendar(`${url}moved`, local)).toBe(calendar());
  });

  it('stops at two megabytes, whether or not the length is announced', async () => {
    let sent = 0;
    const endless = await serve((_request, response) => {
      const part = Buffer.alloc(64 * 1024, 'x');
      const push = () => {
        while (!response.destroyed && (sent += part.length) && response.write(part));
      };
      response.on('drain', push).on('error', () => {});
      push();
    });
    expect(await fails(endless)).toMatch(/larger than 2 MB/);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    const announced = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': String(1024 ** 3) });
      response.write('BEGIN');
    });
    expect(await fails(announced)).toMatch(/larger than 2 MB/);
  });

  it('gives up on slow servers, endless redirects, errors and compressed files', async () => {
    const slow = await serve((_request, response) => void response.write('BEGIN'));
    expect(await fails(slow, { ...local, maxMs: 200 })).toMatch(/took too long/);
    const loop = await serve((_request, response) => response.writeHead(302, { location: '/again' }).end());
    expect(await fails(loop)).toMatch(/redirects too often/);
    const missing = await serve((_request, response) => response.writeHead(404).end());
    expect(await fails(missing)).toMatch(/status 404/);
    const packed = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    );
    expect(await fails(packed)).toMatch(/compressed/);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://example.com/cal.ics',
    'https://user:secret@example.com/cal.ics',
    'not an address',
  ])('refuses %s', async (url) => {
    expect(await fails(url)).toMatch(/must (start with|not contain)/);
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://[::1]:1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://[::ffff:127.0.0.1]/',
  ])('refuses %s, which leads into a private network', async (url) => {
    expect(await fails(url, {})).toMatch(/private network/);
  });

  it('refuses a redirect into a private network, and never connects there', async () => {
    let asked = 0;
    const inside = await serve((_request, response) => {
      asked++;
      response.end(calendar());
    });
    const outside = await serve((_request, response) => response.writeHead(302, { location: inside }).end());
    const { host } = new URL(outside);
    let checks = 0;
    // The first address is taken for a public one; the rule decides about the second.
    const isAllowedAddress = (address: string) => checks++ === 0 || isPublicAddress(address);
    expect(await fails(`http://${host}/`, { isAllowedAddress })).toMatch(/private network/);
    expect(asked).toBe(0);
  });
});

describe('public addresses', () => {
  it.each(['93.184.215.14', '8.8.8.8', '2606:4700:4700::1111'])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'localhost',
  ])('%s isn’t', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
