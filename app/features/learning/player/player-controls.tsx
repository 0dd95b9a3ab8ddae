// The player's buttons: transport and speed first, then what makes it a practice player.
import Drum from 'icon:drum';
import FlipHorizontal2 from 'icon:flip-horizontal-2';
import Pause from 'icon:pause';
import Play from 'icon:play';
import Repeat from 'icon:repeat';
import RotateCcw from 'icon:rotate-ccw';
import RotateCw from 'icon:rotate-cw';
import StepBack from 'icon:step-back';
import StepForward from 'icon:step-forward';
import X from 'icon:x';
import {
  formatSecond,
  PRACTICE_SPEEDS,
  SPEED_LABELS,
  type PracticeSettings,
  type Tempo,
} from '#shared/features/learning/practice.rules.ts';
import { Chip } from '#app/components/ui/chip.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import type { PlayerActions } from './player-actions.ts';
import type { Player } from './use-player.ts';

type ControlsProps = {
  isVideo: boolean;
  tempo: Tempo | null;
  settings: PracticeSettings;
  player: Player;
  actions: PlayerActions;
  onChange: (changed: Partial<PracticeSettings>) => void;
};

export function PlayerControls({ isVideo, tempo, settings, player, actions, onChange }: ControlsProps) {
  const isRunning = player.isPlaying || player.countInAt !== null;
  return (
    <div className="player-controls">
      <div className="player-row">
        <div className="player-transport">
          {isVideo && (
            <IconButton
              label="One frame back"
              icon={<StepBack className="icon" aria-hidden="true" />}
              onClick={actions.frameBack}
            />
          )}
          <IconButton
            label={`Back ${skipLabel(tempo)}`}
            icon={<RotateCcw className="icon" aria-hidden="true" />}
            onClick={actions.back}
          />
          <button
            type="button"
            className="player-play"
            aria-label={isRunning ? 'Pause' : 'Play'}
            onClick={player.toggle}
          >
            {isRunning ? (
              <Pause className="icon" aria-hidden="true" />
            ) : (
              <Play className="icon" aria-hidden="true" />
            )}
          </button>
          <IconButton
            label={`Forward ${skipLabel(tempo)}`}
            icon={<RotateCw className="icon" aria-hidden="true" />}
            onClick={actions.forward}
          />
          {isVideo && (
            <IconButton
              label="One frame forward"
              icon={<StepForward className="icon" aria-hidden="true" />}
              onClick={actions.frameForward}
            />
          )}
        </div>
        <span className="num meta player-time">
          {formatSecond(player.second)} / {formatSecond(player.duration)}
        </span>
        <div className="player-group" role="group" aria-label="Speed">
          {PRACTICE_SPEEDS.map((speed) => (
            <button
              key={speed}
              type="button"
              aria-pressed={settings.speed === speed}
              onClick={() => onChange({ speed })}
            >
              <span aria-hidden="true">{SPEED_LABELS[speed]}</span>
              <span className="sr-only">{speed} times</span>
            </button>
          ))}
        </div>
      </div>
      <div className="player-row">
        {isVideo && (
          <Chip isPressed={settings.isMirrored} onClick={actions.mirror}>
            <FlipHorizontal2 className="icon" aria-hidden="true" /> Mirror
          </Chip>
        )}
        {tempo && (
          <Chip isPressed={settings.isCountedIn} onClick={actions.countIn}>
            <Drum className="icon" aria-hidden="true" /> Count me in
          </Chip>
        )}
        <Chip isPressed={settings.isLooping} onClick={actions.loop}>
          <Repeat className="icon" aria-hidden="true" /> Loop A to B
        </Chip>
        <LoopEnds settings={settings} actions={actions} onChange={onChange} />
      </div>
    </div>
  );
}

function LoopEnds({ settings, actions, onChange }: Pick<ControlsProps, 'settings' | 'actions' | 'onChange'>) {
  const { loop } = settings;
  return (
    <div className="player-group" role="group" aria-label="Ends of the loop">
      <button type="button" onClick={actions.setStart}>
        A <span className="num">{loop ? formatSecond(loop.start) : 'here'}</span>
      </button>
      <button type="button" onClick={actions.setEnd}>
        B <span className="num">{loop?.end == null ? 'here' : formatSecond(loop.end)}</span>
      </button>
      {loop && (
        <button
          type="button"
          aria-label="Clear the loop"
          onClick={() => onChange({ loop: null, isLooping: false })}
        >
          <X className="icon" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function skipLabel(tempo: Tempo | null): string {
  if (!tempo) return 'five seconds';
  return tempo.phraseCounts === 8 ? 'one eight-count' : `${tempo.phraseCounts} counts`;
}
