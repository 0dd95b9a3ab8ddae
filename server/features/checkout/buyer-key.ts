// Whose a line of an order is: the same thing is not sold twice to one person, nor to one address.
import { identityKey } from '#shared/features/account/account.rules.ts';

export function buyerKey({ userId, email }: { userId: number | null; email: string }): string {
  return userId === null ? `e${identityKey(email)}` : `u${userId}`;
}
