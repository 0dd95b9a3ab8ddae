// Messages and support: two people write to each other in two windows, and a guest's question is answered and solved.
import { expectNothingFoundOnTheWay } from './axe.ts';
import { enterAs } from './enter.ts';
import { PHONE } from './looks.ts';
import { newPerson, openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { toast, visit } from './visit.ts';

test('two people write to each other, on a phone and at a desk, without reloading', async ({
  page: bo,
  openWindow,
  baseURL,
}) => {
  const ana = await openWindow({ width: PHONE });
  await openAccount(ana.request, baseURL, { ...newPerson(), firstName: 'Ana', lastName: 'Phone' });
  await openAccount(bo.request, baseURL, { ...newPerson(), firstName: 'Bo', lastName: 'Desk' });
  const { id: boId } = (await (await bo.request.get('/api/user')).json()) as { id: number };
  await visit(bo, '/messages');
  await visit(ana, `/messages/new?to=${boId}`);
  await ana.getByRole('textbox', { name: /Message to Bo/ }).fill('Do you have the music for Thursday?');
  await ana.getByRole('button', { name: 'Send' }).click();
  await bo.getByRole('link', { name: /Ana Phone/ }).click();
  await expect(bo.getByRole('log').getByText('Do you have the music for Thursday?')).toBeVisible();
  await expect(ana.getByRole('log').getByText(', seen')).toBeVisible();
  const reply = bo.getByRole('textbox', { name: /Message to Ana/ });
  // Said again every few seconds, and only to those who are connected by then.
  await expect(async () => {
    await reply.pressSequentially('.');
    await expect(ana.getByText('Bo is writing')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await reply.fill('I’ll bring it.');
  await bo.keyboard.press('Enter');
  await expect(ana.getByRole('log').getByText('I’ll bring it.')).toBeVisible();
  await ana.getByRole('textbox', { name: /Message to Bo/ }).fill('Perfect.');
  await ana.getByRole('button', { name: 'Send' }).click();
  await expect(bo.getByRole('log').getByText('Perfect.')).toBeVisible();
  // Left at once, before any pause in which a draft is saved.
  await reply.fill('And the speak');
  await bo.getByRole('link', { name: 'Messages', exact: true }).first().click();
  await bo.getByRole('link', { name: /Ana Phone/ }).click();
  await expect(reply).toHaveValue('And the speak');
  await reply.fill('And the speaker?');
  await bo.goto('/help');
  await visit(bo, '/messages');
  await bo.getByRole('link', { name: /Ana Phone/ }).click();
  await expect(reply).toHaveValue('And the speaker?');
});

test('a guest’s question is answered and solved', async ({ page, openWindow, baseURL, mailbox }) => {
  const person = newPerson();
  const subject = `Where is my receipt, asked by ${person.username}`;
  await page.setViewportSize({ width: PHONE, height: 900 });
  await visit(page, '/contact');
  await expectNothingFoundOnTheWay(page);
  await page.getByLabel('Your name').fill('Ana Ruiz');
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('What is it about?').fill(subject);
  await page.getByLabel('What happened?').fill('I paid, but there is no receipt.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: 'We got your message' })).toBeVisible();

  const admin = await openWindow();
  await enterAs(admin, 'admin', baseURL);
  await visit(admin, `/admin/messages?q=${person.username}`);
  await admin.getByRole('link', { name: subject }).click();
  await admin.getByLabel('Note for colleagues').fill('The receipt went to spam.');
  await admin.getByRole('button', { name: 'Add note' }).click();
  await expect(admin.getByRole('log').getByText('The receipt went to spam.')).toBeVisible();
  await expectNothingFoundOnTheWay(admin);
  await admin.getByLabel('Answer to Ana Ruiz').fill('We’ve sent it again. Do you see it?');
  await admin.getByRole('button', { name: 'Send answer' }).click();
  await expect(toast(admin, 'Answer sent')).toBeVisible();

  await visit(page, await mailbox.linkTo(person.email, `Re: ${subject}`));
  await expect(page.getByRole('log').getByText('We’ve sent it again. Do you see it?')).toBeVisible();
  await expect(page.getByText('The receipt went to spam.')).toBeHidden();
  await page.getByLabel('Your answer').fill('Yes, thank you.');
  await page.getByRole('button', { name: 'Send' }).click();
  // The admin's page is still open, and nobody reloads it.
  await expect(admin.getByRole('log').getByText('Yes, thank you.')).toBeVisible();
  await admin.getByLabel('Answer to Ana Ruiz').fill('Glad to hear it.');
  await admin.getByRole('button', { name: 'Send and solve' }).click();
  await expect(admin.getByLabel('State')).toHaveValue('solved');
  await visit(page, new URL(page.url()).pathname);
  await expect(page.getByText(/^Solved\./)).toBeVisible();
});
