// A clip of sound: a play button, and its loudness drawn as bars that fill as it plays. The bars are a slider.
import { Pause, Play } from 'lucide-react';
import { useRef, useState, type SyntheticEvent } from 'react';
import type { ResourcePreview } from '#shared/features/resource/resource.schema.ts';
import { toast } from '#app/components/ui/toast-store.ts';
import { clockText } from './resource-facts.ts';

const BAR_COUNT = 72;

export function ResourcePlayer({ clip, name }: { clip: ResourcePreview; name: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const { isPlaying, time, length, setTime, events } = usePlayback(clip.seconds ?? 0);
  const seek = (to: number) => {
    if (audio.current) audio.current.currentTime = to;
    setTime(to);
  };
  const spent = length > 0 ? time / length : 0;
  return (
    <div className="resource-player">
      <button
        type="button"
        className="resource-play"
        aria-label={isPlaying ? 'Pause' : name}
        onClick={() => audio.current && toggle(audio.current)}
      >
        {isPlaying ? <Pause size={20} aria-hidden="true" /> : <Play size={20} aria-hidden="true" />}
      </button>
      <div className="resource-wave">
        <Wave peaks={clip.peaks ?? []} spent={spent} />
        <input
          type="range"
          aria-label="Place in the clip"
          aria-valuetext={`${clockText(time)} of ${clockText(Math.round(length))}`}
          min={0}
          max={length || 1}
          step={0.1}
          value={time}
          onChange={(event) => seek(Number(event.target.value))}
        />
      </div>
      <span className="meta num" aria-hidden="true">
        {clockText(time)} / {clockText(Math.round(length))}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music, without words to write down */}
      <audio {...events} ref={audio} src={clip.url ?? undefined} preload="none" />
    </div>
  );
}

function toggle(audio: HTMLAudioElement): void {
  if (!audio.paused) return audio.pause();
  // Two clips at once please nobody.
  for (const other of document.querySelectorAll('audio')) other.pause();
  audio.play().catch((error: unknown) => {
    // Paused again before it began.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({
      title: 'The clip could not be played',
      description: 'Check your connection and try again.',
      variant: 'destructive',
    });
  });
}

type AudioEvent = SyntheticEvent<HTMLAudioElement>;

function usePlayback(knownLength: number) {
  const [isPlaying, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(knownLength);
  const events = {
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onEnded: () => setTime(0),
    onTimeUpdate: ({ currentTarget }: AudioEvent) => setTime(currentTarget.currentTime),
    onDurationChange({ currentTarget: { duration } }: AudioEvent) {
      if (Number.isFinite(duration) && duration > 0) setLength(duration);
    },
  };
  return { isPlaying, time: Math.min(time, length), length, setTime, events };
}

/** Bars from 0 to 100, as loud as the clip is there. */
function Wave({ peaks, spent }: { peaks: readonly number[]; spent: number }) {
  const bars = barsOf(peaks);
  return (
    <svg viewBox={`0 0 ${bars.length * 4} 100`} preserveAspectRatio="none" aria-hidden="true">
      {bars.map(({ at, height }) => (
        <rect
          key={at}
          data-spent={(at + 0.5) / bars.length <= spent || undefined}
          x={at * 4}
          y={50 - height / 2}
          width={2.4}
          height={height}
          rx={1.2}
        />
      ))}
    </svg>
  );
}

/** As many bars as fit, each the loudest moment of its part; silence keeps a thin one. */
function barsOf(peaks: readonly number[]): { at: number; height: number }[] {
  const count = Math.min(BAR_COUNT, Math.max(peaks.length, 1));
  return Array.from({ length: count }, (_, at) => {
    const part = peaks.slice(
      Math.floor((at * peaks.length) / count),
      Math.ceil(((at + 1) * peaks.length) / count),
    );
    return { at, height: Math.max(4, ...part.map((peak) => Math.min(100, peak))) };
  });
}
