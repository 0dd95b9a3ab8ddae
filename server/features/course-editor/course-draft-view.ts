// A course as its editor sees it: what is published, overlaid by the draft.
import type { DbOrTx } from '#server/db/client.ts';
import {
  type CourseRow,
  listCourseFiles,
  listLiveLessons,
  listLiveModules,
  listPrerequisiteIds,
} from '#server/features/course/course-publish.service.ts';
import { listBankQuestions, listLiveQuizzes } from '#server/features/quiz/quiz-publish.service.ts';
import {
  checkCourse,
  type CheckedModule,
  type DraftChange,
  type DraftItemType,
  lessonHasContent,
  movedItems,
  type Outline,
  SETTING_LABELS,
} from '#shared/features/course-editor/course-editor.rules.ts';
import type { CourseSettings } from '#shared/features/course-editor/course-editor.schema.ts';
import type { LessonKind } from '#shared/features/course/course.rules.ts';
import { countTagged } from '#shared/features/quiz/quiz.rules.ts';
import { centsToDecimal } from '#shared/money.ts';
import { type DraftRow, findDraft, listDraftItemFacts } from './course-editor.queries.ts';
import { hasRightAnswer } from './question-answers.ts';

type Entry = CheckedModule['items'][number] & {
  minutes: number;
  seconds: number | null;
  isPreview: boolean;
  /** Of modules. */
  releaseDays: number | null;
  state: 'new' | 'edited' | 'moved' | null;
};

export type DraftView = {
  course: CourseRow;
  draft: DraftRow | null;
  revision: number;
  settingsRevision: number;
  settings: CourseSettings;
  published: { outline: Outline; settings: CourseSettings };
  outline: Outline;
  modules: (Entry & { items: Entry[] })[];
  changes: DraftChange[];
  checklist: ReturnType<typeof checkCourse>;
};

export function toSettings(course: CourseRow, prerequisiteIds: number[]): CourseSettings {
  const { kind, title, shortName, tagline, description, danceStyle, categoryId, ageGroups, level } = course;
  const { outcomes, requirements, weeks, hoursPerWeek, creditHours, validMonths, isSequential } = course;
  return {
    kind,
    title,
    shortName,
    tagline,
    description,
    danceStyle,
    categoryId,
    ageGroups,
    level,
    outcomes,
    requirements,
    prerequisiteIds,
    price: centsToDecimal(course.priceCents),
    weeks,
    hoursPerWeek,
    creditHours,
    validMonths,
    isSequential,
  };
}

type Facts = {
  kind: LessonKind | null;
  minutes: number;
  isPreview: boolean;
  releaseDays: number | null;
  fileId: number | null;
  embedUrl: string | null;
  hasBody: boolean;
  hasLiveUrl: boolean;
  drawCount: number;
  drawTags: readonly string[];
  questions: readonly Parameters<typeof hasRightAnswer>[0][] | null;
};
type NamedFacts = Facts & { type: DraftItemType; id: number; title: string; state: Entry['state'] };

const NO_FACTS: Facts = {
  kind: null,
  minutes: 0,
  isPreview: false,
  releaseDays: null,
  fileId: null,
  embedUrl: null,
  hasBody: false,
  hasLiveUrl: false,
  drawCount: 0,
  drawTags: [],
  questions: null,
};

const keyOf = (type: DraftItemType, id: number) => `${type} ${id}`;

