// Opening an account: names that many want at once.
import { expect, it } from 'vitest';
import { register } from '#shared/features/account/account.contract.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { call } = await testApp();

const open = (at: number, names: { username: string; email: string }) =>
  call(register, {
    from: `10.8.0.${at}`,
    body: { firstName: 'Ana', lastName: 'Ruiz', password: 'seven-quiet-relevés', ...names },
  });

it('gives a username to one of many who want it at once, whatever its case and Unicode form', async () => {
  const forms = ['zoë-dance', 'ZOË-DANCE', 'zoe\u0308-dance', 'Zoë-Dance'];
  const bodies = Array.from({ length: 24 }, (_, at) => ({
    username: forms[at % forms.length] ?? '',
    email: `zoe-${at}@releve.example`,
  }));
  const answers = await Promise.all(bodies.map((names, at) => open(at, names)));
  expect(statusesOf(answers)).toEqual([200, ...Array<number>(23).fill(409)]);
  const refused = answers.find((answer) => answer.statusCode === 409);
  expect(refused?.json()).toMatchObject({
    code: 'conflict',
    message: 'Username already exists',
    details: [{ path: 'username', message: 'Username already exists' }],
  });
});

it('gives an email address to one of many', async () => {
  const bodies = Array.from({ length: 12 }, (_, at) => ({
    username: `shares-${at}`,
    email: at % 2 ? 'shared@releve.example' : 'Shared@Releve.example',
  }));
  const answers = await Promise.all(bodies.map((names, at) => open(at, names)));
  expect(statusesOf(answers)).toEqual([200, ...Array<number>(11).fill(409)]);
  expect(answers.find((answer) => answer.statusCode === 409)?.json()).toMatchObject({
    details: [{ path: 'email' }],
  });
});
