// The pages of the demo school's documents, composed from exercises: the same for a resource on every machine.
import { createCoverRandom } from '#server/features/cover/cover-stage.ts';
import { exercisesOf, lessonPlanTexts, type Exercise, type SeedResource } from '../demo-data.ts';
import type { PdfPage } from './seed-file.ts';

type About = Pick<SeedResource, 'title' | 'style' | 'ages' | 'level'>;

const take = <T>(list: readonly T[], at: number): T => {
  const found = list[at % list.length];
  if (found === undefined) throw new Error('A list of exercises is empty.');
  return found;
};

const tell = ({ purpose, how, cue }: Exercise) => `${purpose} ${how} Say: “${cue}.”`;

/** One page for each lesson: aim, equipment, the class by the minute, what to watch for. */
export function lessonPages(resource: About, count: number): PdfPage[] {
  const blocks = exercisesOf(resource);
  const texts = lessonPlanTexts();
  // Each resource starts at another exercise, so that two of one style differ.
  const from = createCoverRandom(resource.title, 'demo plans').whole(0, 60);
  return Array.from({ length: count }, (_, index) => {
    const at = from + index;
    const age = take(resource.ages, index);
    const whole = texts.minutes[age];
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
        `You need: ${take(texts.equipment, at)}`,
        `For ${age}, ${whole} minutes. ${texts.forAge[age]} ${texts.forLevel[resource.level]}`,
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
        { minutes: cool, name: 'Cool-down', detail: take(texts.coolDowns, at) },
      ],
      bullets: [take(blocks.watchFor, at), take(blocks.watchFor, at + 1)].map((text) => `Watch for: ${text}`),
    };
  });
}

const CARDS_A_PAGE = 3;

/** Exercises one by one, three on a page. */
export function cardPages(resource: About, count: number): PdfPage[] {
  const { warmUps, mains, creative } = exercisesOf(resource);
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
  const { aims, mains, watchFor } = exercisesOf(resource);
  const from = createCoverRandom(resource.title, 'demo guide').whole(0, 60);
  return [
    {
      heading: 'How to use this',
      paragraphs: resource.about,
      bullets: resource.ages.map((age) => lessonPlanTexts().forAge[age]),
    },
    {
      heading: 'What it is for',
      paragraphs: [lessonPlanTexts().forLevel[resource.level]],
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
  const { aims, mains, watchFor } = exercisesOf(resource);
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
