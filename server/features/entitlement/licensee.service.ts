// Whose copy it is and by what licence: beside the downloads, and in the foot of every page of a PDF.
import type { AppContext } from '#server/context.ts';
import { fullNameOf } from '#shared/names.ts';
import type { Item } from './entitlement.service.ts';
import { findLicenceOf, type LicenceOfPerson } from './licensee.queries.ts';

type Person = { id: number; firstName: string; lastName: string; username: string };
export type Licensee = { name: string; licence: string };

/** Null: nothing gives it to them. */
export async function findLicensee(ctx: AppContext, person: Person, item: Item): Promise<Licensee | null> {
  const found = await findLicenceOf(ctx.db, { userId: person.id, ...item, now: ctx.clock.now() });
  return found && { name: fullNameOf(person), licence: licenceIn(found) };
}

function licenceIn({ cause, number, studio }: LicenceOfPerson): string {
  if (cause === 'seat') return [studio && `seat of ${studio}`, number].filter(Boolean).join(', ');
  if (cause === 'order_line') return number ?? 'bought';
  return { membership: 'by membership', grant: 'complimentary copy', free: 'free copy' }[cause];
}
