// The look over all answers before handing in: what is answered, what is open, what was to be looked at again.
import Flag from 'icon:flag';
import type { ReactNode } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { type AnsweredQuestion, describeAnswer } from '#shared/features/quiz/question.rules.ts';
import type { AskedQuestion } from './quiz.api.ts';
import type { useAttempt } from './use-attempt.ts';

type QuizReviewProps = {
  questions: readonly AskedQuestion[];
  room: ReturnType<typeof useAttempt>;
  onGo: (at: number) => void;
  /** Handing in. */
  children: ReactNode;
};

export function QuizReview({ questions, room, onGo, children }: QuizReviewProps) {
  return (
    <section aria-label="Your answers" className="mt-8">
      <h1 className="t-m">Before you hand it in</h1>
      <p className="lead mt-3">Press a question to change your answer.</p>
      <ol className="quiz-overview">
        {questions.map((question, at) => {
          const { answer, isFlagged } = room.answerTo(question.id);
          const words = describeAnswer({ ...question, answer } as AnsweredQuestion);
          return (
            <li key={question.id}>
              <button type="button" onClick={() => onGo(at)}>
                <span className="num quiz-order-place">{at + 1}</span>
                <span className="min-w-0 grow">{question.question}</span>
                {isFlagged && (
                  <span className="quiz-flagged">
                    <Flag className="icon" aria-hidden="true" /> Look again
                  </span>
                )}
                <span className={answer === null ? 'quiz-open' : 'quiz-given'}>{words}</span>
              </button>
            </li>
          );
        })}
      </ol>
      <div className="quiz-go">
        {children}
        <Button onClick={() => onGo(questions.length - 1)}>Back to {questions.length}</Button>
      </div>
    </section>
  );
}
