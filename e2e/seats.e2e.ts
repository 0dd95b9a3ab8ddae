// Seats of a licence: the buyer invites a teacher, who accepts the seat, and the buyer revokes it.
import { expectNothingFoundOnTheWay } from './axe.ts';
import { resourceWithFiles } from './demo-resources.ts';
import { newPerson, openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { visit } from './visit.ts';

test('a studio assigns a seat and revokes it; the teacher’s name is on the copy', async ({
  page,
  openWindow,
  mailbox,
  baseURL,
  db,
}) => {
  const origin = baseURL ?? '';
  const { id, title } = await resourceWithFiles(db);
  const buyer = await openAccount(page.request, origin);
  const bought = await page.request.post('/api/simple-checkout', {
    headers: { origin },
    data: {
      email: buyer.email,
      name: 'Bea Buyer',
      zip: '10001',
      items: [{ itemType: 'resource', itemId: id, quantity: 3 }],
      card: { number: '4242424242424242', expMonth: 4, expYear: 2035, cvc: '123' },
    },
  });
  expect(bought.status(), await bought.text()).toBe(200);

  const teacher = { ...newPerson(), firstName: 'Mara', lastName: 'Lindqvist' };
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/my-purchases');
  await expect(page.getByText('1 of 3 seats in use')).toBeVisible();
  await page.getByRole('button', { name: `Manage seats for ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Seats' });
  await dialog.getByLabel('Invite a teacher').fill(buyer.email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('This is your own address.')).toBeVisible();
  await dialog.getByLabel('Invite a teacher').fill(teacher.email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  const seats = dialog.getByRole('list', { name: 'Assigned seats' });
  await expect(seats.getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByText('1 of 3 seats in use, 1 invited')).toBeVisible();
  await expectNothingFoundOnTheWay(page);

  // A stranger with the link learns next to nothing, and only the owner of the address can accept.
  const link = await mailbox.linkTo(teacher.email, 'You’re invited to a seat');
  const theirs = await openWindow();
  await visit(theirs, link);
  await expect(theirs.getByText(`${teacher.email[0]}…@people.example`)).toBeVisible();
  await expect(theirs.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expectNothingFoundOnTheWay(theirs);
  await openAccount(theirs.request, origin, teacher);
  await visit(theirs, link);
  await expect(theirs.getByText(`Confirm that ${teacher.email} is yours`)).toBeVisible();
  await visit(theirs, await mailbox.linkTo(teacher.email, 'Confirm your address'));
  await expect(theirs.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
  await visit(theirs, link);
  await theirs.getByRole('button', { name: 'Accept seat' }).click();
  await theirs.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(theirs.getByText(/^Licensed to Mara Lindqvist, seat of Ida Quist, RV-\d{6}$/)).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, '/studio?by=teacher');
  await expect(page.getByRole('heading', { name: 'Mara Lindqvist' })).toBeVisible();
  await expectNothingFoundOnTheWay(page);
  await page.getByRole('button', { name: `Manage the seats of ${title}` }).click();
  await page.getByRole('button', { name: 'Revoke from Mara Lindqvist' }).click();
  const question = page.getByRole('alertdialog', { name: 'Revoke the seat of Mara Lindqvist?' });
  await question.getByRole('button', { name: 'Revoke seat' }).click();
  await expect(page.getByRole('heading', { name: 'No teachers yet' })).toBeVisible();

  await theirs.reload();
  await expect(theirs.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible();
  await expect(theirs.getByText('Licensed to')).toHaveCount(0);
});
