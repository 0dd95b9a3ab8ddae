// Finding one's way in a course: where to go on, and what comes before and after. No zod: the browser loads this alone.
import type { CourseItemType, ItemLock } from '#shared/features/progress/progress.rules.ts';

type Item = { itemType: CourseItemType; itemId: number; isCompleted: boolean; lock: ItemLock | null };
type ItemKey = Pick<Item, 'itemType' | 'itemId'>;

export const isSameItem = (a: ItemKey, b: ItemKey) => a.itemType === b.itemType && a.itemId === b.itemId;

/**
 * Where to go on: what was open last, unless it is completed; then the next open item after it, or the first one that
 * was skipped. When nothing is left, the beginning.
 */
export function findResumeItem<T extends Item>(items: readonly T[], last: ItemKey | null): T | null {
  const at = last ? items.findIndex((item) => isSameItem(item, last)) : -1;
  const isNext = (item: Item) => !item.isCompleted && !item.lock;
  return items.slice(Math.max(at, 0)).find(isNext) ?? items.find(isNext) ?? items[0] ?? null;
}

/** The address of a lesson or quiz in the classroom. */
export function classroomPath(
  courseId: number,
  { moduleId, itemType, itemId }: ItemKey & { moduleId: number },
): string {
  const kind = itemType === 'quiz' ? 'quizzes' : 'lessons';
  return `/courses/${courseId}/modules/${moduleId}/${kind}/${itemId}`;
}

/** The public page of a lesson that is free to try. */
export const freeLessonPath = (courseId: number, lessonId: number) =>
  `/courses/${courseId}/preview/${lessonId}`;

export const NOTE_FORMATS = ['md', 'txt'] as const;
export type NoteFormat = (typeof NOTE_FORMATS)[number];

export const MAX_NOTE_LENGTH = 5000;
