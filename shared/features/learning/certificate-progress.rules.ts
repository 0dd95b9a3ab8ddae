// What a course's certificate takes, in words. No zod: the browser loads this file alone.
import { countOf } from '#shared/features/course/course.rules.ts';

export const REQUIREMENT_KINDS = ['lessons', 'quizzes', 'assignments', 'assessment', 'hours'] as const;
export type RequirementKind = (typeof REQUIREMENT_KINDS)[number];

export type Requirement = { kind: RequirementKind; needed: number };

type Item = { kind: string | null; isAssessment: boolean };

/** A quiz is an item without a kind. */
function kindOf({ kind, isAssessment }: Item): RequirementKind {
  if (isAssessment) return 'assessment';
  if (kind === null) return 'quizzes';
  return kind === 'assignment' ? 'assignments' : 'lessons';
}

/** How many of each there are; kinds the course doesn't have are left out. */
export function countByKind(items: readonly Item[], requiredHours: number): Requirement[] {
  return REQUIREMENT_KINDS.map((kind) => ({
    kind,
    needed: kind === 'hours' ? requiredHours : items.filter((item) => kindOf(item) === kind).length,
  })).filter(({ needed }) => needed > 0);
}

export function describeRequirement({ kind, needed }: Requirement): string {
  const isOne = needed === 1;
  return {
    lessons: isOne ? 'Complete the lesson' : `Complete all ${needed} lessons`,
    quizzes: isOne ? 'Pass the quiz' : `Pass all ${needed} quizzes`,
    assignments: isOne ? 'Pass the assignment' : `Pass all ${needed} assignments`,
    assessment: isOne ? 'Pass the practical assessment' : `Pass all ${needed} practical assessments`,
    hours: `Collect ${countOf(needed, 'credit hour')}, here or elsewhere`,
  }[kind];
}
