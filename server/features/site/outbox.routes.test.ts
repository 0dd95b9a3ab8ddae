import { expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { getDeployment, listMails } from '#shared/features/site/staff.contract.ts';
import { newAudit } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { queueMail } from './mail.service.ts';

const { ctx, call } = await testApp({ SMTP_URL: 'smtp://127.0.0.1:1' });

it('with a mail server nobody reads other people’s mails here', async () => {
  const mail = { to: 'nell@example.com', subject: 'Hello', text: 'https://releve.example/?token=secret' };
  await inTransaction(ctx.db, (tx) => queueMail(ctx, tx, mail));
  const answer = await call(listMails, {}, 'admin');
  expect(answer.json()).toMatchObject({ items: [{ to: mail.to, subject: mail.subject, text: null }] });
  expect(answer.body).not.toContain('secret');
  expect(await newAudit(ctx, 'mail.read')).toEqual([]);
  const { mail: state } = (await call(getDeployment, {}, 'admin')).json<{ mail: object }>();
  expect(state).toEqual({ isSmtp: true, waiting: 1 });
});
