// An open attempt: one question at a time, a look over all of them, and handing in.
import Check from 'icon:check';
import CircleAlert from 'icon:circle-alert';
import Flag from 'icon:flag';
import Timer from 'icon:timer';
import X from 'icon:x';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { IconLink } from '#app/components/ui/icon-button.tsx';
import { cx } from '#app/lib/cx.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { formatClock } from '#shared/features/quiz/quiz.rules.ts';
import { answerByLetter, lastLetter, QuestionInput } from './question-input.tsx';
import {
  type AskedQuestion,
  type Attempt,
  attemptFileUrl,
  resultsPath,
  useSubmitAttempt,
} from './quiz.api.ts';
import { QuizReview } from './quiz-review.tsx';
import { type SaveState, useAttempt, useSecondsLeft } from './use-attempt.ts';

export function QuizAttempt({ attempt, backTo }: { attempt: Attempt; backTo: string }) {
  const room = useAttempt(attempt);
  const navigate = useNavigate();
  const { mutateAsync: submit } = useSubmitAttempt();
  const { questions } = attempt;
  const [at, setAt] = useState(() => firstOpen(attempt));
  const secondsLeft = useSecondsLeft(attempt.secondsLeft, room);
  const isDone = attempt.state !== 'in_progress';
  useEffect(() => {
    if (isDone) void navigate(resultsPath(attempt.quizId), { replace: true });
  }, [isDone, navigate, attempt.quizId]);
  const handIn = async () => {
    await room.flush();
    await submit(attempt.id);
    await navigate(resultsPath(attempt.quizId), { replace: true });
  };
  const question = questions[at];
  const isAnswered = (id: number) => room.answerTo(id).answer !== null;
  return (
    <>
      <QuizBar title={attempt.title} backTo={backTo}>
        <SaveNote state={room.saveState} />
        {secondsLeft !== null && <TimeLeft seconds={secondsLeft} />}
      </QuizBar>
      <main id="content" tabIndex={-1} className="quiz-room">
        <Beats questions={questions} at={at} isAnswered={isAnswered} onGo={setAt} />
        {question ? (
          <QuestionView
            key={question.id}
            attempt={attempt}
            question={question}
            at={at}
            room={room}
            onGo={(to) => {
              void room.flush();
              setAt(to);
            }}
          />
        ) : (
          <QuizReview questions={questions} room={room} onGo={setAt}>
            <ConfirmDialog
              trigger={<Button variant="primary">Hand in the quiz</Button>}
              title={`Hand in “${attempt.title}”?`}
              description={openWords(questions.filter(({ id }) => !isAnswered(id)).length)}
              confirmLabel="Hand it in"
              cancelLabel="Keep working"
              isDestructive={false}
              onConfirm={handIn}
              failure={failureTextOf}
            />
          </QuizReview>
        )}
      </main>
    </>
  );
}

function firstOpen({ questions, answers }: Attempt): number {
  const done = new Set(answers.filter(({ answer }) => answer !== null).map(({ questionId }) => questionId));
  const at = questions.findIndex(({ id }) => !done.has(id));
  return at === -1 ? questions.length : at;
}

function openWords(count: number): string {
  if (count === 0) return 'Every question has an answer. You can’t change them afterwards.';
  return `${count === 1 ? 'One question has' : `${count} questions have`} no answer yet. You can’t change anything afterwards.`;
}

export function QuizBar({
  title,
  backTo,
  children,
}: {
  title: string;
  backTo: string;
  children?: ReactNode;
}) {
  return (
    <header className="quiz-bar">
      <IconLink
        to={backTo}
        label="Leave the quiz; your answers are kept"
        icon={<X className="icon" aria-hidden="true" />}
      />
      <span className="quiz-bar-title">{title}</span>
      <div className="quiz-bar-end">{children}</div>
    </header>
  );
}

function SaveNote({ state }: { state: SaveState }) {
  return (
    <span className="quiz-saved" role="status">
      {state === 'saved' && (
        <>
          <Check className="icon" aria-hidden="true" /> Answers saved
        </>
      )}
      {state === 'saving' && 'Saving…'}
      {state === 'failed' && (
        <span className="quiz-unsaved">
          <CircleAlert className="icon" aria-hidden="true" /> Not saved. Trying again…
        </span>
      )}
    </span>
  );
}

const LAST_MINUTES = 120;

function TimeLeft({ seconds }: { seconds: number }) {
  return (
    <span className={cx('quiz-time num', seconds < LAST_MINUTES && 'quiz-time-short')}>
      <Timer className="icon" aria-hidden="true" />
      <span role="timer">{formatClock(Math.ceil(seconds))} left</span>
    </span>
  );
}

