import { afterAll, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { getDeployment, listMails, sendHeldMail } from '#shared/features/site/site.contract.ts';
import { startFakeSmtp } from '../../../tests/server/fake-smtp.ts';
import { newAudit } from '../../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { holdMails, queueMail } from '#server/platform/mail.service.ts';

const smtp = await startFakeSmtp();
afterAll(() => smtp.close());
const { ctx, call } = await testApp({ SMTP_URL: smtp.url });

it('with a mail server nobody reads other people’s emails here', async () => {
  const mail = {
    kind: 'account-link',
    to: 'nell@example.com',
    subject: 'Hello',
    text: 'https://releve.example/?token=secret',
  } as const;
  await inTransaction(ctx.db, (tx) => queueMail(ctx, tx, mail));
  const answer = await call(listMails, {}, 'admin');
  expect(answer.json()).toMatchObject({ items: [{ to: mail.to, subject: mail.subject, text: null }] });
  expect(answer.body).not.toContain('secret');
  expect(await newAudit(ctx, 'mail.read')).toEqual([]);
  const { mail: state } = (await call(getDeployment, {}, 'admin')).json<{ mail: object }>();
  expect(state).toEqual({ isSmtp: true, waiting: 1 });
});

it('an email on hold after a restore is sent by staff only, and once', async () => {
  await holdMails(ctx.db, ctx.clock.now());
  const [mail] = (await call(listMails, {}, 'admin')).json<{ items: { id: string }[] }>().items;
  expect(mail).toMatchObject({ sentAt: null, heldBackAt: ctx.clock.now().toISOString() });
  await ctx.jobs.drain({ includeLater: true });
  expect(smtp.received).toEqual([]);

  const params = { id: mail?.id ?? '' };
  expect((await call(sendHeldMail, { params }, 'officer')).statusCode).toBe(403);
  const answers = await Promise.all([1, 2, 3].map(() => call(sendHeldMail, { params }, 'admin')));
  expect(statusesOf(answers)).toEqual([204, 404, 404]);
  await ctx.jobs.drain({ includeLater: true });
  expect(smtp.received).toHaveLength(1);
  expect((await call(sendHeldMail, { params }, 'admin')).statusCode).toBe(404);
  expect(await newAudit(ctx, 'mail.send')).toMatchObject([{ subject_id: mail?.id }]);
});
