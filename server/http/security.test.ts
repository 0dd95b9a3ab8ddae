import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { securePages } from './security.ts';

async function policyOf(options: Parameters<typeof securePages>[1]): Promise<string> {
  const app = Fastify();
  await securePages(app, options);
  app.get('/', (_request, reply) => reply.send(''));
  const { headers } = await app.inject('/');
  await app.close();
  return String(headers['content-security-policy']);
}

it('a page may reach Stripe only if Stripe takes payments, and nothing else', async () => {
  expect(await policyOf({ isDev: false })).not.toContain('stripe');
  const policy = await policyOf({ isDev: false, stripe: {} });
  const allowed = policy.match(/https:\/\/\S*stripe\.com/g) ?? [];
  expect(new Set(allowed)).toEqual(
    new Set([
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
      'https://api.stripe.com',
    ]),
  );
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w-]+' https:\/\/js\.stripe\.com/);
  expect(policy).not.toContain('unsafe-inline');
});
