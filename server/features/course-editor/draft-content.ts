// What a new item starts with, and what must agree within a lesson.
import { AppError } from '#shared/errors.ts';
import type { DraftItemType } from '#shared/features/course-editor/course-editor.rules.ts';
import type {
  LessonContent,
  ModuleContent,
  QuizContent,
} from '#shared/features/course-editor/course-editor.schema.ts';
import {
  type CourseFileKind,
  DEFAULT_ASSIGNMENT,
  DEFAULT_PHRASE_COUNTS,
  type LessonKind,
  type LiveSession,
} from '#shared/features/course/course.rules.ts';
import { toEmbedUrl } from '#shared/video.ts';

export type Content = Record<string, unknown>;
type File = { id: number; kind: CourseFileKind; seconds: number | null };

const NEW_LESSON: Omit<LessonContent, 'title'> = {
  kind: 'video',
  minutes: 5,
  isPreview: false,
  body: '',
  fileId: null,
  embedUrl: null,
  bpm: null,
  firstBeat: null,
  phraseCounts: DEFAULT_PHRASE_COUNTS,
  sections: [],
  completionRule: 'marked',
  watchShare: 90,
  isDownloadable: true,
  assignment: null,
  liveSession: null,
  attachmentIds: [],
};

const NEW_MODULE: Omit<ModuleContent, 'title'> = { summary: '', releaseDays: null };

const NEW_QUIZ: Omit<QuizContent, 'title'> = {
  intro: '',
  questions: [],
  drawCount: 0,
  drawTags: [],
  isShuffled: false,
  passPercent: 70,
  timeLimitMinutes: null,
  attemptLimit: null,
  retryDelayMinutes: 0,
  gradingMethod: 'best',
  reviewPolicy: 'after_submit',
};

/** Fields that were added after a draft was saved start as they do in a new item. */
export const NEW_CONTENT: Readonly<Record<DraftItemType, Content>> = {
  module: NEW_MODULE,
  lesson: NEW_LESSON,
  quiz: NEW_QUIZ,
};

type Asked = { type: DraftItemType; title: string; kind?: LessonKind | undefined };

export function newContent(now: Date, { type, title, kind }: Asked, file: File | null): Content {
  if (type === 'module') return { ...NEW_MODULE, title };
  if (type === 'quiz') return { ...NEW_QUIZ, title };
  const plain = { ...NEW_LESSON, title, kind: 'reading' as const };
  const lesson = { ...NEW_LESSON, title, kind: kind ?? kindOf(file), fileId: file?.id ?? null };
  return fitLesson(lesson, plain, file ? [file] : [], now);
}

function kindOf(file: File | null): LessonKind {
  if (file?.kind === 'video' || file?.kind === 'audio' || file?.kind === 'document') return file.kind;
  return file ? 'reading' : 'video';
}

const PLAYED: readonly LessonKind[] = ['video', 'audio', 'practice'];

/** Completion, length and settings follow the kind and the file, unless they were set to something that fits. */
export function fitLesson(
  lesson: LessonContent,
  before: LessonContent,
  files: readonly File[],
  now: Date,
): LessonContent {
  const { kind } = lesson;
  const file = files.find(({ id }) => id === lesson.fileId);
  const isNewFile = lesson.fileId !== before.fileId && lesson.minutes === before.minutes;
  const minutes =
    isNewFile && file?.seconds ? Math.min(600, Math.max(1, Math.round(file.seconds / 60))) : lesson.minutes;
  return {
    ...lesson,
    minutes,
    embedUrl: lesson.embedUrl === null ? null : toEmbedUrl(lesson.embedUrl),
    completionRule: fitRule(lesson, before),
    assignment: kind === 'assignment' ? (lesson.assignment ?? DEFAULT_ASSIGNMENT) : null,
    liveSession: kind === 'live' ? (lesson.liveSession ?? newLiveSession(now)) : null,
    sections: lesson.sections.toSorted((one, other) => one.start - other.start),
  };
}

function fitRule(
  { kind, completionRule, fileId }: LessonContent,
  before: LessonContent,
): LessonContent['completionRule'] {
  if (kind === 'assignment') return 'assignment';
  const canWatch = PLAYED.includes(kind) && fileId !== null;
  // A recording that has just arrived is watched, unless someone chose otherwise.
  if (canWatch && before.fileId === null && completionRule === 'marked') return 'watched';
  if (completionRule === 'assignment' || (completionRule === 'watched' && !canWatch)) return 'marked';
  return completionRule;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

function newLiveSession(now: Date): LiveSession {
  const start = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS + 7 * DAY_MS;
  return {
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(start + HOUR_MS).toISOString(),
    url: '',
  };
}

export function requireOwnFiles(files: readonly { id: number }[], used: readonly (number | null)[]): void {
  const known = new Set(files.map(({ id }) => id));
  if (used.some((id) => id !== null && !known.has(id))) {
    throw new AppError('unprocessable', 'This file isn’t part of the course. Upload it here first.');
  }
}
