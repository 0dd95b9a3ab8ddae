// The practice player: mirror, loop between A and B, slow motion, count-in, named sections, single frames, captions and
// transcript, by mouse, touch and keyboard. It remembers how someone practices each lesson.
import {
  Captions,
  Drum,
  FlipHorizontal2,
  Maximize,
  Pause,
  PictureInPicture2,
  Play,
  Repeat,
  RotateCcw,
  RotateCw,
  StepBack,
  StepForward,
  X,
} from 'lucide-react';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import type { LessonSection } from '#shared/features/course/course.rules.ts';
import {
  formatSecond,
  PRACTICE_SPEEDS,
  sectionEnd,
  setLoopEnd,
  SPEED_LABELS,
  type PracticeSettings,
} from '#shared/features/learning/practice.rules.ts';
import { Chip } from '#app/components/ui/chip.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { cx } from '#app/lib/cx.ts';
import { areSingleKeysOn, isTypingIn } from '#app/lib/single-keys.ts';
import { PlayerTimeline } from './player-timeline.tsx';
import { PlayerTranscript } from './player-transcript.tsx';
import { cueAt, useCaptions, type CaptionFile } from './use-captions.ts';
import { usePlayer, type PlayedUpdate, type Player } from './use-player.ts';
import './practice-player.css';

export type PracticeMedia = {
  kind: 'video' | 'audio';
  url: string;
  posterUrl: string | null;
  captions: readonly CaptionFile[];
};

/** For notes and discussions: where it is, and going there. */
export type PlayerHandle = { second(): number; seek(second: number): void };

type PracticePlayerProps = {
  ref?: Ref<PlayerHandle>;
  title: string;
  media: PracticeMedia;
  sections: readonly LessonSection[];
  bpm: number | null;
  firstBeat: number | null;
  /** Where to resume, in seconds. */
  startAt: number;
  settings: PracticeSettings;
  onSettings: (settings: PracticeSettings) => void;
  onPlayed: (update: PlayedUpdate) => void;
};

export function PracticePlayer(props: PracticePlayerProps) {
  const { ref, title, media, sections, bpm, firstBeat, startAt, settings, onSettings, onPlayed } = props;
  const element = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const count = useRef<HTMLDivElement>(null);
  const player = usePlayer({
    media: element,
    settings,
    bpm,
    firstBeat,
    startAt,
    onPlayed,
    onFrame(second) {
      const duration = element.current?.duration || 1;
      track.current?.style.setProperty('--at', String(Math.min(1, second / duration)));
      if (count.current) count.current.textContent = String(player.countNow(second) ?? '');
    },
  });
  useImperativeHandle(ref, () => ({ second: player.now, seek: player.seek }));
  const cues = useCaptions(element, settings.captions);
  const change = (changed: Partial<PracticeSettings>) => onSettings({ ...settings, ...changed });
  const goToSection = (index: number) => {
    const start = sections[index]?.start ?? 0;
    player.seek(start);
    if (settings.isLooping) change({ loop: { start, end: sectionEnd(sections, index, player.duration) } });
  };
  const actions = {
    ...playerActions(player, { settings, change, captions: media.captions }),
    pictureInPicture: () => togglePictureInPicture(element.current),
    fullScreen: () => toggleFullScreen(frame.current),
  };
  usePlayerKeys({ ...actions, goToSection });
  const cue = settings.captions === null ? undefined : cueAt(cues, player.second + 0.2);
  return (
    <section
      className={cx('player', media.kind === 'audio' && 'player-audio')}
      ref={frame}
      aria-label={`Practice player: ${title}`}
    >
      <div className="player-stage" data-theme="dark">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the tracks are those the lesson has */}
        <video
          ref={element}
          src={media.url}
          poster={media.posterUrl ?? undefined}
          data-mirrored={settings.isMirrored || undefined}
          preload="metadata"
          playsInline
          onClick={player.toggle}
          aria-label={title}
        >
          {media.captions.map(({ language, label, url }) => (
            <track key={language} kind="captions" srcLang={language} label={label} src={url} />
          ))}
        </video>
        {player.hasFailed ? (
          <p className="player-cue" role="alert">
            This recording could not be loaded. Check your connection, then reload the page.
          </p>
        ) : (
          <>
            {!player.isPlaying && player.countInAt === null && (
              <button type="button" className="player-go" aria-label="Play" onClick={player.toggle}>
                <Play className="icon" aria-hidden="true" />
              </button>
            )}
            {bpm !== null && player.isPlaying && (
              <div className="player-count num" ref={count} aria-hidden="true" />
            )}
            {player.countInAt !== null && (
              <div className="player-count player-count-in" aria-hidden="true">
                {player.countInAt}
              </div>
            )}
            {cue && <p className="player-cue">{cue.text}</p>}
          </>
        )}
      </div>
      <div className="player-desk">
        <PlayerTimeline
          ref={track}
          sections={sections}
          loop={settings.loop}
          isLooping={settings.isLooping}
          second={player.second}
          duration={player.duration}
          onSeek={player.seek}
          onSection={goToSection}
        />
        <Controls {...props} player={player} actions={actions} onChange={change} />
      </div>
      {cues.length > 0 && <PlayerTranscript cues={cues} second={player.second} onSeek={player.seek} />}
    </section>
  );
}

