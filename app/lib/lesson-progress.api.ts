// Saving how far a learner is in a lesson; shared, because the outline and the list of courses show it too.
import { contractQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import type { ContractInput } from '#shared/contract.ts';
import * as learningContract from '#shared/features/learning/learning.contract.ts';
import * as contract from '#shared/features/progress/progress.contract.ts';

type SavedProgress = { lessonId: number } & ContractInput<typeof contract.saveLessonProgress>['body'];

/** The outline is fetched again only when something was completed: positions are saved every few seconds. */
export const useSaveLessonProgress = () =>
  useContractMutation(contract.saveLessonProgress, {
    input: ({ lessonId, ...body }: SavedProgress) => ({ params: { id: lessonId }, body }),
    async onSuccess({ isCompleted, watchedPercent }, { lessonId }, _shown, { client }) {
      const { queryKey } = contractQuery(learningContract.getLesson, { params: { id: lessonId } });
      const known = client.getQueryData(queryKey);
      if (!known || known.role !== 'learner') return;
      client.setQueryData(queryKey, { ...known, isCompleted, watchedPercent });
      if (isCompleted === known.isCompleted) return;
      await Promise.all(
        [
          learningContract.getClassroom,
          learningContract.listEnrollments,
          learningContract.getCertificateProgress,
        ].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      );
    },
  });
