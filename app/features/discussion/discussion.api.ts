// Questions and answers from the browser's side.
import * as contract from '#shared/features/discussion/discussion.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type {
  OpenQuestion,
  Post,
  PostReport,
  Question,
} from '#shared/features/discussion/discussion.schema.ts';

export const listDiscussionQuery = (lessonId: number, page = 1) =>
  listQuery(contract.listDiscussion, { params: { id: lessonId }, query: { page } });
export const listOpenQuestionsQuery = ({ page = 1 }: { page?: number } = {}) =>
  freshQuery(contract.listOpenQuestions, { query: { page } });
export const listPostReportsQuery = ({ page = 1 }: { page?: number } = {}) =>
  freshQuery(contract.listPostReports, { query: { page } });

const invalidates = [contract.listDiscussion, contract.listOpenQuestions, contract.listPostReports];

export const useCreatePost = () => useContractMutation(contract.createPost, { invalidates });
export const useEditPost = () => useContractMutation(contract.editPost, { invalidates });
export const useDeletePost = () =>
  useContractMutation(contract.deletePost, { invalidates, errorTitle: 'It wasn’t deleted' });
export const useVoteForPost = () =>
  useContractMutation(contract.voteForPost, { invalidates, errorTitle: 'Your vote wasn’t counted' });
export const useRemoveVote = () =>
  useContractMutation(contract.removeVote, { invalidates, errorTitle: 'Your vote is still there' });
export const useReportPost = () => useContractMutation(contract.reportPost, { invalidates });
export const useDecidePostReport = () =>
  useContractMutation(contract.decidePostReport, { invalidates, errorTitle: 'It wasn’t decided' });