type Change = (changed: Partial<PracticeSettings>) => void;

type ControlsProps = PracticePlayerProps & { player: Player; actions: Actions; onChange: Change };

function Controls({ media, bpm, settings, player, actions, onChange }: ControlsProps) {
  const amount = bpm === null ? 'five seconds' : 'one eight-count';
  return (
    <div className="player-controls">
      <IconButton label={`Back ${amount}`} icon={<RotateCcw className="icon" />} onClick={actions.back} />
      <button
        type="button"
        className="player-play"
        aria-label={player.isPlaying || player.countInAt !== null ? 'Pause' : 'Play'}
        onClick={player.toggle}
      >
        {player.isPlaying ? <Pause className="icon" /> : <Play className="icon" />}
      </button>
      <IconButton
        label={`Forward ${amount}`}
        icon={<RotateCw className="icon" />}
        onClick={actions.forward}
      />
      <span className="num meta player-time">
        {formatSecond(player.second)} / {formatSecond(player.duration)}
      </span>
      <div className="player-speeds" role="group" aria-label="Speed">
        {PRACTICE_SPEEDS.map((speed) => (
          <button
            key={speed}
            type="button"
            aria-label={`${speed} times`}
            aria-pressed={settings.speed === speed}
            onClick={() => onChange({ speed })}
          >
            {SPEED_LABELS[speed]}
          </button>
        ))}
      </div>
      {media.kind === 'video' && (
        <Chip isPressed={settings.isMirrored} onClick={actions.mirror}>
          <FlipHorizontal2 className="icon" aria-hidden="true" /> Mirror
        </Chip>
      )}
      <Chip onClick={actions.setStart}>
        A: {settings.loop ? formatSecond(settings.loop.start) : 'start here'}
      </Chip>
      <Chip onClick={actions.setEnd}>
        B: {settings.loop?.end != null ? formatSecond(settings.loop.end) : 'end here'}
      </Chip>
      <Chip isPressed={settings.isLooping} onClick={actions.loop}>
        <Repeat className="icon" aria-hidden="true" /> Loop A to B
      </Chip>
      {settings.loop && (
        <IconButton
          label="Clear the loop"
          icon={<X className="icon" />}
          onClick={() => onChange({ loop: null, isLooping: false })}
        />
      )}
      {bpm !== null && (
        <Chip isPressed={settings.isCountedIn} onClick={actions.countIn}>
          <Drum className="icon" aria-hidden="true" /> Count me in
        </Chip>
      )}
      {media.captions.map(({ language, label }) => (
        <Chip
          key={language}
          isPressed={settings.captions === language}
          onClick={() => onChange({ captions: settings.captions === language ? null : language })}
        >
          <Captions className="icon" aria-hidden="true" /> {label}
        </Chip>
      ))}
      {media.kind === 'video' && (
        <>
          <IconButton
            label="One frame back"
            icon={<StepBack className="icon" />}
            onClick={actions.frameBack}
          />
          <IconButton
            label="One frame forward"
            icon={<StepForward className="icon" />}
            onClick={actions.frameForward}
          />
          <IconButton
            label="Picture in picture"
            icon={<PictureInPicture2 className="icon" />}
            onClick={actions.pictureInPicture}
          />
          <IconButton label="Full screen" icon={<Maximize className="icon" />} onClick={actions.fullScreen} />
        </>
      )}
    </div>
  );
}

