// Short ways to write a lesson down.
import type { LessonKind } from '#shared/features/course/course.rules.ts';
import type { SeedLesson } from './catalogue-types.ts';

const lesson =
  (kind: LessonKind) =>
  (title: string, minutes: number, body: string): SeedLesson => ({ kind, title, minutes, body });

export const video = lesson('video');
export const reading = lesson('reading');
export const practice = lesson('practice');
export const assignment = lesson('assignment');
