// Editing courses: what a draft consists of, how its outline changes, and what is missing before it can be published.
// No zod: the browser loads this file alone.
import type { LessonKind } from '#shared/features/course/course.rules.ts';
import { MOST_QUESTIONS } from '#shared/features/quiz/quiz.rules.ts';

/** How far ahead publishing can be planned. */
export const SCHEDULE_DAYS = 366;

/** What the editor calls each setting, in lists of changes. */
export const SETTING_LABELS = {
  kind: 'Kind',
  title: 'Title',
  shortName: 'Short name',
  tagline: 'Tagline',
  description: 'Description',
  danceStyle: 'Dance style',
  categoryId: 'Category',
  ageGroups: 'Age groups',
  level: 'Level',
  outcomes: 'Outcomes',
  requirements: 'Requirements',
  prerequisiteIds: 'Prerequisites',
  price: 'Price',
  weeks: 'Weeks',
  hoursPerWeek: 'Hours per week',
  creditHours: 'Credit hours',
  validMonths: 'Certificate validity',
  isSequential: 'Lesson order',
} as const;

/** Orders of the staff list of courses. */
export const STAFF_COURSE_SORTS = ['updated', 'title', 'learners', 'price'] as const;

export const DRAFT_ITEMS = ['module', 'lesson', 'quiz'] as const;
export type DraftItemType = (typeof DRAFT_ITEMS)[number];

export type OutlineItem = { type: 'lesson' | 'quiz'; id: number };
export type OutlineModule = { id: number; items: OutlineItem[] };
/** The order of a course: modules, and the lessons and quizzes in them. What isn't in it has been taken out. */
export type Outline = OutlineModule[];

/** Where something goes: among the modules, or among the items of `moduleId`. Beyond the end means last. */
export type OutlinePlace = { moduleId: number | null; position: number };

type Named = { type: DraftItemType; id: number };

const isItem = (item: OutlineItem, { type, id }: Named) => item.type === type && item.id === id;

export function findPlace(outline: Outline, named: Named): OutlinePlace | null {
  if (named.type === 'module') {
    const position = outline.findIndex(({ id }) => id === named.id);
    return position < 0 ? null : { moduleId: null, position };
  }
  for (const module of outline) {
    const position = module.items.findIndex((item) => isItem(item, named));
    if (position >= 0) return { moduleId: module.id, position };
  }
  return null;
}

export function withoutItem(outline: Outline, named: Named): Outline {
  if (named.type === 'module') return outline.filter(({ id }) => id !== named.id);
  return outline.map((module) => ({
    ...module,
    items: module.items.filter((item) => !isItem(item, named)),
  }));
}

/** `items` are what a module brings along. Null if the module it should go to isn't in the outline. */
export function withItem(
  outline: Outline,
  { type, id }: Named,
  { moduleId, position }: OutlinePlace,
  items: readonly OutlineItem[] = [],
): Outline | null {
  if (type === 'module') return outline.toSpliced(position, 0, { id, items: [...items] });
  if (!outline.some((module) => module.id === moduleId)) return null;
  return outline.map((module) =>
    module.id === moduleId ? { ...module, items: module.items.toSpliced(position, 0, { type, id }) } : module,
  );
}

/** Null if the item or its new module isn't in the outline. */
export function moveInOutline(outline: Outline, named: Named, place: OutlinePlace): Outline | null {
  if (!findPlace(outline, named)) return null;
  const items = outline.find(({ id }) => named.type === 'module' && id === named.id)?.items;
  return withItem(withoutItem(outline, named), named, place, items);
}

/** One step up or down; a lesson at the edge of its module goes on to the next one. Null at the very edge. */
export function stepInOutline(outline: Outline, named: Named, step: -1 | 1): OutlinePlace | null {
  const place = findPlace(outline, named);
  if (!place) return null;
  const position = place.position + step;
  if (place.moduleId === null) return outline[position] ? { moduleId: null, position } : null;
  const at = outline.findIndex(({ id }) => id === place.moduleId);
  const here = outline[at]?.items.length ?? 0;
  if (position >= 0 && position < here) return { ...place, position };
  const next = outline[at + step];
  return next ? { moduleId: next.id, position: step === 1 ? 0 : next.items.length } : null;
}

export function outlineIds(outline: Outline, type: DraftItemType): number[] {
  if (type === 'module') return outline.map(({ id }) => id);
  return outline.flatMap(({ items }) => items.filter((item) => item.type === type).map(({ id }) => id));
}

const keyOf = ({ type, id }: Named) => `${type} ${id}`;

