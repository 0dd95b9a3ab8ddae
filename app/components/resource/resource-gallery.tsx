// The previews of a resource: pages, pictures, clips, an excerpt. They open in a lightbox; audio plays in place.
import './resource-gallery.css';
import Lock from 'icon:lock';
import Pause from 'icon:pause';
import Play from 'icon:play';
import { lazy, Suspense, type SyntheticEvent, useRef, useState } from 'react';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import type { ResourceDetail, ResourcePreview } from '#shared/features/resource/resource.schema.ts';
import { cellsOf, clockText, moreInside } from './resource-format.ts';

/** The lightbox, loaded at the first click. */
const ResourceLightbox = lazy(() => import('./resource-lightbox.tsx'));

type ResourceGalleryProps = Pick<ResourceDetail, 'title' | 'files' | 'previews'>;

export function ResourceGallery({ title, files, previews }: ResourceGalleryProps) {
  const [openAt, setOpenAt] = useState<number | null>(null);
  const leaves = previews.filter(({ kind }) => kind !== 'audio');
  const clips = previews.filter(({ kind }) => kind === 'audio');
  const more = moreInside({ files, previews });
  return (
    <>
      {leaves.length > 0 && (
        <ul className="resource-leaves" aria-label="Look inside">
          {leaves.map((preview, at) => (
            <li key={preview.id}>
              <Leaf preview={preview} name={leafName(preview, at)} onOpen={() => setOpenAt(at)} />
            </li>
          ))}
          {more && (
            <li>
              <a className="resource-leaf resource-leaf-word" href="#inside">
                <Lock className="icon" aria-hidden="true" />
                {more}
              </a>
            </li>
          )}
        </ul>
      )}
      {clips.map((clip, at) => (
        <ResourcePlayer key={clip.id} clip={clip} name={clipName(at, clips.length)} />
      ))}
      {openAt !== null && (
        <Suspense>
          <ResourceLightbox
            title={title}
            leaves={leaves}
            at={openAt}
            onMove={setOpenAt}
            onClose={() => setOpenAt(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function clipName(at: number, count: number): string {
  return count === 1 ? 'Listen to the clip' : `Listen to clip ${at + 1} of ${count}`;
}

/** “Page 2”, “Picture 1”, “Watch 0:40”. */
function leafName({ kind, seconds }: ResourcePreview, at: number): string {
  if (kind === 'video') return seconds === null ? 'Watch' : `Watch ${clockText(seconds)}`;
  if (kind === 'text') return 'Read an excerpt';
  return kind === 'page' ? `Page ${at + 1}` : `Picture ${at + 1}`;
}

type LeafProps = { preview: ResourcePreview; name: string; onOpen: () => void };

function Leaf({ preview, name, onOpen }: LeafProps) {
  const { kind, url, text, width, height } = preview;
  const looks = kind === 'video' ? 'resource-leaf resource-leaf-word resource-leaf-watch' : 'resource-leaf';
  return (
    <button type="button" className={looks} aria-haspopup="dialog" onClick={onOpen}>
      {kind === 'video' ? (
        <>
          <Play className="icon" aria-hidden="true" />
          {name}
        </>
      ) : kind === 'text' ? (
        <>
          <span className="sr-only">{name}</span>
          <span
            className="resource-leaf-text"
            data-sheet={cellsOf(text ?? '') !== null || undefined}
            aria-hidden="true"
          >
            {text}
          </span>
        </>
      ) : (
        url && (
          <LazyImage
            src={url}
            alt={`Look at ${name.toLowerCase()}`}
            width={width ?? 4}
            height={height ?? 5}
          />
        )
      )}
    </button>
  );
}

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
          aria-label="Position in the clip"
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
  // Only one clip plays at a time.
  for (const other of document.querySelectorAll('audio')) other.pause();
  audio.play().catch((error: unknown) => {
    // Paused before playback started.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({
      title: 'Couldn’t play the clip',
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

/** Loudness per bar, 0 to 100. */
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

/** Reduces the peaks to as many bars as fit; silence keeps a thin bar. */
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