export async function loadDraftView(db: DbOrTx, course: CourseRow): Promise<DraftView> {
  const courseId = course.id;
  // One after the other: in a transaction they share a connection.
  const modules = await listLiveModules(db, { courseId });
  const lessons = await listLiveLessons(db, { courseId });
  const quizzes = await listLiveQuizzes(db, { courseId });
  const files = await listCourseFiles(db, { courseId });
  const prerequisiteIds = await listPrerequisiteIds(db, { courseId });
  const { draft, publishedRevision } = await findDraft(db, { courseId });
  const drafted = await listDraftItemFacts(db, { courseId });
  const bank = await listBankQuestions(db, { courseId });
  const outlineOf = (moduleId: number) =>
    [
      ...lessons.map((lesson) => ({ ...lesson, type: 'lesson' as const })),
      ...quizzes.map((quiz) => ({ ...quiz, type: 'quiz' as const })),
    ]
      .filter((item) => item.moduleId === moduleId)
      .toSorted((one, other) => one.position - other.position)
      .map(({ type, id }) => ({ type, id }));
  const publishedOutline = modules.map(({ id }) => ({ id, items: outlineOf(id) }));
  const outline = draft?.outline ?? publishedOutline;
  const moved = movedItems(publishedOutline, outline);

  const facts = new Map<string, NamedFacts>();
  const put = (type: DraftItemType, id: number, of: Partial<Facts> & { title: string }) =>
    facts.set(keyOf(type, id), {
      ...NO_FACTS,
      ...of,
      type,
      id,
      state: moved.has(keyOf(type, id)) ? 'moved' : null,
    });
  for (const { id, title, releaseDays } of modules) put('module', id, { title, releaseDays });
  for (const lesson of lessons) put('lesson', lesson.id, lesson);
  for (const quiz of quizzes) put('quiz', quiz.id, quiz);
  const publishedTitles = new Map([...facts].map(([key, { title }]) => [key, title]));
  for (const { isNew, ...item } of drafted) {
    facts.set(keyOf(item.type, item.id), { ...item, state: isNew ? 'new' : 'edited' });
  }

  const captioned = new Set(
    files.flatMap(({ kind, parentId }) => (kind === 'caption' ? (parentId ?? []) : [])),
  );
  const fileById = new Map(files.map((file) => [file.id, file]));
  const entryOf = (type: DraftItemType, id: number): Entry[] => {
    const found = facts.get(keyOf(type, id));
    if (!found) return [];
    const file = found.fileId === null ? undefined : fileById.get(found.fileId);
    const { title, kind, minutes, isPreview, releaseDays, state, drawCount } = found;
    const questions = found.questions ?? [];
    const drawn = drawCount > 0 ? Math.min(drawCount, countTagged(bank, found.drawTags)) : 0;
    return [
      {
        type,
        id,
        title,
        kind,
        minutes,
        isPreview,
        releaseDays,
        state,
        seconds: file?.seconds ?? null,
        hasContent: kind === null || lessonHasContent({ ...found, kind }),
        hasCaptions: file?.kind === 'video' ? captioned.has(file.id) : null,
        questionCount: questions.length + drawn,
        missingDraws: drawCount - drawn,
        unanswered: questions.filter((question) => !hasRightAnswer(question)).length,
      },
    ];
  };
  const entries = outline.flatMap(({ id, items }) =>
    entryOf('module', id).map((module) => ({
      ...module,
      items: items.flatMap((item) => entryOf(item.type, item.id)),
    })),
  );

  const published = toSettings(course, prerequisiteIds);
  const settings = { ...published, ...draft?.settings.fields };
  const isPriceChosen =
    course.publishedAt !== null || draft?.settings.fields.price !== undefined || course.priceCents > 0;
  return {
    course,
    draft,
    revision: draft?.revision ?? publishedRevision,
    settingsRevision: Math.max(draft?.settings.revision ?? 0, publishedRevision),
    settings,
    published: { outline: publishedOutline, settings: published },
    outline,
    modules: entries,
    changes: [
      ...settingChanges(published, settings),
      ...itemChanges(entries, moved),
      ...removals(publishedOutline, outline, publishedTitles),
    ],
    checklist: checkCourse({ ...settings, isPriceChosen }, entries),
  };
}

function settingChanges(before: CourseSettings, now: CourseSettings): DraftChange[] {
  const names = Object.keys(SETTING_LABELS) as (keyof CourseSettings)[];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
    .map((name) => ({ type: 'settings', id: null, change: 'edited', title: SETTING_LABELS[name] }));
}

/** Something edited and moved counts twice: the outline says “Edited”, the summary both. */
function itemChanges(modules: DraftView['modules'], moved: ReadonlySet<string>): DraftChange[] {
  return modules
    .flatMap((module) => [module, ...module.items])
    .flatMap(({ type, id, title, state }) => {
      const named = { type, id, title };
      const changes: DraftChange[] = [];
      if (state === 'new') changes.push({ ...named, change: 'added' });
      if (state === 'edited') changes.push({ ...named, change: 'edited' });
      if (moved.has(keyOf(type, id))) changes.push({ ...named, change: 'moved' });
      return changes;
    });
}

/** A module that is taken out counts once, with everything in it. */
function removals(before: Outline, now: Outline, titles: ReadonlyMap<string, string>): DraftChange[] {
  const kept = new Set(
    now.flatMap(({ id, items }) => [keyOf('module', id), ...items.map((item) => keyOf(item.type, item.id))]),
  );
  const removal = (type: DraftItemType, id: number): DraftChange => ({
    type,
    id,
    change: 'removed',
    title: titles.get(keyOf(type, id)) ?? '',
  });
  return before.flatMap(({ id, items }) =>
    kept.has(keyOf('module', id))
      ? items
          .filter((item) => !kept.has(keyOf(item.type, item.id)))
          .map((item) => removal(item.type, item.id))
      : [removal('module', id)],
  );
}
