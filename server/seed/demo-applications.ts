// Who asked to sell or to teach, and what became of it.
import type { ApplicationKind } from '#shared/features/application/application.states.ts';

type Filed = {
  by: string;
  kind: ApplicationKind;
  /** Days before the seeding moment. */
  filed: number;
  note: string;
};
type Decision = { decided: number; by: string | null } & (
  | { state: 'approved' | 'withdrawn' }
  | { state: 'declined'; reason: string }
);

export type SeedApplication = Filed & { decision?: Decision };

export const APPLICATIONS: readonly SeedApplication[] = [
  {
    by: 'kofi.mensah',
    kind: 'sell',
    filed: 170,
    note: 'Twelve lesson plans on Ghanaian social dances with audio I recorded myself. I hold all the rights and can show the agreements with the drummers.',
    decision: { state: 'approved', decided: 168, by: 'officer' },
  },
  {
    by: 'lucia_f',
    kind: 'teach',
    filed: 158,
    note: 'I have taught salsa in four secondary schools in Valencia since 2017 and would like to be booked for teacher days.',
    decision: { state: 'approved', decided: 155, by: 'admin' },
  },
  {
    by: 'priya.raghu',
    kind: 'sell',
    filed: 114,
    note: 'Story-based units for ages 5 to 11, tested in nine London primary schools, with assessment sheets.',
    decision: { state: 'approved', decided: 112, by: 'officer' },
  },
  {
    by: 'priya.raghu',
    kind: 'teach',
    filed: 110,
    note: 'Workshops on rhythm and storytelling, in person around London or online.',
    decision: { state: 'approved', decided: 108, by: 'admin' },
  },
  {
    by: 'zeynep.y',
    kind: 'teach',
    filed: 86,
    note: 'MA in dance pedagogy from Mimar Sinan University. I teach improvisation to adults and to teachers.',
    decision: { state: 'approved', decided: 83, by: 'admin' },
  },
  {
    by: 'mateus.dc',
    kind: 'sell',
    filed: 65,
    note: 'Video lessons on capoeira basics with a teacher’s guide in English and Portuguese.',
    decision: { state: 'approved', decided: 61, by: 'officer' },
  },
  {
    by: 'j.okonkwo',
    kind: 'sell',
    filed: 60,
    note: 'I want to sell tickets for events and other things.',
    decision: {
      state: 'declined',
      decided: 58,
      by: 'officer',
      reason: 'The store is for teaching material only. Tickets and events cannot be sold here.',
    },
  },
  {
    by: 'ingrid.h',
    kind: 'teach',
    filed: 47,
    note: 'I would love to try teaching. I have been dancing swing for two years.',
    decision: {
      state: 'declined',
      decided: 45,
      by: 'admin',
      reason:
        'Please come back with some teaching experience: one term with a group of your own, and someone we can ask about it.',
    },
  },
  {
    by: 'noor',
    kind: 'teach',
    filed: 39,
    note: 'Ten years of street dance workshops for schools in Flanders; references from the city’s youth office are attached to my site.',
    decision: { state: 'approved', decided: 37, by: 'admin' },
  },
  {
    by: 'yara',
    kind: 'sell',
    filed: 33,
    note: 'A set of dabke cards for classroom use.',
    decision: { state: 'withdrawn', decided: 30, by: null },
  },
  {
    by: 'giulia.b',
    kind: 'sell',
    filed: 9,
    note: 'Printable posters of the five positions and a term of creative ballet for ages 3 to 5. Illustrated by my sister, who has agreed in writing. Samples are ready.',
  },
  {
    by: 'tau',
    kind: 'teach',
    filed: 8,
    note: 'Pantsula and gumboot dance from Johannesburg. I have led workshops at six schools and two universities and am free on weekdays.',
  },
  {
    by: 'eloise.p',
    kind: 'teach',
    filed: 6,
    note: 'State diploma in jazz dance (Diplôme d’État), fifteen years at a conservatoire in Nantes. I can teach in French and English.',
  },
  {
    by: 'katarzyna',
    kind: 'sell',
    filed: 5,
    note: 'Polish folk dances step by step: notation, music and short films for each of the five national dances. Used in eleven schools so far.',
  },
  {
    by: 'marisol',
    kind: 'sell',
    filed: 3,
    note: 'Marinera and huayno for beginners. Two booklets in Spanish and English, with drawings of every figure and the music on loan from my own group.',
  },
  {
    by: 'hyacinth',
    kind: 'teach',
    filed: 2,
    note: 'Soca and Caribbean folk forms. I trained in Castries, teach at a community hall in Birmingham three evenings a week and have an enhanced background check.',
  },
];
