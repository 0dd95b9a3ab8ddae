// The content of the demo school, read from data/*.json and checked on first use. What happens with it (who buys what,
// when) is decided by the code beside it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { APPLICATION_KINDS } from '#shared/features/application/application.states.ts';
import { COUPON_ITEM_KINDS } from '#shared/features/coupon/coupon.states.ts';
import { LESSON_KINDS } from '#shared/features/course/course.rules.ts';
import { LICENCES, METRES } from '#shared/features/resource/resource.rules.ts';
import { RESOURCE_STATES } from '#shared/features/resource/resource.states.ts';
import { ROLES } from '#shared/roles.ts';
import {
  AGE_GROUPS,
  COURSE_KINDS,
  DANCE_STYLES,
  type DanceStyle,
  LEVELS,
  RESOURCE_TYPES,
} from '#shared/vocabulary.ts';

const DATA = path.join(import.meta.dirname, 'data');

export function load<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(JSON.parse(readFileSync(path.join(DATA, file), 'utf8')));
  if (!read.success) throw new Error(`server/seed/data/${file} is invalid:\n${z.prettifyError(read.error)}`);
  return read.data;
}

const text = z.string().min(1);
const paragraphs = z.array(text).min(1);
const style = z.enum(DANCE_STYLES);
const ages = z.tuple([z.enum(AGE_GROUPS)], z.enum(AGE_GROUPS));
const level = z.enum(LEVELS);
/** Days before the moment of seeding. */
const daysAgo = z.int().min(0);
const username = text;
const dollars = z.number().min(0);

const user = z.strictObject({
  username,
  firstName: text,
  lastName: text,
  roles: z.tuple([z.enum(ROLES)], z.enum(ROLES)),
  joined: daysAgo,
  bio: text.optional(),
  danceStyles: z.array(style).optional(),
  links: z.array(z.strictObject({ label: text, url: z.url() })).optional(),
  isUnverified: z.literal(true).optional(),
  suspendedReason: text.optional(),
});
export type SeedUser = z.output<typeof user>;

/** `demo`: those anyone can sign in as. `others`, oldest first, have no password. */
export const demoUsers = lazy(() =>
  load('users.json', z.strictObject({ demo: z.array(user), others: z.array(user) })),
);

const decision = { decided: daysAgo, by: username.nullable() };
const application = z.strictObject({
  by: username,
  kind: z.enum(APPLICATION_KINDS),
  filed: daysAgo,
  note: text,
  decision: z
    .discriminatedUnion('state', [
      z.strictObject({ ...decision, state: z.enum(['approved', 'withdrawn']) }),
      z.strictObject({ ...decision, state: z.literal('declined'), reason: text }),
    ])
    .optional(),
});
export const demoApplications = lazy(() => load('applications.json', z.array(application)));

const seller = z.strictObject({
  seller: username,
  name: text,
  slug: text,
  /** Of the banner. */
  style,
  tagline: text,
  about: paragraphs,
  policies: text,
});
export type SeedSeller = z.output<typeof seller>;
export const demoSellers = lazy(() => load('sellers.json', z.array(seller)));

const metre = z.enum(METRES);
const label = text;
/** What a buyer finds in a resource; file-plan.ts turns each into a file. */
const contents = z.discriminatedUnion('part', [
  z.strictObject({ part: z.literal('plans'), label, count: z.int() }),
  z.strictObject({ part: z.literal('cards'), label, count: z.int() }),
  z.strictObject({ part: z.literal('guide'), label }),
  z.strictObject({ part: z.literal('checklist'), label }),
  z.strictObject({ part: z.literal('track'), label, bpm: z.int().optional(), metre: metre.optional() }),
  z.strictObject({ part: z.literal('clip'), label }),
  z.strictObject({ part: z.literal('picture'), label }),
  z.strictObject({
    part: z.literal('sheet'),
    label,
    of: z.enum(['register', 'planner', 'rubric', 'budget', 'playlist', 'running-order']),
  }),
  z.strictObject({ part: z.literal('words'), label }),
]);
export type Inside = z.output<typeof contents>;
export type SheetKind = Extract<Inside, { part: 'sheet' }>['of'];

const resource = z.strictObject({
  /** Unique. */
  title: text,
  type: z.enum(RESOURCE_TYPES),
  style,
  ages,
  level,
  category: text,
  price: dollars,
  tags: z.array(text),
  published: daysAgo,
  about: paragraphs,
  inside: z.array(contents).min(1),
  licence: z.enum(LICENCES).optional(),
  /** For music only. */
  music: z.strictObject({ bpm: z.int(), metre }).optional(),
  isFeatured: z.literal(true).optional(),
  /** Published if absent. */
  state: z.enum(RESOURCE_STATES).exclude(['published']).optional(),
  stateReason: text.optional(),
});
export type SeedResource = z.output<typeof resource>;

