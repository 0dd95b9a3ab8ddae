// People sign in with what an email calls their username, so it has to be theirs to the letter.
import { expect, it } from 'vitest';
import {
  register,
  requestPasswordReset,
  requestSignInLink,
} from '#shared/features/account/account.contract.ts';
import { mailsTo } from '../../../tests/server/mails.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

async function mailsOf(username: string, email: string) {
  const names = { firstName: 'Ada', lastName: 'Plié', password: 'velvet-marley-floor' };
  const registered = await call(register, { body: { ...names, username, email }, from: '10.4.0.1' });
  expect(registered.statusCode, registered.body).toBe(200);
  // Sign-in links go to confirmed addresses only.
  await ctx.pool.query('update users set email_verified_at = now() where email = $1', [email]);
  await call(requestPasswordReset, { body: { email }, from: '10.4.0.1' });
  await call(requestSignInLink, { body: { username: email }, from: '10.4.0.1' });
  await ctx.jobs.drain();
  const mails = await mailsTo(ctx, email);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    expect.stringContaining('Choose a new password'),
    expect.stringContaining('Confirm your address'),
    expect.stringContaining('Your sign-in link'),
  ]);
  return mails;
}

it.each(['ada.plie', 'a_b-c.d', 'Änne.Müller', '踊り子'])('%s arrives exactly', async (username) => {
  for (const { text } of await mailsOf(username, `a-${Buffer.from(username).toString('hex')}@example.com`)) {
    expect(text).toContain(`Your username is ${username}.`);
  }
});

it('one that mail clients would turn into a link is left out, never changed', async () => {
  for (const { text } of await mailsOf('anna.li', 'anna@example.com')) {
    expect(text).toContain('You can sign in with your username or this email address.');
    expect(text).not.toMatch(/anna.li/);
  }
});
