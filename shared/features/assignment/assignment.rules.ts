// Assignments: what learners hand in and how it is graded. No zod: the browser loads this file alone.
import type { AssignmentSettings, HandInKind, RubricLine } from '#shared/features/course/course.rules.ts';

export const SUBMISSION_STATES = ['submitted', 'returned', 'passed'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

export const SUBMISSION_STATE_LABELS: Readonly<Record<SubmissionState, string>> = {
  submitted: 'Waiting for a grade',
  returned: 'Returned',
  passed: 'Passed',
};

/** What a grader can decide. */
export const GRADES = ['passed', 'returned'] as const;
export type Grade = (typeof GRADES)[number];

export const MAX_SUBMISSION_FILES = 5;
export const MAX_SUBMISSION_TEXT = 20_000;

export const HAND_IN_LABELS: Readonly<Record<HandInKind, string>> = {
  text: 'a text',
  file: 'a file',
  video: 'a video',
};

/** “a text, a file or a video”. */
export function describeAccepted(accepts: readonly HandInKind[]): string {
  const labels = accepts.map((kind) => HAND_IN_LABELS[kind]);
  const last = labels.pop() ?? 'nothing';
  return labels.length === 0 ? last : `${labels.join(', ')} or ${last}`;
}

export const isVideo = (contentType: string): boolean => contentType.startsWith('video/');

type HandIn = { text: string; contentTypes: readonly string[]; isLive?: boolean };

/** Why this can't be handed in, as the learner reads it; null when it can. */
export function findHandInProblem(
  { accepts, assessment }: Pick<AssignmentSettings, 'accepts' | 'assessment'>,
  { text, contentTypes, isLive = false }: HandIn,
): string | null {
  if (isLive) {
    if (!assessment?.isLiveOffered) return `This assignment asks for ${describeAccepted(accepts)}.`;
    return text === '' ? 'Say when you could do it.' : null;
  }
  if (text === '' && contentTypes.length === 0) return `Add ${describeAccepted(accepts)} before you hand in.`;
  if (text !== '' && !accepts.includes('text') && contentTypes.length === 0) {
    return `This assignment asks for ${describeAccepted(accepts)}.`;
  }
  if (contentTypes.length === 0) return null;
  if (!accepts.includes('file') && !accepts.includes('video')) return 'This assignment asks for a text only.';
  if (!accepts.includes('file') && !contentTypes.every(isVideo)) return 'This assignment asks for a video.';
  return null;
}

type Points = Readonly<Record<string, number>>;

export function sumRubric(rubric: readonly RubricLine[]): number {
  return rubric.reduce((sum, { points }) => sum + points, 0);
}

/** Only points for lines the rubric has count. */
export function sumPoints(rubric: readonly RubricLine[], points: Points): number {
  return rubric.reduce((sum, { id }) => sum + (points[id] ?? 0), 0);
}

/** Lines without points yet. */
export function findUngradedLines(rubric: readonly RubricLine[], points: Points): RubricLine[] {
  return rubric.filter(({ id }) => points[id] === undefined);
}

export type GradeInput = { grade: Grade; rubricPoints: Points; feedback: string };

/** Why this grade can't be given, as the grader reads it; null when it can. */
export function findGradeProblem(
  { rubric, passPoints }: Pick<AssignmentSettings, 'rubric' | 'passPoints'>,
  { grade, rubricPoints, feedback }: GradeInput,
): string | null {
  const tooMany = rubric.find(({ id, points }) => (rubricPoints[id] ?? 0) > points);
  if (tooMany) return `“${tooMany.label}” gives at most ${tooMany.points} points.`;
  if (grade === 'returned') {
    return feedback === '' ? 'Say what to work on before you return it.' : null;
  }
  const [missing] = findUngradedLines(rubric, rubricPoints);
  if (missing) return `Give points for “${missing.label}” first.`;
  const sum = sumPoints(rubric, rubricPoints);
  if (sum < passPoints) return `A pass needs ${passPoints} points; this has ${sum}.`;
  return null;
}

type Session = { startsAt: string | Date };

/** A live assessment passes once it has taken place. It can be returned before, if no date can be found. */
export function findSessionProblem(
  { isLive, session }: { isLive: boolean; session: Session | null },
  { grade, now }: { grade: Grade; now: Date },
): string | null {
  if (!isLive || grade === 'returned') return null;
  if (!session) return 'Set the date of the session first.';
  return new Date(session.startsAt) > now ? 'Record the result after the session.' : null;
}

/** Of several independent assessments: everyone must have passed it. */
export const decideTogether = (grades: readonly Grade[]): Grade =>
  grades.every((grade) => grade === 'passed') ? 'passed' : 'returned';

/** What a line of the rubric weighs, of 100. */
export function weightOf({ points }: RubricLine, rubric: readonly RubricLine[]): number {
  return Math.round((points * 100) / Math.max(1, sumRubric(rubric)));
}

/** “11:31”, “1:02:05”. */
export function formatSecond(second: number): string {
  const whole = Math.floor(second);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const padded = String(seconds).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${padded}` : `${minutes}:${padded}`;
}
