// Makes rows with sensible values for whatever is not named: the demo school and the tests are both built with these.
import type { DbOrTx } from '#server/db/client.ts';
import { insertUser } from '#server/features/account/account.queries.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type { Role } from '#shared/roles.ts';

export type NewPerson = {
  username: string;
  firstName?: string;
  lastName?: string;
  roles?: [Role, ...Role[]];
  /** Left out: nobody can sign in with a password. */
  passwordHash?: string;
};

/** Null when that username or e-mail address is already someone's. */
export function createPerson(db: DbOrTx, person: NewPerson) {
  const { username, firstName = 'Ana', lastName = 'Ruiz', roles = ['user'], passwordHash = 'none' } = person;
  const email = `${username}@releve.example`;
  return insertUser(db, {
    username,
    usernameKey: identityKey(username),
    email,
    emailKey: identityKey(email),
    firstName,
    lastName,
    role: roles[0],
    roles,
    passwordHash,
    emailVerifiedAt: new Date('2026-01-10T09:00:00Z'),
  });
}
