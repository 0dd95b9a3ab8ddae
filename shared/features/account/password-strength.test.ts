import { describe, expect, it } from 'vitest';
import { ratePassword } from './password-strength.ts';

const NELL = ['Nell', 'Abara', 'nell.abara@school.example', 'nellie'];

describe('ratePassword', () => {
  it.each(['', 'short', '123456789', '💃💃💃💃'])('finds %o too short', (password) => {
    expect(ratePassword(password)).toMatchObject({ label: 'Too short', problem: expect.any(String) });
  });

  it.each([
    'password123',
    '1234567890',
    'qwertyuiop',
    'P@ssw0rd123',
    'iloveyou1234',
    'aaaaaaaaaaaa',
    'trustno1trustno1',
  ])('refuses %o, which is on the lists or made like those that are', (password) => {
    expect(ratePassword(password).problem).toContain('leaked or common');
  });

  it.each(['nellabara2026', 'NELL.ABARA!', 'Abara-Nell-1'])(
    'refuses %o, the person’s own name',
    (password) => {
      expect(ratePassword(password, NELL).problem).toContain('your own name');
    },
  );

  it.each(['ribbon kettle orchard 9', 'dance-demo-2026', 'ыщзжхъэюдвк', 'nell likes purple tractors'])(
    'takes %o, whatever it is composed of',
    (password) => {
      expect(ratePassword(password, NELL).problem).toBeNull();
    },
  );
});
