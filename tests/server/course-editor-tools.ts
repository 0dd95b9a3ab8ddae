// Tools for tests of the course editor: calls as someone, drafts, and a published course to edit.
import { expect } from 'vitest';
import { createCourse as makeCourse } from '#server/seed/factories.ts';
import type { Contract } from '#shared/contract.ts';
import * as contract from '#shared/features/course-editor/course-editor.contract.ts';
import type { CourseDraft, DraftItem } from '#shared/features/course-editor/course-editor.contract.ts';
import { getCourse } from '#shared/features/course/course.contract.ts';
import type { CourseDetail } from '#shared/features/course/course.schema.ts';
import { type Person, someone } from './resource-tools.ts';
import type { testApp } from './test-app.ts';

export type Params = Record<string, string | number>;

/** Bound to the app of a test file. */
export function courseEditorTools({ ctx, call }: Pick<Awaited<ReturnType<typeof testApp>>, 'ctx' | 'call'>) {
  /** A successful call as someone. */
  async function as<T>(person: Person, of: Contract, params: Params, body?: unknown): Promise<T> {
    const answer = await call(of, { params, ...(body !== undefined && { body }), headers: person.headers });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.body === '' ? (undefined as T) : answer.json<T>();
  }
  const statusOf = async (person: Person, of: Contract, params: Params, body?: unknown) =>
    (await call(of, { params, ...(body !== undefined && { body }), headers: person.headers })).statusCode;

  const teacher = () => someone(ctx, { roles: ['instructor'], firstName: 'Odile', lastName: 'Rey' });
  const draftOf = (person: Person, id: number) => as<CourseDraft>(person, contract.getCourseDraft, { id });
  const publicCourse = async (id: number) => (await call(getCourse, { params: { id } })).json<CourseDetail>();

  const titlesOf = ({ outline }: CourseDraft) =>
    outline.map(({ title, items }) => [title, ...items.map((item) => item.title)]);

  const QUESTION = {
    id: null,
    kind: 'true_false',
    prompt: 'The supporting heel stays down.',
    fileId: null,
    content: {},
    answerKey: {},
    explanation: '',
    reviewLessonId: null,
    points: 1,
    tags: [],
  };

  /** Published, by this instructor: one module, two readings. */
  async function published(person: Person) {
    const course = await makeCourse(ctx.db, {
      instructorId: person.id,
      title: 'Reading feet',
      description: 'What feet tell you.',
      modules: [
        {
          title: 'Look',
          lessons: [
            { title: 'From the front', kind: 'reading', body: 'Old text' },
            { title: 'From the side', kind: 'reading', body: 'Side text' },
          ],
        },
      ],
    });
    const { modules } = await publicCourse(course.id);
    const lessonIds = modules.flatMap(({ lessons }) => lessons.map(({ id }) => id));
    return { id: course.id, moduleId: modules[0]?.id ?? 0, lessonIds };
  }

  const lesson = (id: number, itemId: number) => ({ id, type: 'lesson', itemId });

  async function edit(person: Person, params: Params, changes: Record<string, unknown>): Promise<DraftItem> {
    const item = await as<DraftItem>(person, contract.getDraftItem, params);
    return as<DraftItem>(person, contract.updateDraftItem, params, { revision: item.revision, changes });
  }

  async function publish(person: Person, id: number, summary = ''): Promise<CourseDraft> {
    const { revision } = await draftOf(person, id);
    return as<CourseDraft>(person, contract.publishCourse, { id }, { revision, summary });
  }

  return {
    as,
    statusOf,
    teacher,
    draftOf,
    publicCourse,
    titlesOf,
    QUESTION,
    published,
    lesson,
    edit,
    publish,
  };
}