/** One file per seller; oldest first. */
export const demoResources = lazy(() =>
  demoSellers()
    .flatMap(({ seller, slug }) =>
      load(`resources/${slug}.json`, z.array(resource)).map((each) => ({ ...each, seller })),
    )
    .toSorted((a, b) => b.published - a.published),
);

const course = z.strictObject({
  kind: z.enum(COURSE_KINDS),
  instructor: username,
  category: text,
  title: text,
  shortName: text,
  tagline: text,
  about: paragraphs,
  style,
  ages,
  level,
  outcomes: paragraphs,
  requirements: paragraphs,
  /** Short names of courses to finish first. */
  prerequisites: z.array(text).optional(),
  price: dollars,
  weeks: z.int(),
  hoursPerWeek: z.int(),
  /** For certifications only. */
  certificate: z.strictObject({ creditHours: z.int(), validMonths: z.int().nullable() }).optional(),
  published: daysAgo,
  isFeatured: z.literal(true).optional(),
  modules: z.array(
    z.strictObject({
      title: text,
      summary: text,
      lessons: z
        .array(z.strictObject({ kind: z.enum(LESSON_KINDS), title: text, minutes: z.int(), body: text }))
        .min(1),
      quiz: z.strictObject({ title: text, questions: z.int() }).optional(),
    }),
  ),
});
export type SeedCourse = z.output<typeof course>;

/** One file per course; oldest first. */
export const demoCourses = lazy(() =>
  readdirSync(path.join(DATA, 'courses'))
    .toSorted()
    .map((file) => load(`courses/${file}`, course))
    .toSorted((a, b) => b.published - a.published),
);

/** Which recording of server/seed/media a lesson gets: by the course's short name, the lesson's title and the clip's slug. */
export const demoLessonMedia = lazy(() =>
  load('lesson-media.json', z.array(z.strictObject({ course: text, lesson: text, clip: text }))),
);

/** One way of asking each, by which fields are there: `right` and `wrong` make a single choice, `all` several. */
const seedQuestion = z.strictObject({
  ask: text,
  right: text.optional(),
  wrong: z.array(text).optional(),
  all: z.array(text).optional(),
  others: z.array(text).optional(),
  isTrue: z.boolean().optional(),
  words: z.array(text).optional(),
  number: z.number().optional(),
  tolerance: z.number().optional(),
  unit: z.string().optional(),
  order: z.array(text).optional(),
  pairs: z.record(text, text).optional(),
  guidance: text.optional(),
  why: text.optional(),
  /** Which lesson of the module says so. */
  lesson: z.int(),
});
export type SeedQuestion = z.output<typeof seedQuestion>;

/** About a picture or clip of server/seed/media: where to point, or which moment is meant. */
const shownQuestion = z.strictObject({
  ask: text,
  file: text,
  alt: text.optional(),
  areas: z.array(z.record(z.enum(['x', 'y', 'width', 'height']), z.number())).optional(),
  from: z.number().optional(),
  to: z.number().optional(),
  why: text,
  lesson: z.int(),
});
export type ShownQuestion = z.output<typeof shownQuestion>;

const quizzesOfCourse = z.strictObject({
  course: text,
  quizzes: z.array(
    z.strictObject({
      module: z.int(),
      questions: z.array(seedQuestion).min(1),
      shown: z.array(shownQuestion).default([]),
      /** Questions in the bank of the course, with the module's tag, of which an attempt draws so many. */
      bank: z.strictObject({ tag: text, draws: z.int(), questions: z.array(seedQuestion) }).optional(),
    }),
  ),
});

export const quizFiles = lazy(() =>
  readdirSync(path.join(DATA, 'quizzes')).map((file) => load(`quizzes/${file}`, quizzesOfCourse)),
);

/** Questions by the course's short name and the position of the module. One file per course. */
export const demoQuizzes = lazy((): Record<string, Record<number, SeedQuestion[]>> => {
  return Object.fromEntries(
    quizFiles().map(({ course, quizzes }) => [
      course,
      Object.fromEntries(quizzes.map(({ module, questions }) => [module, questions])),
    ]),
  );
});

