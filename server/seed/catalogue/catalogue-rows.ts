// The demo school's sellers, resources (with their history) and courses as rows.
import { DEFAULT_ASSIGNMENT, type AssignmentSettings } from '#shared/features/course/course.rules.ts';
import type { courseModules, courses, lessons } from '#server/db/schema/course.ts';
import type { quizzes } from '#server/db/schema/quiz.ts';
import type { resourceDrafts } from '#server/db/schema/authoring.ts';
import type { resourceEvents, resources, resourceVersions } from '#server/db/schema/resource.ts';
import type { sellers } from '#server/db/schema/seller.ts';
import { createCoverRandom } from '#server/features/cover/cover-stage.ts';
import type { ResourceEventKind } from '#shared/features/resource/resource.states.ts';
import { resourceChanges, type SeedCourse, type SeedResource, type SeedSeller } from '../demo-data.ts';
import { DAY_MS, momentAgo } from '../seed-moment.ts';

type IdOf = (name: string) => number;
type Placed = { id: IdOf; categoryId: IdOf; now: Date };
type Counted = { sales: number; downloads: number };

export function sellerRow(seller: SeedSeller, userId: number, createdAt: Date): typeof sellers.$inferInsert {
  const { name, slug, tagline, about, policies } = seller;
  return {
    userId,
    name,
    slug,
    tagline,
    about: about.join('\n\n'),
    policies,
    createdAt,
    updatedAt: createdAt,
  };
}

/** Created some days before it is published; edited once or never since. */
function datesOf(key: string, published: number, now: Date) {
  const dice = createCoverRandom(key, 'demo dates');
  const publishedAt = momentAgo(now, published, key);
  const createdAt = new Date(publishedAt.getTime() - dice.between(0.1, 1) * DAY_MS);
  const later = dice.coin() ? dice.between(0, (now.getTime() - publishedAt.getTime()) * 0.9) : 0;
  return { createdAt, publishedAt, updatedAt: new Date(publishedAt.getTime() + later) };
}

export function resourceRow(
  resource: SeedResource & { seller: string },
  { id, categoryId, now }: Placed,
  { sales, downloads }: Counted,
): typeof resources.$inferInsert {
  const { publishedAt, ...dates } = datesOf(resource.title, resource.published, now);
  const { state = 'published' } = resource;
  const row: typeof resources.$inferInsert = {
    sellerId: id(resource.seller),
    categoryId: categoryId(resource.category),
    title: resource.title,
    description: resource.about.join('\n\n'),
    type: resource.type,
    danceStyle: resource.style,
    ageGroups: [...resource.ages],
    level: resource.level,
    tags: [...resource.tags],
    priceCents: Math.round(resource.price * 100),
    licence: resource.licence ?? 'single_teacher',
    bpm: resource.music?.bpm ?? null,
    metre: resource.music?.metre ?? null,
    state,
    stateReason: resource.stateReason ?? null,
    isFeatured: resource.isFeatured ?? false,
    salesCount: sales,
    downloadCount: downloads,
    publishedAt: state === 'published' || state === 'archived' ? publishedAt : null,
    ...dates,
  };
  return withReview(row, publishedAt);
}

export function courseRow(
  course: SeedCourse,
  { id, categoryId, now }: Placed,
  { sales }: Counted,
): typeof courses.$inferInsert {
  return {
    kind: course.kind,
    instructorId: id(course.instructor),
    categoryId: categoryId(course.category),
    title: course.title,
    shortName: course.shortName,
    tagline: course.tagline,
    description: course.about.join('\n\n'),
    danceStyle: course.style,
    ageGroups: [...course.ages],
    level: course.level,
    outcomes: [...course.outcomes],
    requirements: [...course.requirements],
    priceCents: Math.round(course.price * 100),
    weeks: course.weeks,
    hoursPerWeek: course.hoursPerWeek,
    creditHours: course.certificate?.creditHours ?? null,
    validMonths: course.certificate?.validMonths ?? null,
    state: 'published',
    isFeatured: course.isFeatured ?? false,
    salesCount: sales,
    ...datesOf(course.shortName, course.published, now),
  };
}

export function moduleRows(course: SeedCourse, courseId: number): (typeof courseModules.$inferInsert)[] {
  return course.modules.map(({ title, summary }, position) => ({ courseId, position, title, summary }));
}

