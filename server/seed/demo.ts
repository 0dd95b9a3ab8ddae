// The demo school: who lives in it. Running it again changes nothing.
import type { Db } from '#server/db/client.ts';
import { hasPeople } from '#server/features/account/account.queries.ts';
import { hashPassword } from '#server/features/account/password.ts';
import { createPerson, type NewPerson } from './factories.ts';

export const DEMO_PASSWORD = 'dance-demo-2026';

export const DEMO_PEOPLE = [
  { username: 'admin', firstName: 'Mireille', lastName: 'Okafor', roles: ['admin'] },
  { username: 'officer', firstName: 'Tomasz', lastName: 'Lind', roles: ['curriculum_officer'] },
  { username: 'seller', firstName: 'Odile', lastName: 'Marchetti', roles: ['seller'] },
  { username: 'instructor', firstName: 'Inés', lastName: 'Valdivia', roles: ['instructor'] },
  { username: 'member', firstName: 'Nell', lastName: 'Abara', roles: ['user'] },
  { username: 'multi', firstName: 'Marcus', lastName: 'Oyelaran', roles: ['seller', 'instructor'] },
] as const satisfies (Omit<NewPerson, 'roles'> & { roles: readonly string[] })[];

export type DemoName = (typeof DEMO_PEOPLE)[number]['username'];

/** On the first start only: someone who was removed, or whose name was changed, must not come back. */
export async function seedDemo(db: Db): Promise<void> {
  if (await hasPeople(db)) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const person of DEMO_PEOPLE)
    await createPerson(db, { ...person, roles: [...person.roles], passwordHash });
}
