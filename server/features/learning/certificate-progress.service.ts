// What a course's certificate takes and how far the viewer is, and starting a course again to renew one.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { markSubmissionsPast } from '#server/features/assignment/assignment.service.ts';
import {
  findCourseRule,
  findHeldCertificate,
  findRepeatedFor,
} from '#server/features/certificate/certificate.service.ts';
import { requireCourseAccess } from '#server/features/course/course-access.service.ts';
import { sumCountedHours } from '#server/features/credit/credit.service.ts';
import { getItemAccess } from '#server/features/entitlement/item-access.service.ts';
import { listOutlineItems, resetCourseProgress } from '#server/features/progress/progress.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { certificateStatus } from '#shared/features/certificate/certificate.rules.ts';
import { countByKind } from '#shared/features/learning/certificate-progress.rules.ts';
import type {
  CertificateProgress,
  CertificateRequirements,
} from '#shared/features/learning/learning.contract.ts';

/** Refuses courses the viewer can't see. A guest (userId null) has completed nothing. */
async function openRule(ctx: AppContext, viewer: Viewer | null, courseId: number) {
  await getItemAccess(ctx, viewer, { itemType: 'course', itemId: courseId });
  const [rule, items] = await Promise.all([
    findCourseRule(ctx.db, { courseId }),
    listOutlineItems(ctx.db, { courseIds: [courseId], userId: viewer?.id ?? null }),
  ]);
  return { isOffered: rule?.isOffered ?? false, requiredHours: rule?.requiredHours ?? 0, items };
}

export async function getCertificateRequirements(
  ctx: AppContext,
  viewer: Viewer | null,
  id: number,
): Promise<CertificateRequirements> {
  const { isOffered, items, requiredHours } = await openRule(ctx, viewer, id);
  return { isOffered, requirements: isOffered ? countByKind(items, requiredHours) : [] };
}

export async function getCertificateProgress(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<CertificateProgress> {
  const now = ctx.clock.now();
  const mine = { userId: viewer.id, courseId: id };
  const { isOffered, items, requiredHours } = await openRule(ctx, viewer, id);
  const [hours, held, renews] = await Promise.all([
    requiredHours > 0 ? sumCountedHours(ctx.db, mine) : 0,
    findHeldCertificate(ctx.db, mine),
    findRepeatedFor(ctx.db, { ...mine, now }),
  ]);
  const done = new Map(
    countByKind(
      items.filter(({ isCompleted }) => isCompleted),
      hours,
    ).map(({ kind, needed }) => [kind, needed]),
  );
  const requirements = isOffered ? countByKind(items, requiredHours) : [];
  return {
    requirements: requirements.map(({ kind, needed }) => ({
      kind,
      needed,
      done: Math.min(done.get(kind) ?? 0, needed),
    })),
    certificate: held && { id: held.id, status: certificateStatus(held, now), expiresOn: held.expiresOn },
    renews,
  };
}

/**
 * Only where it renews a certificate: otherwise nobody gains from losing their progress. Notes and earlier submissions
 * stay readable; earlier attempts at quizzes are kept, but neither pass them nor use up a try.
 */
export async function repeatCourse(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const access = await requireCourseAccess(ctx, viewer, id);
  const now = ctx.clock.now();
  const mine = { userId: viewer.id, courseId: id, now };
  await inTransaction(ctx.db, async (tx) => {
    const renews = access.role === 'learner' && (await findRepeatedFor(tx, mine));
    if (!renews || !(await resetCourseProgress(tx, mine))) {
      throw new AppError(
        'conflict',
        'You can start this course again once a certificate that it renews is about to expire.',
      );
    }
    await markSubmissionsPast(tx, mine);
  });
}