/** What assessors look for in a filmed lesson; teaching weighs as much as the rest together. */
const PRACTICAL_ASSESSMENT: AssignmentSettings = {
  accepts: ['video', 'file', 'text'],
  rubric: [
    { id: 'clarity', label: 'Clear', description: 'Tasks are short, and pupils know what to do.', points: 5 },
    { id: 'craft', label: 'Well taught', description: 'It shows what the course teaches.', points: 10 },
    { id: 'care', label: 'Safe and kind', description: 'Everyone is seen, and nobody gets hurt.', points: 5 },
  ],
  passPoints: 13,
  assessment: { isLiveOffered: true, assessorCount: 1 },
};

/** The first lesson of the first module is for everyone; a certification ends with its practical assessment. */
export function lessonRows(course: SeedCourse, moduleIdAt: IdAt): (typeof lessons.$inferInsert)[] {
  const assessed =
    course.kind === 'certification' &&
    course.modules.flatMap((module) => module.lessons).findLast(({ kind }) => kind === 'assignment');
  return course.modules.flatMap((module, at) =>
    module.lessons.map((lesson, position) => ({
      ...lesson,
      completionRule: lesson.kind === 'assignment' ? ('assignment' as const) : ('marked' as const),
      assignment:
        lesson === assessed ? PRACTICAL_ASSESSMENT : lesson.kind === 'assignment' ? DEFAULT_ASSIGNMENT : null,
      moduleId: moduleIdAt(at),
      position,
      isPreview: at === 0 && position === 0,
    })),
  );
}

type IdAt = (position: number) => number;

/** Certificates need rules: three attempts, and the right answers only after passing. */
const CERTIFICATION_QUIZ = { attemptLimit: 3, passPercent: 75, reviewPolicy: 'after_pass' } as const;

export function quizRows(course: SeedCourse, moduleIdAt: IdAt): (typeof quizzes.$inferInsert)[] {
  return course.modules.flatMap(({ quiz }, at) =>
    quiz
      ? [
          {
            moduleId: moduleIdAt(at),
            position: course.modules[at]?.lessons.length ?? 0,
            title: quiz.title,
            questionCount: quiz.questions,
            isShuffled: true,
            ...(course.kind === 'certification' && CERTIFICATION_QUIZ),
            timeLimitMinutes: course.kind === 'certification' ? quiz.questions * 2 : null,
          },
        ]
      : [],
  );
}

type Row = typeof resources.$inferInsert;
type Event = typeof resourceEvents.$inferInsert;

const versionOf = ({ title }: Row) => resourceChanges().versions.find((version) => version.title === title);

/** Two resources have a second version; everything except drafts has been submitted for review. */
function withReview(row: Row, lastMoved: Date): Row {
  const { state, createdAt } = row;
  const midway = new Date((createdAt.getTime() + lastMoved.getTime()) / 2);
  const submittedAt = state === 'draft' ? null : state === 'in_review' ? lastMoved : midway;
  return { ...row, submittedAt, version: versionOf(row) ? 2 : 1 };
}

const DECISIONS: Readonly<Record<string, ResourceEventKind>> = {
  published: 'approved',
  archived: 'approved',
  rejected: 'rejected',
  changes_requested: 'changes_requested',
};

/** The events of each resource's history, second versions, and one draft of unpublished changes. */
export function resourceLife(
  rows: readonly Row[],
  { resourceId, officerId }: { resourceId: IdOf; officerId: number },
  now: Date,
) {
  const events: Event[] = [];
  const versions: (typeof resourceVersions.$inferInsert)[] = [];
  for (const row of rows) {
    const id = resourceId(row.title);
    const add = (kind: ResourceEventKind, createdAt: Date, more: Partial<Event> = {}) =>
      events.push({ resourceId: id, actorId: row.sellerId, kind, createdAt, ...more });
    add('created', row.createdAt);
    if (row.submittedAt) add('submitted', row.submittedAt);
    const decision = DECISIONS[row.state ?? ''];
    if (decision && row.submittedAt) {
      const reason = decision === 'approved' ? null : row.stateReason;
      // Officers decide within a day.
      const at = row.publishedAt ?? new Date(row.submittedAt.getTime() + DAY_MS / 2);
      add(decision, at, { actorId: officerId, reason });
    }
    if (row.state === 'archived') add('archived', row.updatedAt);
    const version = versionOf(row);
    if (version) {
      const publishedAt = new Date(now.getTime() - version.ago * DAY_MS);
      versions.push({ resourceId: id, number: 2, note: version.note, publishedAt });
      add('version_published', publishedAt, { reason: version.note, details: { number: 2 } });
    }
  }
  const { draft } = resourceChanges();
  const drafts: (typeof resourceDrafts.$inferInsert)[] = [
    {
      resourceId: resourceId(draft.title),
      fields: draft.fields,
      updatedAt: new Date(now.getTime() - (draft.hoursAgo * DAY_MS) / 24),
    },
  ];
  return { events, versions, drafts };
}
