// The demo school, and the six of its people anyone can be.
import type { Db } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { hasPeople } from '#server/features/account/account.queries.ts';
import { hashPassword } from '#server/features/account/password.ts';
import { fillSchool } from './demo-school.ts';
import type { SeedPerson } from './seed-person.ts';
import { lockSeeding } from './seed.queries.ts';

export const DEMO_PASSWORD = 'dance-demo-2026';

export const DEMO_PEOPLE = [
  {
    username: 'admin',
    firstName: 'Mireille',
    lastName: 'Okafor',
    roles: ['admin'],
    joined: 410,
    bio: 'I keep the lights on here. Before that I ran a school of four studios in Lyon for eleven years, and danced in other people’s kitchens whenever they let me.\n\nIf something on the site gets in the way of your teaching, write to me.',
    danceStyles: ['Contemporary', 'Modern'],
    links: [{ label: 'Studio notes', url: 'https://notes.releve.example/mireille' }],
  },
  {
    username: 'officer',
    firstName: 'Tomasz',
    lastName: 'Lind',
    roles: ['curriculum_officer'],
    joined: 402,
    bio: 'Curriculum officer. I read every lesson plan before it reaches the store and answer within three working days. Trained as a folk dancer in Kraków, then as a school inspector, which explains the red pen.',
    danceStyles: ['Ballroom', 'Folk'],
    links: [{ label: 'How I review material', url: 'https://notes.releve.example/review-guide' }],
  },
  {
    username: 'seller',
    firstName: 'Odile',
    lastName: 'Marchetti',
    roles: ['seller'],
    joined: 356,
    bio: 'I write ballet material for teachers who have forty minutes, no pianist and a corridor next door. Twenty years at the barre in Turin; the last eight of them teaching six-year-olds, who are the strictest examiners there are.',
    danceStyles: ['Ballet', 'Contemporary'],
    links: [
      { label: 'Marchetti Ballet Studio', url: 'https://marchetti-ballet.releve.example/' },
      { label: 'Free warm-up cards', url: 'https://marchetti-ballet.releve.example/warm-up' },
    ],
  },
  {
    username: 'instructor',
    firstName: 'Inés',
    lastName: 'Valdivia',
    roles: ['instructor'],
    joined: 331,
    bio: 'Flamenco and Latin technique from Granada, now in Rotterdam. I teach workshops for school teachers: clear counts, a lot of clapping, nobody left standing at the wall.\n\nI travel with my own speaker and answer messages in Spanish, English and Dutch.',
    danceStyles: ['Latin', 'Folk'],
    links: [{ label: 'Workshop calendar', url: 'https://ines-valdivia.releve.example/calendar' }],
  },
  {
    username: 'member',
    firstName: 'Nell',
    lastName: 'Abara',
    roles: ['user'],
    joined: 214,
    bio: 'PE teacher at a primary school in Bristol. I was handed the dance unit in September and have been learning one week ahead of the children ever since.',
    danceStyles: ['Hip Hop', 'Jazz'],
    links: [],
  },
  {
    username: 'multi',
    firstName: 'Marcus',
    lastName: 'Oyelaran',
    roles: ['seller', 'instructor'],
    joined: 298,
    bio: 'Breaker since 1998, teacher since 2006. I run a youth programme in Leeds, sell the lesson plans that survived it, and come to schools that want to see the real thing before they put it on the timetable.',
    danceStyles: ['Hip Hop', 'Breakdance'],
    links: [
      { label: 'Ground Up youth programme', url: 'https://ground-up.releve.example/' },
      { label: 'Watch a class', url: 'https://ground-up.releve.example/classes' },
    ],
  },
] as const satisfies SeedPerson[];

export type DemoName = (typeof DEMO_PEOPLE)[number]['username'];

/** On the first start only: someone who was removed, or whose name was changed, must not come back. */
export async function seedDemo(db: Db, now = new Date()): Promise<void> {
  if (await hasPeople(db)) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await inTransaction(db, async (tx) => {
    await lockSeeding(tx);
    if (await hasPeople(tx)) return;
    await fillSchool(tx, { people: DEMO_PEOPLE, passwordHash, now });
  });
}
