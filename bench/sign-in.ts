// What signing in costs, beside the password hash alone, in turns.
import autocannon from 'autocannon';
import { verifyPassword, hashPassword } from '#server/features/account/password-hash.ts';
import { DEMO_PASSWORD } from '#server/seed/demo.ts';

export type SignInRates = {
  connections: number;
  /** Per second, round by round. */
  hashes: number[];
  signIns: number[];
  p99: number[];
};

const body = JSON.stringify({ username: 'member', password: DEMO_PASSWORD });
let caller = 0;

/** Calls are limited by address and accounts by place: every call comes from another address, in a known browser. */
const headersOf = (device: string) => ({
  'content-type': 'application/json',
  'x-forwarded-for': `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller++ & 255}`,
  cookie: `releve_device=${device}`,
});

async function knownDevice(url: string): Promise<string> {
  const answer = await fetch(url, { method: 'POST', headers: headersOf(''), body });
  const device = /releve_device=([\w-]+)/.exec(answer.headers.getSetCookie().join())?.[1];
  if (!device) throw new Error(`signing in answers ${answer.status}`);
  return device;
}

async function hashRate(connections: number, seconds: number, stored: string): Promise<number> {
  const ends = performance.now() + seconds * 1000;
  let count = 0;
  const work = async () => {
    for (; performance.now() < ends; count++) await verifyPassword(DEMO_PASSWORD, stored);
  };
  await Promise.all(Array.from({ length: connections }, work));
  return count / seconds;
}

export async function measureSignIn(
  origin: string,
  { connections, seconds, rounds }: { connections: number; seconds: number; rounds: number },
): Promise<SignInRates> {
  const url = `${origin}/api/login`;
  const device = await knownDevice(url);
  const stored = await hashPassword(DEMO_PASSWORD);
  const rates: SignInRates = { connections, hashes: [], signIns: [], p99: [] };
  for (let round = 0; round < rounds; round++) {
    rates.hashes.push(await hashRate(connections, seconds, stored));
    const result = await autocannon({
      url,
      connections,
      duration: seconds,
      requests: [
        {
          setupRequest: (request) => ({ ...request, method: 'POST', headers: headersOf(device), body }),
        },
      ],
    });
    if (result.non2xx + result.errors > 0) throw new Error('signing in failed under load');
    rates.signIns.push(result.requests.average);
    rates.p99.push(result.latency.p99);
  }
  return rates;
}
