// Which of a learner's courses come first.
import type { Enrollment } from './learning.api.ts';

export const groupOf = ({ hasAccess, completedAt }: Enrollment): 'active' | 'completed' | 'ended' => {
  if (!hasAccess) return 'ended';
  return completedAt === null ? 'active' : 'completed';
};

/** What was never opened counts from when it was bought. */
const lastSeen = ({ lastSeenAt, createdAt }: Enrollment) => Date.parse(lastSeenAt ?? createdAt);

export const lastSeenFirst = (enrollments: readonly Enrollment[]): Enrollment[] =>
  enrollments.toSorted((a, b) => lastSeen(b) - lastSeen(a));

export type OpenEnrollment = Enrollment & { nextLesson: NonNullable<Enrollment['nextLesson']> };

/** Courses with something left to learn, the one seen last first. */
export const openEnrollments = (enrollments: readonly Enrollment[]): OpenEnrollment[] =>
  lastSeenFirst(enrollments).filter(
    (each): each is OpenEnrollment => groupOf(each) === 'active' && each.nextLesson !== null,
  );
