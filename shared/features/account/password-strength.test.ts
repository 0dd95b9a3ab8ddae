import { describe, expect, it } from 'vitest';
import { ratePassword } from './password-strength.ts';

const NELL = ['Nell', 'Abara', 'nell.abara@school.example', 'nellie'];

describe('ratePassword', () => {
  it.each(['', 'short', '123456789', '💃💃💃💃'])('rates %o as too short', (password) => {
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
  ])('rejects %o, which is on lists of leaked passwords or similar', (password) => {
    expect(ratePassword(password).problem).toContain('leaked or common');
  });

  it.each(['nellabara2026', 'NELL.ABARA!', 'Abara-Nell-1'])("rejects %o, the user's own name", (password) => {
    expect(ratePassword(password, NELL).problem).toContain('your own name');
  });

  it.each(['ribbon kettle orchard 9', 'dance-demo-2026', 'ыщзжхъэюдвк', 'nell likes purple tractors'])(
    'accepts %o, whatever it is composed of',
    (password) => {
      expect(ratePassword(password, NELL).problem).toBeNull();
    },
  );
});

describe("a password made of the user's own data", () => {
  const problem = (password: string, about: readonly string[]) => ratePassword(password, about).problem ?? '';

  it('is rejected if less than half remains without it', () => {
    // Of ten characters, four are not enough, five are.
    expect(problem('bernadette#4xZ', ['Bernadette'])).toContain('your own name');
    expect(problem('bernadette#4xZq', ['Bernadette'])).not.toContain('your own name');
  });

  it('is checked against every word of the name and address', () => {
    expect(problem('MireilleVasquez', ['Mireille  Vasquez'])).toContain('your own name');
    expect(problem('mireille vasquez', ['mireille@vasquez.example'])).toContain('your own name');
  });

  it('may contain short words that happen to be initials', () => {
    expect(problem('jolojolojolo', ['Jo', 'Lo'])).not.toContain('your own name');
  });

  it('is no stronger for words from the account', () => {
    const password = 'zanthorpequill9';
    const withName = ratePassword(password, ['zanthorpequill']);
    expect(withName.score).toBeLessThan(ratePassword(password).score);
  });
});

it('a very long password is strong', () => {
  expect(ratePassword('ribbon kettle orchard '.repeat(2000)).problem).toBeNull();
});
