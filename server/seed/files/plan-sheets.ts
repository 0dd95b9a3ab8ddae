// The tables in the demo school's spreadsheets.
import { exercisesOf, spreadsheetTexts, type SeedResource, type SheetKind } from '../demo-data.ts';
import type { SheetPlan } from './seed-file.ts';

const WEEKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export function planSheet(resource: SeedResource, of: SheetKind): SheetPlan {
  return SHEETS[of](resource);
}

const SHEETS: Readonly<Record<SheetKind, (resource: SeedResource) => SheetPlan>> = {
  register: () => ({
    columns: ['Name', ...WEEKS.map((week) => `Week ${week}`), 'Present', 'What to remember'],
    rows: spreadsheetTexts().pupils.map((name, at) => {
      const { notes } = spreadsheetTexts();
      const marks = WEEKS.map((week) => ((at * 3 + week * 7) % 11 === 0 ? 0 : 1));
      return [
        name,
        ...marks,
        marks.reduce<number>((sum, mark) => sum + mark, 0),
        notes[at % notes.length] ?? '',
      ];
    }),
  }),
  planner: (resource) => {
    const { aims, mains, creative } = exercisesOf(resource);
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
    const { mains } = exercisesOf(resource);
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
    rows: spreadsheetTexts().budget.map(([item, planned, spent], at) => [
      item,
      planned,
      spent,
      planned - spent,
      at % 2 ? 'Office' : 'Teacher',
    ]),
  }),
  playlist: ({ music }) => ({
    columns: ['Part of class', 'Beats a minute', 'Metre', 'Counts in', 'Use it for'],
    rows: spreadsheetTexts().playlist.map(([part, factor, use]) => [
      part,
      Math.round((music?.bpm ?? 104) * factor),
      music?.metre ?? '4/4',
      music?.metre === '3/4' ? 6 : 8,
      use,
    ]),
  }),
  'running-order': () => ({
    columns: ['Number', 'Piece', 'Dancers', 'Minutes', 'Enters from', 'Quick change after'],
    rows: spreadsheetTexts().runningOrder.map(([piece, dancers, minutes], at) => [
      at + 1,
      piece,
      dancers,
      minutes,
      at % 2 ? 'Right' : 'Left',
      at % 3 === 2 ? 'Yes' : 'No',
    ]),
  }),
};
