// The pages of the demo school's documents, composed of blocks: same resource, same pages, on every machine.
import { createCoverRandom } from '#server/features/cover/cover-random.ts';
import type { AgeGroup, Level } from '#shared/vocabulary.ts';
import type { SeedResource } from './catalogue-types.ts';
import type { PdfPage } from './seed-file.ts';
import { pickBlocks } from './plan-blocks.ts';
import type { Exercise } from './plan-exercise.ts';

/** How long a class of that age lasts. */
const CLASS_MINUTES: Readonly<Record<AgeGroup, number>> = {
  'All Ages': 45,
  'Toddler (2-4)': 30,
  'Children (5-8)': 40,
  'Pre-Teen (9-12)': 45,
  'Teen (13-17)': 60,
  'Adult (18+)': 60,
  'Senior (55+)': 50,
};

const FOR_AGE: Readonly<Record<AgeGroup, string>> = {
  'All Ages': 'Mixed ages: let the oldest count and the youngest choose the direction.',
  'Toddler (2-4)': 'Two to four: every exercise is a short story, and a grown-up may dance along.',
  'Children (5-8)': 'Five to eight: show it twice, say it once, and change the task every six minutes.',
  'Pre-Teen (9-12)':
    'Nine to twelve: let pairs correct each other with one sentence that begins with “I saw”.',
  'Teen (13-17)':
    'Teens: give the reason for each exercise first, and keep the mirrors covered for the creative part.',
  'Adult (18+)': 'Adults: offer two versions of everything and name neither of them the easy one.',
  'Senior (55+)':
    'Over fifty-five: a chair within reach, turns in quarters, and time to sit between the parts.',
};

const FOR_LEVEL: Readonly<Record<Level, string>> = {
  Beginner: 'First time for most: half speed, no music for the first round.',
  Intermediate: 'They know the step: ask for both sides and a clear ending.',
  Advanced: 'Take away the mirror and the count, and ask what is left.',
  Professional: 'Work on intention: three ways to do it, each with a reason they can say aloud.',
  'Mixed Levels':
    'Three versions side by side: marking it, doing it, and doing it with a partner’s eyes closed.',
};

const COOL_DOWNS = [
  'Long stretches for calves, hips and back, lying or sitting; the last minute without music.',
  'In a circle, the day’s steps once more at half speed; everyone says one word about today.',
  'Walk the room slower and slower until standing; shake out hands and feet, and thank a partner.',
  'On the back, knees bent: eight slow breaths, then roll to one side and come up last with the head.',
  'Shoulders, neck and wrists in small circles; each dancer shows the one thing they will keep.',
] as const;

const EQUIPMENT = [
  'A speaker, water, tape for a line on the floor.',
  'Clear floor, bare feet or soft shoes, a list of names.',
  'A speaker, two cones, and the cards of the day printed once.',
  'Chairs along one wall, a drum or a table to tap on.',
] as const;

type About = Pick<SeedResource, 'title' | 'style' | 'ages' | 'level'>;

const take = <T>(list: readonly T[], at: number): T => {
  const found = list[at % list.length];
  if (found === undefined) throw new Error('A list of blocks is empty.');
  return found;
};

const tell = ({ purpose, how, cue }: Exercise) => `${purpose} ${how} Say: “${cue}.”`;