type ActionParts = {
  settings: PracticeSettings;
  change: Change;
  captions: readonly CaptionFile[];
};

function playerActions(player: Player, { settings, change, captions }: ActionParts) {
  const changeSpeed = (by: 1 | -1) => () => {
    const speed = PRACTICE_SPEEDS[PRACTICE_SPEEDS.indexOf(settings.speed) + by];
    if (speed !== undefined) change({ speed });
  };
  return {
    toggle: player.toggle,
    back: () => player.skip(-1),
    forward: () => player.skip(1),
    frameBack: () => player.step(-1),
    frameForward: () => player.step(1),
    slower: changeSpeed(-1),
    faster: changeSpeed(1),
    mirror: () => change({ isMirrored: !settings.isMirrored }),
    setStart: () => change({ loop: setLoopEnd(settings.loop, 'start', player.now()) }),
    setEnd: () => change({ loop: setLoopEnd(settings.loop, 'end', player.now()), isLooping: true }),
    loop: () =>
      change({
        isLooping: !settings.isLooping,
        loop: settings.loop ?? { start: 0, end: player.duration || null },
      }),
    countIn: () => change({ isCountedIn: !settings.isCountedIn }),
    captions: () => change({ captions: settings.captions === null ? (captions[0]?.language ?? null) : null }),
  };
}

type Actions = ReturnType<typeof playerActions> & { pictureInPicture(): void; fullScreen(): void };

// Both are refused where the browser or the device has no such thing; then nothing happens.
const ignore = () => undefined;

function togglePictureInPicture(video: HTMLVideoElement | null): void {
  if (document.pictureInPictureElement) document.exitPictureInPicture().catch(ignore);
  else video?.requestPictureInPicture?.().catch(ignore);
}

function toggleFullScreen(frame: HTMLElement | null): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(ignore);
  else frame?.requestFullscreen?.().catch(ignore);
}

/** Shown in the classroom's help for keys. */
export const PLAYER_KEYS = [
  { keys: ['Space', 'K'], does: 'Play or pause' },
  { keys: ['←', '→'], does: 'Back or forward one eight-count' },
  { keys: [',', '.'], does: 'One frame back or forward' },
  { keys: ['[', ']'], does: 'Set A or B of the loop here' },
  { keys: ['L'], does: 'Loop from A to B' },
  { keys: ['−', '+'], does: 'Slower or faster' },
  { keys: ['X'], does: 'Mirror the picture' },
  { keys: ['O'], does: 'Count me in' },
  { keys: ['C'], does: 'Captions' },
  { keys: ['F'], does: 'Full screen' },
  { keys: ['I'], does: 'Picture in picture' },
  { keys: ['1', '…', '9'], does: 'Go to a section' },
] as const;

function usePlayerKeys(actions: Actions & { goToSection: (index: number) => void }): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !areSingleKeysOn()) return;
      // Space and arrows belong to a focused button, link or slider.
      const isOnControl =
        event.target instanceof Element && event.target.closest('button, a, summary') !== null;
      if (isTypingIn(event.target) && !(event.target instanceof HTMLVideoElement)) return;
      if (isOnControl && event.key === ' ') return;
      const { goToSection, ...named } = latest.current;
      const digit = /^[1-9]$/.exec(event.key)?.[0];
      const name = KEYS[event.key.toLowerCase()];
      if (digit === undefined && name === undefined) return;
      event.preventDefault();
      if (digit !== undefined) goToSection(Number(digit) - 1);
      else if (name !== undefined) named[name]();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

const KEYS: Readonly<Record<string, keyof Actions>> = {
  ' ': 'toggle',
  k: 'toggle',
  arrowleft: 'back',
  arrowright: 'forward',
  ',': 'frameBack',
  '.': 'frameForward',
  '[': 'setStart',
  ']': 'setEnd',
  l: 'loop',
  '-': 'slower',
  '+': 'faster',
  '=': 'faster',
  x: 'mirror',
  o: 'countIn',
  c: 'captions',
  f: 'fullScreen',
  i: 'pictureInPicture',
};
