// A clip of sound: a play button, and its loudness drawn as bars that fill as it plays. The bars are a slider.
import { Pause, Play } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import type { ResourcePreview } from '#shared/features/resource/resource.schema.ts';
import { toast } from '#app/components/ui/toast-store.ts';
import { clockText } from './resource-facts.ts';

const BAR_COUNT = 72;

export function ResourcePlayer({ clip, title }: { clip: ResourcePreview; title: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const { isPlaying, time, length, toggle, seek, events } = usePlayer(audio, clip.seconds ?? 0);
  const spent = length > 0 ? time / length : 0;
  return (
    <div className="resource-player">
      <button
        type="button"
        className="resource-play"
        aria-label={isPlaying ? 'Pause' : `Listen to a clip of ${title}`}
        onClick={toggle}
      >
        {isPlaying ? <Pause size={20} aria-hidden="true" /> : <Play size={20} aria-hidden="true" />}
      </button>
      <div className="resource-wave">
        <Wave peaks={clip.peaks ?? []} spent={spent} />
        <input
          type="range"
          aria-label="Place in the clip"
          aria-valuetext={`${clockText(time)} of ${clockText(length)}`}
          min={0}
          max={length || 1}
          step={0.1}
          value={time}
          onChange={(event) => seek(Number(event.target.value))}
        />
      </div>
      <span className="meta num" aria-hidden="true">
        {clockText(time)} / {clockText(length)}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music, without words to write down */}
      <audio {...events} ref={audio} src={clip.url ?? undefined} preload="none" />
    </div>
  );
}

function usePlayer(audio: RefObject<HTMLAudioElement | null>, known: number) {
  const [isPlaying, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(known);
  return {
    isPlaying,
    time: Math.min(time, length),
    length,
    toggle() {
      const element = audio.current;
      if (!element) return;
      if (!element.paused) return element.pause();
      element.play().catch((error: unknown) => {
        // Paused again before it began.
        if (error instanceof DOMException && error.name === 'AbortError') return;
        toast({
          title: 'The clip could not be played',
          description: 'Check your connection and try again.',
          variant: 'destructive',
        });
      });
    },
    seek(to: number) {
      if (audio.current) audio.current.currentTime = to;
      setTime(to);
    },
    events: {
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onEnded: () => setTime(0),
      onTimeUpdate: () => setTime(audio.current?.currentTime ?? 0),
      onDurationChange() {
        const exact = audio.current?.duration ?? 0;
        if (Number.isFinite(exact) && exact > 0) setLength(exact);
      },
    },
  };
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
export function barsOf(peaks: readonly number[]): { at: number; height: number }[] {
  const count = Math.min(BAR_COUNT, Math.max(peaks.length, 1));
  return Array.from({ length: count }, (_, at) => {
    const part = peaks.slice(
      Math.floor((at * peaks.length) / count),
      Math.ceil(((at + 1) * peaks.length) / count),
    );
    return { at, height: Math.max(4, ...part.map((peak) => Math.min(100, peak))) };
  });
}
