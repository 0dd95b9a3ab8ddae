// Opening an account.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError, type ErrorDetail } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { APPLICATION_KINDS } from '#shared/features/application/application.states.ts';
import { USERNAME_TAKEN } from '#shared/features/account/register.rules.ts';
import { findTakenNames, insertUser } from './account.queries.ts';
import { insertApplication } from '#server/features/application/application.queries.ts';
import { queueVerification } from './mail-link.service.ts';
import { refuseWeakPassword } from './password-check.ts';
import { hashPassword } from './password.ts';
import { beginSession, type Place, type SignedIn } from './sign-in.service.ts';

const EMAIL_TAKEN = 'This e-mail address already has an account. Sign in, or choose a new password.';

type Registration = {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  password: string;
  reasons: string[];
};

export async function registerPerson(ctx: AppContext, input: Registration, place: Place): Promise<SignedIn> {
  const { isRegistrationOpen, supportEmail } = await getSettings(ctx);
  if (!isRegistrationOpen) {
    throw new AppError(
      'forbidden',
      `New accounts are closed at the moment. Write to ${supportEmail} to be let in.`,
    );
  }
  const { firstName, lastName, password, reasons } = input;
  const username = input.username.normalize('NFC');
  const { email } = input;
  refuseWeakPassword(password, [username, email, firstName, lastName], 'password');
  const names = { usernameKey: identityKey(username), emailKey: identityKey(email) };
  await refuseTaken(ctx, names);
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const person = await insertUser(tx, {
      ...names,
      username,
      email,
      firstName: firstName.normalize('NFC'),
      lastName: lastName.normalize('NFC'),
      passwordHash,
      createdAt: now,
    });
    // Someone was quicker between the look above and here.
    if (!person) throw await takenError(tx, names);
    for (const kind of APPLICATION_KINDS) {
      if (reasons.includes(kind)) await insertApplication(tx, { userId: person.id, kind, createdAt: now });
    }
    await queueVerification(ctx, tx, person);
    // Where the account was opened, its owner gets in however many strangers guess elsewhere.
    const begun = await beginSession(ctx, tx, { userId: person.id, ...place });
    return { user: { ...person, needsTwoFactor: false }, ...begun };
  });
}

type Names = { usernameKey: string; emailKey: string };

async function refuseTaken(ctx: AppContext, names: Names): Promise<void> {
  const { isUsernameTaken, isEmailTaken } = await findTakenNames(ctx.db, names);
  if (isUsernameTaken || isEmailTaken) throw await takenError(ctx.db, names);
}

async function takenError(db: DbOrTx, names: Names): Promise<AppError> {
  const { isUsernameTaken, isEmailTaken } = await findTakenNames(db, names);
  const details: ErrorDetail[] = [];
  if (isUsernameTaken) details.push({ path: 'username', message: USERNAME_TAKEN });
  if (isEmailTaken) details.push({ path: 'email', message: EMAIL_TAKEN });
  return new AppError('conflict', details[0]?.message ?? USERNAME_TAKEN, details);
}
