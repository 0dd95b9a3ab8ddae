// A small SMTP server for tests: accepts mail, keeps it readable, and can be told to reject it.
import net from 'node:net';
import type { AddressInfo } from 'node:net';

export type ReceivedMail = {
  from: string;
  to: string[];
  raw: string;
  headers: Map<string, string>;
  /** Decoded, by content type. */
  bodies: Map<string, string>;
};

type Stage = 'RCPT' | 'DATA';

export type FakeSmtp = {
  url: string;
  received: ReceivedMail[];
  /** The next `times` mails get this response at this stage. */
  refuse(reply: string, options?: { at?: Stage; times?: number }): void;
  /** Waits this long before it accepts a mail. */
  setDelay(milliseconds: number): void;
  close(): Promise<void>;
};

export async function startFakeSmtp(): Promise<FakeSmtp> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<net.Socket>();
  let refusal: { reply: string; at: Stage; times: number } | undefined;
  let delay = 0;

  const takeRefusal = (stage: Stage): string | undefined => {
    if (!refusal || refusal.at !== stage || refusal.times === 0) return undefined;
    refusal.times--;
    return refusal.reply;
  };

  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let pending = '';
    let data: string | null = null;
    let from = '';
    let to: string[] = [];
    const say = (line: string) => socket.write(`${line}\r\n`);

    const onLine = (line: string) => {
      const command = line.slice(0, 4).toUpperCase();
      if (command === 'EHLO') say('250-fake.test\r\n250-8BITMIME\r\n250 SMTPUTF8');
      else if (command === 'MAIL') {
        from = address(line);
        to = [];
        say('250 OK');
      } else if (command === 'RCPT') {
        const refused = takeRefusal('RCPT');
        if (!refused) to.push(address(line));
        say(refused ?? '250 OK');
      } else if (command === 'DATA') {
        data = '';
        say('354 Go ahead');
      } else if (command === 'QUIT') {
        say('221 Bye');
        socket.end();
      } else say('250 OK');
    };

    const onMail = (raw: string) => {
      const refused = takeRefusal('DATA');
      const take = () => {
        received.push({ from, to, raw, ...parse(raw) });
        say('250 Taken');
      };
      if (refused) say(refused);
      else setTimeout(take, delay);
    };

    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      while (true) {
        if (data !== null) {
          const end = pending.indexOf('\r\n.\r\n');
          if (end < 0) return;
          const raw = pending.slice(0, end).replaceAll('\r\n..', '\r\n.');
          pending = pending.slice(end + 5);
          data = null;
          onMail(raw);
          continue;
        }
        const end = pending.indexOf('\r\n');
        if (end < 0) return;
        const line = pending.slice(0, end);
        pending = pending.slice(end + 2);
        onLine(line);
      }
    });
    say('220 fake.test ready');
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse(reply, { at = 'DATA', times = 1 } = {}) {
      refusal = { reply, at, times };
    },
    setDelay(milliseconds) {
      delay = milliseconds;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function address(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}

function parse(raw: string): Pick<ReceivedMail, 'headers' | 'bodies'> {
  const { headers, body } = split(raw);
  const bodies = new Map<string, string>();
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => part.trimStart())
    : [raw];
  for (const part of parts) {
    const inner = split(part);
    const type = (inner.headers.get('content-type') ?? 'text/plain').split(';')[0] ?? '';
    bodies.set(type, decode(inner.body, inner.headers.get('content-transfer-encoding') ?? '7bit').trimEnd());
  }
  return { headers, bodies };
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()));
  }
  return { headers, body: raw.slice(end + 4) };
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return Buffer.from(encoding === 'quoted-printable' ? unquote(body) : body, 'latin1').toString('utf8');
}

function unquote(text: string): string {
  return text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** `=?UTF-8?Q?Relev=C3=A9?=` */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(unquote(text.replaceAll('_', ' ')), 'latin1').toString('utf8'),
    );
}
