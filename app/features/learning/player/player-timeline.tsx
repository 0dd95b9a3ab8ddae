// The timeline: named sections, the loop between A and B, and the place it plays. The range input over it makes it work
// by keyboard and for screen readers.
import type { CSSProperties, Ref } from 'react';
import type { LessonSection } from '#shared/features/course/course.rules.ts';
import { formatSecond, sectionAt, sectionEnd, type Loop } from '#shared/features/learning/practice.rules.ts';
import { cx } from '#app/lib/cx.ts';

type TimelineProps = {
  /** Gets `--at`, the share played, on every frame. */
  ref: Ref<HTMLDivElement>;
  sections: readonly LessonSection[];
  loop: Loop | null;
  isLooping: boolean;
  second: number;
  duration: number;
  onSeek: (second: number) => void;
  onSection: (index: number) => void;
};

const custom = (properties: Record<`--${string}`, string | number>) => properties as CSSProperties;

export function PlayerTimeline(props: TimelineProps) {
  const { ref, loop, isLooping, second, duration, onSeek, onSection } = props;
  const sections = props.sections.length > 0 ? props.sections : [{ label: '', start: 0 }];
  const current = sectionAt(sections, second);
  const share = (at: number) => (duration > 0 ? Math.min(1, at / duration) : 0);
  return (
    <div className="player-track" ref={ref}>
      <input
        type="range"
        className="player-seek"
        aria-label="Position"
        aria-valuetext={`${formatSecond(second)} of ${formatSecond(duration)}`}
        min={0}
        max={Math.max(1, Math.floor(duration))}
        step={1}
        value={Math.min(second, Math.max(1, Math.floor(duration)))}
        onChange={(event) => onSeek(Number(event.target.value))}
      />
      {loop && duration > 0 && (
        <div
          className={cx('player-loop', !isLooping && 'player-loop-off')}
          style={custom({ '--from': share(loop.start), '--to': share(loop.end ?? duration) })}
          aria-hidden="true"
        >
          <span>A</span>
          {loop.end !== null && <span>B</span>}
        </div>
      )}
      <div className="player-played" aria-hidden="true" />
      {sections.slice(1).map(({ start }) => (
        <span
          key={start}
          className="player-mark"
          style={custom({ '--from': share(start) })}
          aria-hidden="true"
        />
      ))}
      <div className="player-head" aria-hidden="true" />
      <ol className="player-sections" aria-label="Sections">
        {sections.map(({ label, start }, index) => (
          <li
            key={start}
            style={custom({
              '--share': Math.max(0.01, share(sectionEnd(sections, index, duration) - start)),
            })}
          >
            {label && (
              <button
                type="button"
                title={label}
                aria-current={index === current ? 'true' : undefined}
                onClick={() => onSection(index)}
              >
                {label}
              </button>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