const bundle = z.strictObject({
  title: text,
  about: text,
  /** Put together by staff if absent. */
  seller: username.optional(),
  price: dollars,
  published: daysAgo,
  /** By title. */
  resources: z.array(text),
  /** By short name. */
  courses: z.array(text).optional(),
});
export const demoBundles = lazy(() => load('bundles.json', z.array(bundle)));

/** Days from the moment of seeding; negative is in the past. */
const inDays = z.int();
const coupon = z.strictObject({
  code: text,
  /** A platform coupon if absent. */
  seller: username.optional(),
  percent: z.int().optional(),
  dollars: dollars.optional(),
  note: text,
  kinds: z.array(z.enum(COUPON_ITEM_KINDS)).optional(),
  /** By title. */
  bundle: text.optional(),
  starts: inDays.optional(),
  ends: inDays.optional(),
  maxUses: z.int().optional(),
  maxPerPerson: z.int().optional(),
  minimum: dollars.optional(),
  isFirstOrderOnly: z.literal(true).optional(),
  isOff: z.literal(true).optional(),
  made: daysAgo,
});
export const demoCoupons = lazy(() => load('coupons.json', z.array(coupon)));

const reviewText = z.union([
  text.transform((review) => ({ text: review })),
  z.tuple([text, text]).transform(([review, answer]) => ({ text: review, answer })),
]);
export type SeedReviewText = { text: string; answer?: string };
export type ReviewPool = SeedResource['type'] | 'course';

/** Review texts by kind of item and stars, some with the owner's answer. Each is used once. */
export const demoReviews = lazy(() =>
  load(
    'reviews.json',
    z.record(
      z.enum([...RESOURCE_TYPES, 'course']),
      z.partialRecord(z.enum(['2', '3', '4', '5']), z.array(reviewText)),
    ),
  ),
);

const exercise = z.strictObject({ name: text, purpose: text, how: text, cue: text });
export type Exercise = z.output<typeof exercise>;
const exercises = z.strictObject({
  aims: paragraphs,
  warmUps: z.array(exercise).min(1),
  mains: z.array(exercise).min(1),
  creative: z.array(exercise).min(1),
  watchFor: paragraphs,
});

/** What lesson plans of a style are made of: one file per style. */
const exercisesByStyle = lazy(
  () =>
    new Map(
      DANCE_STYLES.map((name) => [
        name,
        load(`exercises/${name.toLowerCase().replaceAll(' ', '-')}.json`, exercises),
      ]),
    ),
);
export function exercisesOf({ style: name }: { style: DanceStyle }): z.output<typeof exercises> {
  const found = exercisesByStyle().get(name);
  if (!found) throw new Error(`There are no exercises for ${name}.`);
  return found;
}

export const lessonPlanTexts = lazy(() =>
  load(
    'lesson-plans.json',
    z.strictObject({
      /** How long a class of that age lasts. */
      minutes: z.record(z.enum(AGE_GROUPS), z.int()),
      forAge: z.record(z.enum(AGE_GROUPS), text),
      forLevel: z.record(level, text),
      coolDowns: paragraphs,
      equipment: paragraphs,
    }),
  ),
);

export const spreadsheetTexts = lazy(() =>
  load(
    'spreadsheets.json',
    z.strictObject({
      pupils: paragraphs,
      notes: z.array(z.string()),
      budget: z.array(z.tuple([text, z.int(), z.int()])),
      /** Part of the class, speed relative to the resource's, use. */
      playlist: z.array(z.tuple([text, z.number(), text])),
      /** Piece, dancers, minutes. */
      runningOrder: z.array(z.tuple([text, z.int(), z.int()])),
    }),
  ),
);

/** What the demo member owns, wishes for and follows. Items by title or short name. */
export const demoMember = lazy(() =>
  load(
    'member.json',
    z.strictObject({
      owned: z.array(
        z.strictObject({
          key: text,
          ago: daysAgo,
          review: z.strictObject({ stars: z.int(), body: text }).optional(),
        }),
      ),
      wishes: z.array(z.tuple([text, daysAgo])),
      follows: z.array(z.tuple([username, daysAgo])),
    }),
  ),
);

/** New versions of resources the member owns, and one unpublished draft. */
export const resourceChanges = lazy(() =>
  load(
    'resource-changes.json',
    z.strictObject({
      versions: z.array(z.strictObject({ title: text, ago: daysAgo, note: text })),
      draft: z.strictObject({
        title: text,
        fields: z.strictObject({ title: text, priceCents: z.int() }),
        hoursAgo: z.int(),
      }),
    }),
  ),
);