/** One page for each lesson: aim, equipment, the class by the minute, what to watch for. */
export function lessonPages(resource: About, count: number): PdfPage[] {
  const blocks = pickBlocks(resource);
  // Where in the blocks this resource begins, so that two of one style are not the same.
  const from = createCoverRandom(resource.title, 'demo plans').whole(0, 60);
  return Array.from({ length: count }, (_, index) => {
    const at = from + index;
    const age = take(resource.ages, index);
    const whole = CLASS_MINUTES[age];
    const warm = Math.round(whole * 0.2);
    const cool = Math.round(whole * 0.1);
    const creative = Math.round(whole * 0.25);
    const first = Math.round((whole - warm - cool - creative) / 2);
    const warmUp = take(blocks.warmUps, at);
    const main = take(blocks.mains, at);
    const second = take(blocks.mains, at + 1);
    const task = take(blocks.creative, at);
    return {
      heading: count === 1 ? main.name : `Lesson ${index + 1}: ${main.name}`,
      paragraphs: [
        `Aim: ${take(blocks.aims, at).toLowerCase()}.`,
        `You need: ${take(EQUIPMENT, at)}`,
        `For ${age}, ${whole} minutes. ${FOR_AGE[age]} ${FOR_LEVEL[resource.level]}`,
      ],
      timings: [
        { minutes: warm, name: `Warm-up: ${warmUp.name}`, detail: tell(warmUp) },
        { minutes: first, name: main.name, detail: tell(main) },
        {
          minutes: whole - warm - cool - creative - first,
          name: index === 0 ? `First look: ${second.name}` : second.name,
          detail: tell(second),
        },
        { minutes: creative, name: `Make something: ${task.name}`, detail: tell(task) },
        { minutes: cool, name: 'Cool-down', detail: take(COOL_DOWNS, at) },
      ],
      bullets: [take(blocks.watchFor, at), take(blocks.watchFor, at + 1)].map((text) => `Watch for: ${text}`),
    };
  });
}

const CARDS_A_PAGE = 3;

/** Exercises one by one, three on a page. */
export function cardPages(resource: About, count: number): PdfPage[] {
  const { warmUps, mains, creative } = pickBlocks(resource);
  const all = [...warmUps, ...mains, ...creative];
  const from = createCoverRandom(resource.title, 'demo cards').whole(0, 60);
  const rounds = [
    '',
    ', with a partner',
    ', travelling',
    ', in a circle',
    ', eyes closed',
    ', half speed',
    ', as a game',
  ];
  const cards = Array.from({ length: count }, (_, index) => ({
    exercise: take(all, from + index),
    round: take(rounds, Math.floor(index / all.length)),
  }));
  const pages: PdfPage[] = [];
  for (let at = 0; at < cards.length; at += CARDS_A_PAGE) {
    const shown = cards.slice(at, at + CARDS_A_PAGE);
    pages.push({
      heading: shown.length === 1 ? `Card ${at + 1}` : `Cards ${at + 1} to ${at + shown.length}`,
      paragraphs: shown.map(
        ({ exercise: { name, purpose, how }, round }, index) =>
          `${at + index + 1}. ${name}${round}. ${purpose} ${how}`,
      ),
      bullets: shown.map(({ exercise: { cue } }, index) => `Say on card ${at + index + 1}: “${cue}.”`),
    });
  }
  return pages;
}

/** How to use it, with whom, and what to look out for. */
export function guidePages(resource: About & Pick<SeedResource, 'about'>): PdfPage[] {
  const { aims, mains, watchFor } = pickBlocks(resource);
  const from = createCoverRandom(resource.title, 'demo guide').whole(0, 60);
  return [
    {
      heading: 'How to use this',
      paragraphs: resource.about,
      bullets: resource.ages.map((age) => FOR_AGE[age]),
    },
    {
      heading: 'What it is for',
      paragraphs: [FOR_LEVEL[resource.level]],
      bullets: [0, 1, 2].map((at) => take(aims, from + at)),
    },
    {
      heading: 'The words to say',
      paragraphs: [0, 1, 2, 3]
        .map((at) => take(mains, from + at))
        .map((exercise) => `${exercise.name}. ${tell(exercise)}`),
      bullets: [0, 1, 2].map((at) => `Watch for: ${take(watchFor, from + at)}`),
    },
  ];
}

/** One page to tick. */
export function checklistPages(resource: About, label: string): PdfPage[] {
  const { aims, mains, watchFor } = pickBlocks(resource);
  const from = createCoverRandom(`${resource.title}/${label}`, 'demo checklist').whole(0, 60);
  return [
    {
      heading: label,
      paragraphs: [
        `Goes with “${resource.title}”. For ${resource.ages.join(', ')}.`,
        'Tick what you have seen three times, not once.',
      ],
      bullets: [
        ...[0, 1, 2].map((at) => take(aims, from + at)),
        ...[0, 1, 2, 3, 4]
          .map((at) => take(mains, from + at))
          .map(({ name, cue }) => `${name}: ${cue.toLowerCase()}`),
        ...[0, 1].map((at) => `Checked for: ${take(watchFor, from + at)}`),
      ],
    },
  ];
}
