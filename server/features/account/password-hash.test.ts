// In the unit project: the server tests lower the strength for speed, and this is about the real one.
import { expect, it } from 'vitest';
import { hashPassword, passwordHashes, passwordStrength, verifyPassword } from './password-hash.ts';

it('hashes with argon2id at the strength OWASP recommends, with a new salt each time', async () => {
  const [first, second] = [
    await hashPassword('velvet-marley-floor'),
    await hashPassword('velvet-marley-floor'),
  ];
  expect(first).toMatch(/^argon2id\$19456\$2\$[\w+/]{22}==\$[\w+/]{43}=$/);
  expect(second).not.toBe(first);
});

it('verifies with the parameters stored in the hash', async () => {
  const strong = { ...passwordStrength };
  Object.assign(passwordStrength, { memory: 64, passes: 1 });
  const stored = await hashPassword('velvet-marley-floor');
  Object.assign(passwordStrength, strong);
  expect(stored).toMatch(/^argon2id\$64\$1\$/);
  expect(await verifyPassword('velvet-marley-floor', stored)).toBe(true);
  expect(await verifyPassword('velvet-marley-flaw', stored)).toBe(false);
});

it('does the same work for a user who does not exist', async () => {
  const before = passwordHashes.count;
  expect(await verifyPassword('velvet-marley-floor', null)).toBe(false);
  expect(passwordHashes.count).toBe(before + 1);
});
