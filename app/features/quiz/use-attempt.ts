// An open attempt in the browser: answers are saved as they are given, one request at a time, and again after a failure.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Answer } from '#shared/features/quiz/question.rules.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { startClock, type TimedRoom } from './attempt-clock.ts';
import { type AnswerToSave, type Attempt, getAttemptQuery, useSaveAnswer } from './quiz.api.ts';

export type GivenAnswer = { answer: Answer | null; isFlagged: boolean };
export type SaveState = 'saved' | 'saving' | 'failed';

const NOTHING: GivenAnswer = { answer: null, isFlagged: false };
/** While someone is typing. */
const TYPING_MS = 600;
const RETRY_MS = 3000;

type SaverProps = {
  save: (answer: AnswerToSave) => Promise<unknown>;
  onState: (state: SaveState) => void;
  /** Handed in elsewhere, or the time is up: nothing can be saved anymore. */
  onRefused: () => Promise<unknown>;
};

function createSaver(attemptId: number, { save, onState, onRefused }: SaverProps) {
  const waiting = new Map<number, GivenAnswer>();
  let running = Promise.resolve();
  let timer: number | undefined;

  async function sendAll(): Promise<void> {
    for (const [questionId, given] of waiting) {
      onState('saving');
      try {
        await save({ attemptId, questionId, ...given });
        // Answered again meanwhile: that one is still to be sent.
        if (waiting.get(questionId) === given) waiting.delete(questionId);
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) {
          waiting.clear();
          await onRefused();
          return;
        }
        onState('failed');
        later(RETRY_MS);
        return;
      }
    }
    if (waiting.size === 0) onState('saved');
    else await sendAll();
  }

  function later(milliseconds: number): void {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void flush(), milliseconds);
  }

  /** Resolves when everything given so far is saved, or can't be. */
  function flush(): Promise<void> {
    window.clearTimeout(timer);
    running = running.then(sendAll);
    return running;
  }

  return {
    flush,
    give(questionId: number, given: GivenAnswer, isTyping: boolean) {
      waiting.set(questionId, given);
      onState('saving');
      if (isTyping) later(TYPING_MS);
      else void flush();
    },
    stop: () => window.clearTimeout(timer),
  };
}

export function useAttempt(attempt: Attempt) {
  const client = useQueryClient();
  const { mutateAsync: save } = useSaveAnswer();
  const [saveState, setSaveState] = useState<SaveState>('saved');
  const [answers, setAnswers] = useState(() => givenIn(attempt));
  const refresh = () => client.invalidateQueries({ queryKey: getAttemptQuery(attempt.id).queryKey });
  const [saver] = useState(() =>
    createSaver(attempt.id, { save, onState: setSaveState, onRefused: refresh }),
  );
  useEffect(() => () => saver.stop(), [saver]);
  useWarnBeforeLeaving(saveState !== 'saved');
  return {
    saveState,
    refresh,
    flush: saver.flush,
    answerTo: (questionId: number) => answers.get(questionId) ?? NOTHING,
    give(questionId: number, change: Partial<GivenAnswer>, isTyping = false) {
      const given = { ...NOTHING, ...answers.get(questionId), ...change };
      setAnswers((before) => new Map(before).set(questionId, given));
      saver.give(questionId, given, isTyping);
    },
  };
}

function givenIn({ answers }: Attempt): Map<number, GivenAnswer> {
  return new Map(answers.map(({ questionId, answer, isFlagged }) => [questionId, { answer, isFlagged }]));
}

function useWarnBeforeLeaving(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}

/** Counts down from what the server said; null: no limit. */
export function useSecondsLeft(secondsLeft: number | null, room: TimedRoom): number | null {
  const [left, setLeft] = useState(secondsLeft);
  const flush = useEffectEvent(room.flush);
  const refresh = useEffectEvent(room.refresh);
  useEffect(() => {
    if (secondsLeft === null) return undefined;
    return startClock(secondsLeft, { show: setLeft, flush: () => flush(), refresh: () => refresh() });
  }, [secondsLeft]);
  return secondsLeft === null ? null : left;
}
