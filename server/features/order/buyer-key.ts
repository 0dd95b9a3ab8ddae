// Whose a line of an order is. The same thing is not sold twice to one account. A guest's lines are nobody's until an
// account proves the address: refusing a second sale to an address would tell strangers what its owner has.
import { randomUUID } from 'node:crypto';

export function buyerKey({ userId }: { userId: number | null }): string {
  return userId === null ? `g-${randomUUID()}` : `u${userId}`;
}
