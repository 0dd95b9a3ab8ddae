// Fills the demo school's shops and courses.
import type { Tx } from '#server/db/client.ts';
import type { SeedPerson } from '../seed-person.ts';

type School = { people: readonly SeedPerson[]; idOf: (username: string) => number; now: Date };

export async function fillCatalogue(_tx: Tx, _school: School): Promise<void> {}