type BeatsProps = {
  questions: readonly AskedQuestion[];
  at: number;
  isAnswered: (id: number) => boolean;
  onGo: (at: number) => void;
};

function Beats({ questions, at, isAnswered, onGo }: BeatsProps) {
  return (
    <nav className="quiz-beats" aria-label="Questions">
      {questions.map(({ id }, number) => (
        <button
          key={id}
          type="button"
          className="quiz-beat"
          data-beat={number === at ? 'now' : isAnswered(id) ? 'done' : undefined}
          aria-current={number === at ? 'step' : undefined}
          aria-label={`Question ${number + 1}, ${isAnswered(id) ? 'answered' : 'no answer yet'}`}
          onClick={() => onGo(number)}
        />
      ))}
    </nav>
  );
}

type QuestionViewProps = {
  attempt: Attempt;
  question: AskedQuestion;
  at: number;
  room: ReturnType<typeof useAttempt>;
  onGo: (at: number) => void;
};

function QuestionView({ attempt, question, at, room, onGo }: QuestionViewProps) {
  const { answer, isFlagged } = room.answerTo(question.id);
  const total = attempt.questions.length;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useKeys((key) => {
    if (key === 'Enter') return onGo(at + 1);
    const chosen = answerByLetter(question, answer, key);
    if (chosen) room.give(question.id, { answer: chosen });
  });
  const letter = lastLetter(question);
  return (
    <section aria-label={`Question ${at + 1}`}>
      <div className={cx('quiz-split', hasMedia(question) && 'quiz-split-even')}>
        <div>
          <h1 ref={heading} tabIndex={-1} className="t-m quiz-question">
            {question.question}
          </h1>
          {question.lead && <p className="lead mt-4 whitespace-pre-line">{question.lead}</p>}
          <QuestionMedia
            question={question}
            files={attempt.files}
            urlOf={(fileId) => attemptFileUrl(attempt.id, fileId)}
          />
          <p className="meta mt-6 quiz-count">
            Question {at + 1} of {total}. You can change any answer until you hand the quiz in.
          </p>
        </div>
        <div className="min-w-0">
          <QuestionInput
            question={question}
            urlOf={(fileId) => attemptFileUrl(attempt.id, fileId)}
            answer={answer}
            onAnswer={(given, isTyping) => room.give(question.id, { answer: given }, isTyping)}
          />
        </div>
      </div>
      <div className="quiz-go">
        <Button variant="primary" className="quiz-next" onClick={() => onGo(at + 1)}>
          {at + 1 < total ? `Go to question ${at + 2}` : 'Look over your answers'}
        </Button>
        {at > 0 && <Button onClick={() => onGo(at - 1)}>Back to {at}</Button>}
        <Button
          variant="quiet"
          icon={<Flag className="icon" aria-hidden="true" fill={isFlagged ? 'currentColor' : 'none'} />}
          aria-pressed={isFlagged}
          onClick={() => room.give(question.id, { isFlagged: !isFlagged })}
        >
          Come back to this one
        </Button>
        <p className="quiz-hints" aria-hidden="true">
          {letter && (
            <span>
              <span className="quiz-key">A</span> to <span className="quiz-key">{letter}</span> choose
            </span>
          )}
          <span>
            <span className="quiz-key">Enter</span> next
          </span>
        </p>
      </div>
    </section>
  );
}

const hasMedia = ({ kind, fileId }: AskedQuestion) =>
  fileId !== null && kind !== 'hotspot' && kind !== 'moment';

type QuestionMediaProps = {
  question: AskedQuestion;
  files: Attempt['files'];
  urlOf: (fileId: number) => string;
};

/** Hotspots and moments show their file where they are answered. */
export function QuestionMedia({ question, files, urlOf }: QuestionMediaProps) {
  if (!hasMedia(question) || question.fileId === null) return null;
  const file = files.find(({ id }) => id === question.fileId);
  const url = urlOf(question.fileId);
  if (file?.kind === 'video') {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the clip of a question is looked at, not listened to
    return <video className="quiz-clip mt-6" src={url} controls playsInline loop preload="metadata" />;
  }
  if (file?.kind === 'audio') {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- music, without words to write down
    return <audio className="mt-6 w-full" src={url} controls preload="metadata" />;
  }
  return <img className="quiz-image mt-6" src={url} alt={file?.name ?? ''} />;
}

/** Letters choose and Enter goes on, except where the key means something to what has the focus. */
function useKeys(onKey: (key: string) => void): void {
  const pressed = useEffectEvent(onKey);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (target?.closest('[role="dialog"], [role="alertdialog"], textarea, select, video')) return;
      const isTyping = target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type);
      if (event.key === 'Enter' ? target?.closest('button, a') : isTyping) return;
      pressed(event.key);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
