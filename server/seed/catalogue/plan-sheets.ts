// The tables in the demo school's spreadsheets.
import type { SeedResource } from './catalogue-types.ts';
import type { SheetPlan } from './seed-file.ts';
import type { SheetKind } from './inside.ts';
import { pickBlocks } from './plan-blocks.ts';

const WEEKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const PUPILS = [
  'Ama',
  'Björn',
  'Chidi',
  'Dalia',
  'Emre',
  'Freya',
  'Goran',
  'Hana',
  'Isla',
  'Jonah',
  'Kezia',
  'Luca',
];

export function planSheet(resource: SeedResource, of: SheetKind): SheetPlan {
  return SHEETS[of](resource);
}

const SHEETS: Readonly<Record<SheetKind, (resource: SeedResource) => SheetPlan>> = {
  register: () => ({
    columns: ['Name', ...WEEKS.map((week) => `Week ${week}`), 'Present', 'What to remember'],
    rows: PUPILS.map((name, at) => {
      const marks = WEEKS.map((week) => ((at * 3 + week * 7) % 11 === 0 ? 0 : 1));
      return [
        name,
        ...marks,
        marks.reduce<number>((sum, mark) => sum + mark, 0),
        REMEMBER[at % REMEMBER.length] ?? '',
      ];
    }),
  }),
  planner: (resource) => {
    const { aims, mains, creative } = pickBlocks(resource);
    return {
      columns: ['Week', 'Aim', 'New material', 'Repeated from last week', 'Creative task', 'Minutes'],
      rows: WEEKS.map((week) => [
        week,
        aims[week % aims.length] ?? '',
        mains[week % mains.length]?.name ?? '',
        mains[(week - 1) % mains.length]?.name ?? '',
        creative[week % creative.length]?.name ?? '',
        40 + (week % 3) * 5,
      ]),
    };
  },
  rubric: (resource) => {
    const { mains } = pickBlocks(resource);
    return {
      columns: ['What to look at', 'Not yet', 'Nearly', 'Secure', 'Ready for more'],
      rows: mains.map(({ name, cue }) => [
        name,
        'Follows one count behind the group',
        'Keeps up, with reminders',
        `Does it alone: ${cue.toLowerCase()}`,
        'Can show it to someone else',
      ]),
    };
  },
  budget: () => ({
    columns: ['Item', 'Planned', 'Spent', 'Left', 'Who asks for the receipt'],
    rows: BUDGET.map(([item, planned, spent], at) => [
      item,
      planned,
      spent,
      planned - spent,
      at % 2 ? 'Office' : 'Teacher',
    ]),
  }),
  playlist: ({ music }) => ({
    columns: ['Part of class', 'Beats a minute', 'Metre', 'Counts in', 'Use it for'],
    rows: PLAYLIST.map(([part, factor, use]) => [
      part,
      Math.round((music?.bpm ?? 104) * factor),
      music?.metre ?? '4/4',
      music?.metre === '3/4' ? 6 : 8,
      use,
    ]),
  }),
  'running-order': () => ({
    columns: ['Number', 'Piece', 'Dancers', 'Minutes', 'Enters from', 'Quick change after'],
    rows: RUNNING.map(([piece, dancers, minutes], at) => [
      at + 1,
      piece,
      dancers,
      minutes,
      at % 2 ? 'Right' : 'Left',
      at % 3 === 2 ? 'Yes' : 'No',
    ]),
  }),
};

const REMEMBER = [
  'Left-handed leader',
  'Asks good questions',
  'Needs to stand in front',
  '',
  'Old knee injury',
  '',
];
const BUDGET: readonly (readonly [string, number, number])[] = [
  ['Hall hire', 620, 620],
  ['Costumes and fabric', 480, 395],
  ['Music licences', 140, 140],
  ['Printed programmes', 90, 72],
  ['Lights and one technician', 350, 380],
  ['First aid and water', 60, 41],
  ['Flowers, cards and tape', 75, 58],
];
const PLAYLIST: readonly (readonly [string, number, string])[] = [
  ['Arrival', 0.8, 'Walking the room and finding a place'],
  ['Warm-up', 0.9, 'Joints from the feet up'],
  ['Technique', 1, 'The new material, both sides'],
  ['Technique, faster', 1.12, 'The same again in the last week'],
  ['Travelling', 1.08, 'Corner to corner in pairs'],
  ['Dance', 1, 'The whole thing from the top'],
  ['Cool-down', 0.65, 'Long stretches and one quiet question'],
];
const RUNNING: readonly (readonly [string, number, number])[] = [
  ['Opening walk', 42, 2],
  ['Youngest class', 14, 3],
  ['Solo with a chair', 1, 2],
  ['Monday group', 18, 4],
  ['Duet', 2, 3],
  ['Wednesday group', 16, 4],
  ['Teachers’ surprise', 6, 2],
  ['Everyone', 42, 5],
];