/** The fewest items whose moving explains the new order: everything outside the longest common subsequence. */
export function movedItems(before: Outline, now: Outline): Set<string> {
  const moved = new Set<string>();
  const modulesBefore = before.map(({ id }) => id);
  const modulesNow = now.map(({ id }) => id).filter((id) => modulesBefore.includes(id));
  for (const id of outsideLongestRun(modulesBefore, modulesNow)) moved.add(keyOf({ type: 'module', id }));
  const moduleOf = new Map(before.flatMap(({ id, items }) => items.map((item) => [keyOf(item), id])));
  for (const module of now) {
    const [stayed, came]: [string[], string[]] = [[], []];
    for (const item of module.items) {
      const from = moduleOf.get(keyOf(item));
      if (from === module.id) stayed.push(keyOf(item));
      else if (from !== undefined) came.push(keyOf(item));
    }
    const order = (before.find(({ id }) => id === module.id)?.items ?? []).map(keyOf);
    for (const key of [...came, ...outsideLongestRun(order, stayed)]) moved.add(key);
  }
  return moved;
}

/** Values of `now` that must have moved if the others kept their order in `before`. */
function outsideLongestRun<T>(before: readonly T[], now: readonly T[]): T[] {
  const places = now.map((value) => before.indexOf(value));
  const lengths: number[] = [];
  const previous: number[] = [];
  places.forEach((place, at) => {
    lengths[at] = 1;
    previous[at] = -1;
    for (let earlier = 0; earlier < at; earlier++) {
      const length = (lengths[earlier] ?? 0) + 1;
      if ((places[earlier] ?? 0) < place && length > (lengths[at] ?? 0)) {
        lengths[at] = length;
        previous[at] = earlier;
      }
    }
  });
  const kept = new Set<number>();
  let at = lengths.indexOf(Math.max(0, ...lengths));
  while (at >= 0) {
    kept.add(at);
    at = previous[at] ?? -1;
  }
  return now.filter((_, index) => !kept.has(index));
}

export type PastedItem = { type: DraftItemType; title: string };

const LONGEST_TITLE = 160;
/** “1.”, “2.3)”, “-”, “•” in front of a line. */
const BULLET = /^(?:\d+(?:\.\d+)*[.):]?\s+|[-*•–]\s+)/;

/**
 * A pasted list of titles: one lesson per line. A line that starts with “#” or “Module”, or ends with a colon, is a
 * module; one that starts with “Quiz” is a quiz.
 */
