// What the player's buttons and keys do, and which key does what.
import { useEffect, useRef } from 'react';
import {
  PRACTICE_SPEEDS,
  setLoopEnd,
  type PracticeSettings,
} from '#shared/features/learning/practice.rules.ts';
import { areSingleKeysOn, isTypingIn } from '#app/lib/single-keys.ts';
import type { CaptionFile } from './use-captions.ts';
import type { Player } from './use-player.ts';

type ActionParts = {
  settings: PracticeSettings;
  change: (changed: Partial<PracticeSettings>) => void;
  captions: readonly CaptionFile[];
};

export type PlayerActions = ReturnType<typeof playerActions> & {
  pictureInPicture(): void;
  fullScreen(): void;
};

export function playerActions(player: Player, { settings, change, captions }: ActionParts) {
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

// Both are refused where the browser or the device has no such thing; then nothing happens.
const ignore = () => undefined;

export function togglePictureInPicture(video: HTMLVideoElement | null): void {
  if (document.pictureInPictureElement) document.exitPictureInPicture().catch(ignore);
  else video?.requestPictureInPicture?.().catch(ignore);
}

export function toggleFullScreen(frame: HTMLElement | null): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(ignore);
  else frame?.requestFullscreen?.().catch(ignore);
}

/** Shown in the classroom's help for keys. */
export const PLAYER_KEYS = [
  { keys: ['Space', 'K'], does: 'Play or pause' },
  { keys: ['←', '→'], does: 'Back or forward one phrase' },
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

const KEYS: Readonly<Record<string, keyof PlayerActions>> = {
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

export function usePlayerKeys(actions: PlayerActions, goToSection: (index: number) => void): void {
  const latest = useRef({ actions, goToSection });
  useEffect(() => {
    latest.current = { actions, goToSection };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !areSingleKeysOn()) return;
      // Space belongs to a focused button or link.
      const isOnControl =
        event.target instanceof Element && event.target.closest('button, a, summary') !== null;
      if (isTypingIn(event.target) && !(event.target instanceof HTMLVideoElement)) return;
      if (isOnControl && event.key === ' ') return;
      const digit = /^[1-9]$/.exec(event.key)?.[0];
      const name = KEYS[event.key.toLowerCase()];
      if (digit === undefined && name === undefined) return;
      event.preventDefault();
      if (digit !== undefined) latest.current.goToSection(Number(digit) - 1);
      else if (name !== undefined) latest.current.actions[name]();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
