// What the course editor may do with quizzes and their questions; the editor checks who is asking.
export {
  drawQuizIds,
  findLiveQuiz,
  insertQuiz,
  listLiveQuizzes,
  type QuizQuestionValues,
  type QuizValues,
  removeOtherQuizzes,
  setQuizPlaces,
  updateQuiz,
} from './quiz-publish.queries.ts';
export { insertBankQuestion, listBankQuestions, listWholeBankQuestions } from './question-bank.queries.ts';
export { updateQuestionCounts } from './question-bank.service.ts';
