import { describe, expect, it } from 'vitest';
import { groupOf, lastSeenFirst, openEnrollments } from './enrollment-groups.ts';
import type { Enrollment } from './learning.api.ts';

const nextLesson = { id: 3, title: 'Pliés' } as unknown as NonNullable<Enrollment['nextLesson']>;

const enrollment = (values: Partial<Enrollment>) =>
  ({
    id: 1,
    hasAccess: true,
    completedAt: null,
    lastSeenAt: null,
    createdAt: '2026-10-01T00:00:00Z',
    nextLesson,
    ...values,
  }) as Enrollment;

describe('a course', () => {
  it('is in progress until it is completed', () => {
    expect(groupOf(enrollment({}))).toBe('active');
    expect(groupOf(enrollment({ completedAt: '2026-11-01T00:00:00Z' }))).toBe('completed');
  });

  it('has ended once access has, however far it was learned', () => {
    expect(groupOf(enrollment({ hasAccess: false }))).toBe('ended');
    expect(groupOf(enrollment({ hasAccess: false, completedAt: '2026-11-01T00:00:00Z' }))).toBe('ended');
  });
});

describe('the order', () => {
  const idsOf = (enrollments: readonly Enrollment[]) => enrollments.map(({ id }) => id);
  const listed = [
    enrollment({ id: 1, lastSeenAt: '2026-10-05T00:00:00Z' }),
    enrollment({ id: 2, createdAt: '2026-10-07T00:00:00Z' }),
    enrollment({ id: 3, lastSeenAt: '2026-10-09T00:00:00Z', hasAccess: false }),
    enrollment({ id: 4, lastSeenAt: '2026-10-08T00:00:00Z' }),
    enrollment({ id: 5, lastSeenAt: '2026-10-06T00:00:00Z', nextLesson: null }),
  ];

  it('begins with the one seen last; what was never opened counts from when it was bought', () => {
    expect(idsOf(lastSeenFirst(listed))).toEqual([3, 4, 2, 5, 1]);
  });

  it('continues only what is open and has something left to learn', () => {
    expect(idsOf(openEnrollments(listed))).toEqual([4, 2, 1]);
  });
});
