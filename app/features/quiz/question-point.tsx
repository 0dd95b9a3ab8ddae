// Pointing: at a spot in a picture, by click or arrow keys, or at a moment in a video.
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { describeSecond } from '#shared/features/quiz/question.rules.ts';
import type { InputProps } from './quiz.api.ts';

const STEP = 0.02;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const within = (share: number) => Math.min(1, Math.max(0, Math.round(share * 1000) / 1000));

export function HotspotInput({ question, urlOf, answer, onAnswer }: InputProps<'hotspot'>) {
  const point = (event: MouseEvent<HTMLElement>) => {
    // A press of Enter or Space on the button has no place.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const x = within((event.clientX - box.left) / box.width);
    const y = within((event.clientY - box.top) / box.height);
    onAnswer({ x, y });
  };
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    const { x, y } = answer ?? { x: 0.5, y: 0.5 };
    onAnswer({ x: within(x + by[0]), y: within(y + by[1]) }, true);
  };
  const place = answer
    ? `${Math.round(answer.x * 100)}% across, ${Math.round(answer.y * 100)}% down`
    : 'nothing marked yet';
  return (
    <>
      <button
        type="button"
        className="quiz-spot"
        aria-label={`${question.content.alt}. Your mark: ${place}. Move it with the arrow keys.`}
        onClick={point}
        onKeyDown={step}
      >
        {question.fileId !== null && <img src={urlOf(question.fileId)} alt="" />}
        {answer && (
          <span
            className="quiz-spot-mark"
            style={{ left: `${answer.x * 100}%`, top: `${answer.y * 100}%` }}
          />
        )}
      </button>
      <p className="meta mt-3" aria-live="polite">
        {answer
          ? `Marked ${place}. Press elsewhere or use the arrow keys to move it.`
          : 'Press on the spot, or use the arrow keys.'}
      </p>
    </>
  );
}

export function MomentInput({ question, urlOf, answer, onAnswer }: InputProps<'moment'>) {
  const video = useRef<HTMLVideoElement>(null);
  const [now, setNow] = useState(0);
  const step = (by: number) => {
    if (!video.current) return;
    video.current.pause();
    video.current.currentTime = Math.max(0, video.current.currentTime + by);
  };
  return (
    <>
      {question.fileId !== null && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the clip of a question is looked at, not listened to
        <video
          ref={video}
          className="quiz-clip"
          src={urlOf(question.fileId)}
          controls
          playsInline
          preload="metadata"
          onTimeUpdate={({ currentTarget }) => setNow(currentTarget.currentTime)}
          onSeeked={({ currentTarget }) => setNow(currentTarget.currentTime)}
        />
      )}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button
          variant="second"
          onClick={() => onAnswer({ second: Math.round((video.current?.currentTime ?? 0) * 10) / 10 })}
        >
          Choose {describeSecond(now)}
        </Button>
        <Button variant="quiet" size="s" onClick={() => step(-0.1)}>
          Back a little
        </Button>
        <Button variant="quiet" size="s" onClick={() => step(0.1)}>
          On a little
        </Button>
      </div>
      <p className="meta mt-3" aria-live="polite">
        {answer
          ? `You chose ${describeSecond(answer.second)}.`
          : 'Play the clip, stop at the moment and choose it.'}
      </p>
    </>
  );
}