export function parsePastedOutline(text: string): PastedItem[] {
  return text.split(/\r?\n/).flatMap((line): PastedItem[] => {
    const isHeading = /^\s*#/.test(line);
    const words = line
      .trim()
      .replace(/^#+\s*/, '')
      .replace(BULLET, '')
      .trim();
    const isModule = isHeading || /^module\b/i.test(words) || words.endsWith(':');
    const title = words
      .replace(/^(?:module\s*\d*|quiz)\s*[:.–-]\s+/i, '')
      .replace(/:$/, '')
      .slice(0, LONGEST_TITLE)
      .trim();
    if (title === '') return [];
    return [{ type: isModule ? 'module' : /^quiz\b/i.test(words) ? 'quiz' : 'lesson', title }];
  });
}

export type DraftItemState = 'new' | 'edited' | 'moved' | null;

/** What the checklist looks at; the outline in the editor shows the same. */
export type OutlineEntry = {
  type: DraftItemType;
  id: number;
  title: string;
  /** Of lessons. */
  kind: LessonKind | null;
  hasContent: boolean;
  /** Of lessons with an uploaded video: whether it has captions. Null: nothing to caption. */
  hasCaptions: boolean | null;
  /** Of quizzes: its own questions and those it can draw from the bank. */
  questionCount: number;
  /** Questions it should draw and the bank doesn't have. */
  missingDraws: number;
  unanswered: number;
};

type LessonFacts = {
  kind: LessonKind;
  fileId: number | null;
  embedUrl: string | null;
  hasBody: boolean;
  hasLiveUrl: boolean;
};

export function lessonHasContent({ kind, fileId, embedUrl, hasBody, hasLiveUrl }: LessonFacts): boolean {
  if (kind === 'live') return hasLiveUrl;
  if (kind === 'assignment') return hasBody;
  return fileId !== null || embedUrl !== null || hasBody;
}

export type CheckedModule = OutlineEntry & { items: OutlineEntry[] };
export type CheckedSettings = { title: string; description: string; isPriceChosen: boolean };

export type ChecklistEntry = {
  id:
    | 'outline'
    | 'content'
    | 'questions'
    | 'bank'
    | 'question-limit'
    | 'description'
    | 'price'
    | 'captions'
    | 'empty-modules';
  state: 'done' | 'missing' | 'advice';
  label: string;
  /** Where to look. */
  items: { type: DraftItemType; id: number; title: string }[];
};

const toLink = ({ type, id, title }: OutlineEntry) => ({ type, id, title });

/** Anything `missing` keeps a course from being published; `advice` doesn't. */
export function checkCourse(settings: CheckedSettings, modules: readonly CheckedModule[]): ChecklistEntry[] {
  const items = modules.flatMap((module) => module.items);
  const lessons = items.filter(({ type }) => type === 'lesson');
  const quizzes = items.filter(({ type }) => type === 'quiz');
  const empty = lessons.filter(({ hasContent }) => !hasContent);
  const unfinished = quizzes.filter(
    ({ questionCount, missingDraws, unanswered }) =>
      (questionCount === 0 && missingDraws === 0) || unanswered > 0,
  );
  const undrawn = quizzes.filter(({ missingDraws }) => missingDraws > 0);
  const overfull = quizzes.filter(({ questionCount }) => questionCount > MOST_QUESTIONS);
  const uncaptioned = lessons.filter(({ hasCaptions }) => hasCaptions === false);
  const hollow = modules.filter((module) => module.items.length === 0);
  const captioned = lessons.filter(({ hasCaptions }) => hasCaptions !== null).length;
  const entries: (ChecklistEntry | false)[] = [
    {
      id: 'outline',
      state: lessons.length > 0 ? 'done' : 'missing',
      label: lessons.length > 0 ? 'There is something to learn' : 'Add a module with a lesson',
      items: [],
    },
    lessons.length > 0 && {
      id: 'content',
      state: empty.length === 0 ? 'done' : 'missing',
      label: empty.length === 0 ? 'Every lesson has content' : `${lessonsText(empty.length)} without content`,
      items: empty.map(toLink),
    },
    quizzes.length > 0 && {
      id: 'questions',
      state: unfinished.length === 0 ? 'done' : 'missing',
      label:
        unfinished.length === 0
          ? 'Every quiz question has a right answer'
          : `${unfinished.length === 1 ? '1 quiz needs' : `${unfinished.length} quizzes need`} questions or right answers`,
      items: unfinished.map(toLink),
    },
    undrawn.length > 0 && {
      id: 'bank',
      state: 'missing',
      label: `${undrawn.length === 1 ? '1 quiz draws' : `${undrawn.length} quizzes draw`} more questions than the bank has with its tags`,
      items: undrawn.map(toLink),
    },
    overfull.length > 0 && {
      id: 'question-limit',
      state: 'missing',
      label: `${overfull.length === 1 ? '1 quiz has' : `${overfull.length} quizzes have`} more than ${MOST_QUESTIONS} questions`,
      items: overfull.map(toLink),
    },
    {
      id: 'description',
      state: settings.description.trim() === '' ? 'missing' : 'done',
      label: settings.description.trim() === '' ? 'Describe the course' : 'The course has a description',
      items: [],
    },
    {
      id: 'price',
      state: settings.isPriceChosen ? 'done' : 'missing',
      label: settings.isPriceChosen ? 'The price is set' : 'Set a price, or make the course free',
      items: [],
    },
    captioned > 0 && {
      id: 'captions',
      state: uncaptioned.length === 0 ? 'done' : 'advice',
      label:
        uncaptioned.length === 0
          ? `Captions on all ${captioned === 1 ? 'videos' : `${captioned} videos`}`
          : `${uncaptioned.length === 1 ? '1 video has' : `${uncaptioned.length} videos have`} no captions`,
      items: uncaptioned.map(toLink),
    },
    hollow.length > 0 && {
      id: 'empty-modules',
      state: 'advice',
      label: `${hollow.length === 1 ? '1 module is' : `${hollow.length} modules are`} empty`,
      items: hollow.map(toLink),
    },
  ];
  return entries.filter((entry) => entry !== false);
}

const lessonsText = (count: number) => (count === 1 ? '1 lesson' : `${count} lessons`);

export type DraftChange = {
  type: DraftItemType | 'settings';
  id: number | null;
  change: 'added' | 'edited' | 'moved' | 'removed';
  title: string;
};

const CHANGE_ORDER = ['added', 'edited', 'removed', 'moved'] as const;
const NOUNS = {
  module: ['module', 'modules'],
  lesson: ['lesson', 'lessons'],
  quiz: ['quiz', 'quizzes'],
  settings: ['setting', 'settings'],
} as const;

/** “3 lessons edited, 1 quiz added, 6 moves in the outline” */
export function describeChanges(changes: readonly DraftChange[]): string {
  const parts = CHANGE_ORDER.flatMap((change) => {
    const found = changes.filter((one) => one.change === change);
    if (change === 'moved') {
      return found.length === 0
        ? []
        : `${found.length} ${found.length === 1 ? 'move' : 'moves'} in the outline`;
    }
    return [...DRAFT_ITEMS, 'settings' as const].flatMap((type) => {
      const count = found.filter((one) => one.type === type).length;
      return count === 0 ? [] : `${count} ${NOUNS[type][count === 1 ? 0 : 1]} ${change}`;
    });
  });
  return parts.join(', ');
}

/** “BTC” for “Ballet Teaching Certification”: what a course is called on certificates until someone renames it. */
export function shortNameOf(title: string): string {
  const words = title.normalize('NFD').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const plain = words.map((word) => word.replace(/\p{M}/gu, '')).filter(Boolean);
  const initials = plain.map((word) => word.charAt(0)).join('');
  const name = initials.length > 1 ? initials : plain.join('').slice(0, 4);
  return (name.length > 1 ? name : 'COURSE').slice(0, 12).toUpperCase();
}
