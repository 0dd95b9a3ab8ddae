// The practice player: mirror, loop between A and B, slow motion, count-in, named sections, single frames, captions and
// transcript, by mouse, touch and keyboard. It remembers how someone practices each lesson.
import Captions from 'icon:captions';
import Maximize from 'icon:maximize';
import PictureInPicture2 from 'icon:picture-in-picture-2';
import Play from 'icon:play';
import { useImperativeHandle, useRef, type Ref } from 'react';
import type { LessonSection } from '#shared/features/course/course.rules.ts';
import {
  countsAround,
  sectionEnd,
  type PracticeSettings,
  type Tempo,
} from '#shared/features/learning/practice.rules.ts';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { cx } from '#app/lib/cx.ts';
import {
  playerActions,
  toggleFullScreen,
  togglePictureInPicture,
  usePlayerKeys,
  type PlayerActions,
} from './player-actions.ts';
import { PlayerControls } from './player-controls.tsx';
import { PlayerTimeline } from './player-timeline.tsx';
import { PlayerTranscript } from './player-transcript.tsx';
import { cueAt, useCaptions, type CaptionFile } from './use-captions.ts';
import { usePlayer, type PlayedUpdate } from './use-player.ts';
import './practice-player.css';
import './practice-screens.css';

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
  /** Null: nobody counts. */
  tempo: Tempo | null;
  /** Where to resume, in seconds. */
  startAt: number;
  settings: PracticeSettings;
  onSettings: (settings: PracticeSettings) => void;
  onPlayed: (update: PlayedUpdate) => void;
};

export function PracticePlayer(props: PracticePlayerProps) {
  const { ref, title, media, sections, tempo, startAt, settings, onSettings, onPlayed } = props;
  const element = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const player = usePlayer({
    media: element,
    settings,
    tempo,
    startAt,
    onPlayed,
    onFrame(second) {
      const duration = element.current?.duration || 1;
      track.current?.style.setProperty('--at', String(Math.min(1, second / duration)));
    },
  });
  useImperativeHandle(ref, () => ({ second: player.now, seek: player.seek }));
  // The transcript is there without captions, too.
  const cues = useCaptions(element, settings.captions ?? media.captions[0]?.language ?? null);
  const change = (changed: Partial<PracticeSettings>) => onSettings({ ...settings, ...changed });
  const goToSection = (index: number) => {
    const start = sections[index]?.start;
    if (start === undefined) return;
    player.seek(start);
    if (settings.isLooping) change({ loop: { start, end: sectionEnd(sections, index, player.duration) } });
  };
  const actions: PlayerActions = {
    ...playerActions(player, { settings, change, captions: media.captions }),
    pictureInPicture: () => togglePictureInPicture(element.current),
    fullScreen: () => toggleFullScreen(frame.current),
  };
  usePlayerKeys(actions, goToSection);
  const cue = settings.captions === null ? undefined : cueAt(cues, player.second + 0.2);
  const count = player.countInAt ?? player.count;
  const isIdle = !player.isPlaying && player.countInAt === null;
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
            {isIdle && (
              <button
                type="button"
                className="player-go"
                data-theme="light"
                aria-label="Play"
                onClick={player.toggle}
              >
                <Play className="icon" aria-hidden="true" />
              </button>
            )}
            {tempo && count !== null && (
              <Counts count={count} tempo={tempo} isCountIn={player.countInAt !== null} />
            )}
            {cue && <p className="player-cue">{cue.text}</p>}
          </>
        )}
        <StageButtons media={media} settings={settings} actions={actions} onChange={change} />
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
        <PlayerControls
          isVideo={media.kind === 'video'}
          tempo={tempo}
          settings={settings}
          player={player}
          actions={actions}
          onChange={change}
        />
      </div>
      {cues.length > 0 && <PlayerTranscript cues={cues} second={player.second} onSeek={player.seek} />}
    </section>
  );
}

/** “5 6 7 8” with the count one is on; it is heard as well, so screen readers need not say it. */
function Counts({ count, tempo, isCountIn }: { count: number; tempo: Tempo; isCountIn: boolean }) {
  return (
    <div className={cx('player-counts num', isCountIn && 'player-count-in')} aria-hidden="true">
      {countsAround(count, tempo.phraseCounts).map((each) => (
        <span key={each} data-now={each === count || undefined}>
          {each}
        </span>
      ))}
    </div>
  );
}

type StageButtonsProps = {
  media: PracticeMedia;
  settings: PracticeSettings;
  actions: PlayerActions;
  onChange: (changed: Partial<PracticeSettings>) => void;
};

/** In the upper corner, where they cover no feet. */
function StageButtons({ media, settings, actions, onChange }: StageButtonsProps) {
  if (media.kind === 'audio' && media.captions.length === 0) return null;
  return (
    <div className="player-corner">
      {media.captions.map(({ language, label }) => (
        <button
          key={language}
          type="button"
          aria-label={`Captions: ${label}`}
          aria-pressed={settings.captions === language}
          onClick={() => onChange({ captions: settings.captions === language ? null : language })}
        >
          <Captions className="icon" aria-hidden="true" /> {label}
        </button>
      ))}
      {media.kind === 'video' && (
        <>
          <IconButton
            label="Picture in picture"
            icon={<PictureInPicture2 className="icon" aria-hidden="true" />}
            onClick={actions.pictureInPicture}
          />
          <IconButton
            label="Full screen"
            icon={<Maximize className="icon" aria-hidden="true" />}
            onClick={actions.fullScreen}
          />
        </>
      )}
    </div>
  );
}
