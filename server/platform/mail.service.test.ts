import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { type FakeSmtp, startFakeSmtp } from '../../tests/server/fake-smtp.ts';
import { testContext, type TestContext } from '../../tests/server/test-database.ts';
import { type Mail, deliverMailJob, queueMail } from './mail.service.ts';

const WELCOME: Mail = {
  kind: 'account-link',
  to: 'odile@example.com',
  subject: 'Bienvenue à Relevé ✓',
  text: 'Chère Odile,\n\n.à bientôt — “ça va” 💃',
};

let smtp: FakeSmtp;
let ctx: TestContext;

beforeAll(async () => {
  smtp = await startFakeSmtp();
  ctx = await testContext({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://dance.example' });
});

beforeEach(async () => {
  smtp.received.length = 0;
  smtp.setDelay(0);
  await ctx.pool.query('delete from mail_outbox');
  await ctx.pool.query(`delete from pgboss.job`);
});

afterAll(() => smtp.close());

async function outbox(from: TestContext = ctx) {
  const { rows } = await from.pool.query(
    'select id, "to", subject, text, sent_at, attempts, last_error, claimed_until from mail_outbox',
  );
  return rows;
}

function queue(mail: Partial<Mail> = {}): Promise<void> {
  return inTransaction(ctx.db, (tx) => queueMail(ctx, tx, { ...WELCOME, ...mail }));
}

test('an email arrives once, unchanged', async () => {
  await queue();
  await ctx.jobs.drain();
  const [row] = await outbox();
  expect(smtp.received).toHaveLength(1);
  const [mail] = smtp.received;
  expect(mail?.to).toEqual(['odile@example.com']);
  expect(mail?.from).toBe('hello@releve.example');
  expect(mail?.headers.get('from')).toBe('Relevé <hello@releve.example>');
  expect(mail?.headers.get('subject')).toBe(WELCOME.subject);
  expect(mail?.headers.get('message-id')).toBe(`<${row.id}@dance.example>`);
  expect(mail?.bodies.get('text/plain')?.replaceAll('\r\n', '\n')).toBe(WELCOME.text);
  expect(row).toMatchObject({ sent_at: ctx.clock.now(), attempts: 1, last_error: null, claimed_until: null });
});

test('HTML is sent next to the text', async () => {
  await queue({ html: '<p>Chère Odile</p>' });
  await ctx.jobs.drain();
  expect(smtp.received[0]?.bodies.get('text/html')).toBe('<p>Chère Odile</p>');
  expect(smtp.received[0]?.bodies.get('text/plain')).toContain('bientôt');
});

test('a busy server is retried, with the same Message-ID', async () => {
  smtp.refuse('451 Try again later');
  await queue();
  await expect(ctx.jobs.drain()).rejects.toThrow('could not be delivered');
  const [failed] = await outbox();
  expect(failed).toMatchObject({ sent_at: null, attempts: 1, claimed_until: null });
  expect(failed.last_error).toContain('451');
  await ctx.jobs.drain({ includeLater: true });
  expect(smtp.received).toHaveLength(1);
  expect(smtp.received[0]?.headers.get('message-id')).toContain(failed.id);
  expect((await outbox())[0]).toMatchObject({ attempts: 2, last_error: null });
});

test('an unknown address is not retried', async () => {
  smtp.refuse('550 No such person', { at: 'RCPT' });
  await queue();
  await ctx.jobs.drain();
  await ctx.jobs.drain({ includeLater: true });
  expect(smtp.received).toHaveLength(0);
  const [row] = await outbox();
  expect(row).toMatchObject({ sent_at: null, attempts: 1 });
  expect(row.last_error).toContain('550');
});

test('running the job again sends nothing twice', async () => {
  await queue();
  await ctx.jobs.drain();
  const [row] = await outbox();
  await ctx.jobs.send(ctx.db, deliverMailJob, { id: row.id });
  await ctx.jobs.drain();
  expect(smtp.received).toHaveLength(1);
});

test('many workers at once send it once', async () => {
  await queue();
  const [row] = await outbox();
  smtp.setDelay(200);
  const runs = Array.from({ length: 6 }, () => deliverMailJob.run(ctx, { id: row.id }));
  const ended = await Promise.allSettled(runs);
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(smtp.received).toHaveLength(1);
});

test("a dead worker's claim expires", async () => {
  await queue();
  await ctx.pool.query(`update mail_outbox set claimed_until = now() + interval '1 minute'`);
  await expect(ctx.jobs.drain()).rejects.toThrow('another worker');
  await ctx.pool.query(`update mail_outbox set claimed_until = now() - interval '1 second'`);
  await ctx.jobs.drain({ includeLater: true });
  expect(smtp.received).toHaveLength(1);
});

test('a rolled back transaction sends nothing', async () => {
  const undone = inTransaction(ctx.db, async (tx) => {
    await queueMail(ctx, tx, WELCOME);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await ctx.jobs.drain();
  expect(await outbox()).toEqual([]);
  expect(smtp.received).toHaveLength(0);
});

test.each<Partial<Mail>>([
  { to: 'a@example.com\r\nBcc: all@example.com' },
  { to: 'a@example.com, b@example.com' },
  { to: 'A <a@example.com>' },
  { to: 'nobody' },
  { subject: 'Hello\nBcc: all@example.com' },
  { subject: 'Hello\rthere' },
  { subject: 'x'.repeat(301) },
])('header injection is rejected: %j', async (mail) => {
  await expect(queue(mail)).rejects.toMatchObject({ code: 'unprocessable' });
  expect(await outbox()).toEqual([]);
});

test('without an SMTP server the email stays readable, and the job succeeds', async () => {
  const quiet = await testContext();
  await inTransaction(quiet.db, (tx) => queueMail(quiet, tx, WELCOME));
  await quiet.jobs.drain();
  const { kind: _kind, ...written } = WELCOME;
  expect(await outbox(quiet)).toMatchObject([{ ...written, sent_at: null, attempts: 0, last_error: null }]);
});

test('a server that does not respond is a failure, not an endless wait', async () => {
  const dead = await testContext({ SMTP_URL: 'smtp://127.0.0.1:1' });
  await inTransaction(dead.db, (tx) => queueMail(dead, tx, WELCOME));
  await expect(dead.jobs.drain()).rejects.toThrow('could not be delivered');
  expect((await outbox(dead))[0]).toMatchObject({ sent_at: null, attempts: 1 });
});
