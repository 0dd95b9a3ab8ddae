// The security pages: authenticator app, password, address, sessions and data.
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { openAccount, type Person } from './people.ts';
import { expect, test } from './test.ts';
import { go, saved, signIn, visit, toast } from './visit.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name });
const HALF_MINUTE = 30_000;

async function enterAsNew(page: Page, baseURL = ''): Promise<Person> {
  const person = await openAccount(page.request, baseURL);
  await visit(page, '/profile/security');
  await expect(page.getByText('This device')).toBeVisible();
  return person;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Ida Quist' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
}

test('confirms their address to set up an authenticator app, signs in with it and with a recovery code, and turns it off', async ({
  page,
  baseURL,
  mailbox,
}) => {
  const person = await enterAsNew(page, baseURL);
  const app = part(page, 'Authenticator app');
  await test.step('an app requires a confirmed address', async () => {
    await expect(app).toContainText('Confirm your email address first: open the link we sent to');
    await expect(app.getByRole('button', { name: 'Set up an authenticator app' })).toHaveCount(0);
    await app.getByRole('button', { name: 'Send the confirmation email again' }).click();
    await expect(app).toContainText(`We sent a new link to ${person.email}`);
    await visit(page, await mailbox.linkTo(person.email, 'Confirm your address'));
    await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
    await go(page, '/profile/security');
  });
  await app.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(app.getByLabel('Your password')).toBeFocused();
  await page.keyboard.type('not my password');
  await page.keyboard.press('Enter');
  await expect(app.getByLabel('Your password')).toHaveAccessibleDescription(/not your password/);
  await app.getByLabel('Your password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(app.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const shown = await app.locator('.secret').textContent();
  await expect(app.getByRole('link', { name: 'open it in the app' })).toHaveAttribute('href', /^otpauth:/);
  const totp = new TOTP({ secret: Secret.fromBase32((shown ?? '').replaceAll(' ', '')) });
  const wrongCode = totp.generate({ timestamp: 0 });
  await app.getByLabel('Authenticator code').fill(wrongCode);
  await page.keyboard.press('Enter');
  await expect(app.getByLabel('Authenticator code')).toHaveAccessibleDescription(/didn’t work|didn't work/);
  await app.getByLabel('Authenticator code').fill(totp.generate());
  await page.keyboard.press('Enter');

  const shownCodes = app.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shownCodes).toHaveCount(10);
  const codes = await shownCodes.allTextContents();
  const download = page.waitForEvent('download');
  await app.getByRole('button', { name: 'Download codes' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await app.getByRole('button', { name: 'Done' }).click();
  await expect(app.getByLabel('I’ve saved these codes')).toHaveAccessibleDescription(/somewhere safe/);
  await app.getByLabel('I’ve saved these codes').check();
  await app.getByRole('button', { name: 'Done' }).click();
  await expect(app).toContainText('10 recovery codes left');

  await signOut(page);
  await visit(page, '/auth');
  await signIn(page, person.username, person.password);
  const code = page.getByLabel('Authenticator code');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await expect(toast(page, 'Login failed')).toHaveCount(0);
  await code.fill(wrongCode);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Login failed')).toContainText('That code didn’t work.');
  await expect(code).toHaveAccessibleDescription(/didn’t work|didn't work/);
  await expect(page.getByLabel('Username')).toHaveValue(person.username);
  // The code that turned it on is used up; the next one is accepted early.
  await code.fill(totp.generate({ timestamp: Date.now() + HALF_MINUTE }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/user');

  await signOut(page);
  await visit(page, '/auth');
  await signIn(page, person.username, person.password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/user');

  await visit(page, '/profile/security');
  await expect(app).toContainText('9 recovery codes left');
  await app.getByRole('button', { name: 'Get new recovery codes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: 'Get new codes' }).click();
  await expect(shownCodes).toHaveCount(10);
  const [fresh = ''] = await shownCodes.allTextContents();
  await app.getByLabel('I’ve saved these codes').check();
  await app.getByRole('button', { name: 'Done' }).click();
  await app.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByLabel('Authenticator code').fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog.getByLabel('Authenticator code')).toHaveAccessibleDescription(
    /didn’t work|didn't work/,
  );
  await dialog.getByLabel('Authenticator code').fill(fresh);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(toast(page, 'Two-factor sign-in turned off')).toBeVisible();
  await expect(app).toContainText('You sign in with your password only.');
});

test('signs out devices, changes password and address, downloads the data and deletes the account', async ({
  page,
  playwright,
  mailbox,
  baseURL: siteAddress,
}) => {
  const baseURL = siteAddress ?? '';
  const person = await enterAsNew(page, baseURL);
  const enter = async (userAgent: string) => {
    const device = await playwright.request.newContext({ baseURL, userAgent });
    const data = { username: person.username, password: person.password };
    expect((await device.post('/api/login', { data, headers: { origin: baseURL } })).status()).toBe(200);
    return device;
  };
  const firefox = await enter('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
  const iphone = await enter(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  );
  await page.reload();
  const devices = part(page, 'Where you’re signed in').getByRole('listitem');
  await expect(devices).toHaveCount(3);
  const current = devices.filter({ hasText: 'This device' });
  await expect(current).toContainText('last seen just now');
  await expect(current.getByRole('button')).toHaveCount(0);
  await devices
    .filter({ hasText: 'Firefox' })
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(devices).toHaveCount(2);
  expect((await firefox.get('/api/user')).status()).toBe(401);
  expect((await iphone.get('/api/user')).status()).toBe(200);

  const section = part(page, 'Password');
  await section.getByLabel('Current password').fill('not my password');
  await section.getByLabel('New password').fill('lantern cobble meadow 7');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(section.getByLabel('Current password')).toHaveAccessibleDescription(/not your password/);
  await section.getByLabel('Current password').fill(person.password);
  await section.getByLabel('New password').fill(`${person.username}1`);
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(section.getByLabel('New password')).toHaveAccessibleDescription(/your own name/);
  await section.getByLabel('New password').fill('lantern cobble meadow 7');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(toast(page, 'Password changed')).toBeVisible();
  await expect(section.getByLabel('New password')).toHaveValue('');
  await expect(devices).toHaveCount(1);
  expect((await iphone.get('/api/user')).status()).toBe(401);
  await Promise.all([firefox.dispose(), iphone.dispose()]);
  const password = 'lantern cobble meadow 7';

  const address = part(page, 'Email address');
  await expect(address).toContainText('Not confirmed');
  const change = address.getByRole('button', { name: 'Change email address' });
  await address.getByLabel('New email address').fill('member@releve.example');
  await address.getByLabel('Your password').fill(password);
  await change.click();
  await expect(address.getByLabel('New email address')).toHaveAccessibleDescription(
    /already an account with this email address/,
  );
  const wanted = `new-${person.email}`;
  await address.getByLabel('New email address').fill(wanted);
  await change.click();
  await expect(address).toContainText(`Open the link we sent to ${wanted}`);
  await visit(page, await mailbox.linkTo(wanted, 'Confirm your new address'));
  await expect(page.getByText(`From now on we’ll use ${wanted}.`)).toBeVisible();
  await go(page, '/profile/security');
  await expect(address).toContainText('Confirmed');
  await expect(address).toContainText(wanted);
  await expect(address).not.toContainText('Open the link');

  await page
    .getByRole('navigation', { name: 'Your account' })
    .getByRole('link', { name: 'Your data' })
    .click();
  await expect(page).toHaveURL('/profile/data');
  const reminders = page.getByRole('switch', { name: 'Remind me about items left in my cart' });
  await expect(reminders).toBeChecked();
  await saved(page, () => reminders.click());
  await expect(reminders).not.toBeChecked();
  await page.reload();
  await expect(reminders).not.toBeChecked();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await (await download).createReadStream();
  const text = (await file.toArray()).join('');
  expect(JSON.parse(text)).toBeTruthy();
  expect(text).toContain(wanted);
  expect((await download).suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete the account “${person.username}”?` });
  // What they would lose arrives first.
  await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeEnabled();
  await dialog.getByLabel('Your password').fill('not my password');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(/not your password/);
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(toast(page, 'Account deleted')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await signIn(page, person.username, password);
  await expect(page.getByRole('main')).toContainText('Invalid username or password.');
});
