// The practice player's behavior around one media element: playing, seeking, looping, counting in, and saying how much
// was played. Drawing is in practice-player.tsx.
import { useEffect, useRef, useState, type RefObject } from 'react';
import {
  countAt,
  countInCounts,
  loopTarget,
  playedRanges,
  skipSeconds,
  type PlayedRange,
  type PracticeSettings,
  type Tempo,
} from '#shared/features/learning/practice.rules.ts';
import { startCountIn, type CountIn } from './count-in.ts';

export type PlayedUpdate = { position: number; ranges: PlayedRange[] };

type PlayerOptions = {
  media: RefObject<HTMLMediaElement | null>;
  settings: PracticeSettings;
  tempo: Tempo | null;
  startAt: number;
  onPlayed: (update: PlayedUpdate) => void;
  /** For every frame while it plays, and after each seek: draws what React need not. */
  onFrame: (second: number) => void;
};

const REPORT_EVERY_MS = 10_000;
/** Videos rarely tell their frame rate; most are made at 30. */
const FRAME_SECONDS = 1 / 30;

function moveTo(element: HTMLMediaElement, second: number): void {
  element.currentTime = second;
}

function setSpeed(element: HTMLMediaElement, speed: number): void {
  element.playbackRate = speed;
  element.preservesPitch = true;
}

export function usePlayer(options: PlayerOptions) {
  const { media, settings, tempo } = options;
  const shown = useMediaEvents(options);
  const { countInAt, startOrCancel } = useCountIn(tempo, settings.speed);
  useEffect(() => {
    if (media.current) setSpeed(media.current, settings.speed);
  }, [media, settings.speed]);

  // Refused when the browser wants a click first; the button is still there for it.
  const play = () => void media.current?.play().catch(() => undefined);
  const now = () => media.current?.currentTime ?? 0;
  const seek = (to: number) => {
    const element = media.current;
    if (element) moveTo(element, Math.min(Math.max(0, to), element.duration || to));
  };
  return {
    ...shown,
    countInAt,
    seek,
    now,
    toggle() {
      const element = media.current;
      if (!element) return;
      if (!element.paused) element.pause();
      else if (settings.isCountedIn && tempo) startOrCancel(play);
      else play();
    },
    skip: (direction: 1 | -1) => seek(now() + direction * skipSeconds(tempo)),
    step(direction: 1 | -1) {
      media.current?.pause();
      seek(now() + direction * FRAME_SECONDS);
    },
  };
}

export type Player = ReturnType<typeof usePlayer>;

function useCountIn(tempo: Tempo | null, speed: number) {
  const [countInAt, setCountInAt] = useState<number | null>(null);
  const running = useRef<CountIn | null>(null);
  useEffect(() => () => running.current?.cancel(), []);
  const stop = () => {
    running.current = null;
    setCountInAt(null);
  };
  const startOrCancel = (onStart: () => void) => {
    if (running.current) {
      running.current.cancel();
      stop();
      return;
    }
    if (!tempo) return;
    running.current = startCountIn({
      counts: countInCounts(tempo.phraseCounts),
      beatSeconds: 60 / tempo.bpm / speed,
      onCount: setCountInAt,
      onStart() {
        stop();
        onStart();
      },
    });
  };
  return { countInAt, startOrCancel };
}

/** State of the element for React; loops, and what was played: every ten seconds, on pause, when the page goes away. */
function useMediaEvents({ media, settings, tempo, startAt, onPlayed, onFrame }: PlayerOptions) {
  const [isPlaying, setPlaying] = useState(false);
  const [second, setSecond] = useState(startAt);
  const [count, setCount] = useState<number | null>(null);
  const [duration, setDuration] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const draw = (at: number) => {
    setCount(tempo && countAt(at, tempo));
    onFrame(at);
  };
  const latest = useRef({ settings, startAt, onPlayed, draw });
  useEffect(() => {
    latest.current = { settings, startAt, onPlayed, draw };
  });

  useEffect(() => {
    const element = media.current;
    if (!element) return undefined;
    const report = () => {
      if (element.played.length === 0) return;
      const position = Math.floor(element.currentTime);
      latest.current.onPlayed({ position, ranges: playedRanges(element.played) });
    };
    const showTime = () => {
      setSecond(Math.floor(element.currentTime));
      latest.current.draw(element.currentTime);
    };
    const showLength = () => {
      const { startAt: resumeAt } = latest.current;
      setFailed(false);
      setDuration(element.duration);
      // At the very end there is nothing to resume.
      if (resumeAt > 0 && resumeAt < element.duration - 2) moveTo(element, resumeAt);
      showTime();
    };
    const pause = () => {
      setPlaying(false);
      report();
    };
    const repeat = () => {
      const { isLooping, loop } = latest.current.settings;
      if (!isLooping || !loop) return;
      moveTo(element, loop.start);
      void element.play();
    };
    const events = new AbortController();
    const { signal } = events;
    element.addEventListener('play', () => setPlaying(true), { signal });
    element.addEventListener('pause', pause, { signal });
    element.addEventListener('ended', repeat, { signal });
    element.addEventListener('timeupdate', showTime, { signal });
    element.addEventListener('seeked', showTime, { signal });
    element.addEventListener('error', () => setFailed(true), { signal });
    element.addEventListener('loadedmetadata', showLength, { signal });
    document.addEventListener('visibilitychange', () => document.hidden && report(), { signal });
    const timer = setInterval(() => !element.paused && report(), REPORT_EVERY_MS);
    // The file may have been quicker than this effect.
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) showLength();
    return () => {
      report();
      events.abort();
      clearInterval(timer);
    };
  }, [media]);

  // `timeupdate` comes four times a second, too late to end a loop on the beat.
  useEffect(() => {
    if (!isPlaying) return undefined;
    let frame = requestAnimationFrame(function onNextFrame() {
      const element = media.current;
      if (!element) return;
      const { isLooping, loop } = latest.current.settings;
      const target = isLooping ? loopTarget(loop, element.currentTime, element.duration) : null;
      if (target !== null) moveTo(element, target);
      latest.current.draw(element.currentTime);
      frame = requestAnimationFrame(onNextFrame);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, media]);

  return { isPlaying, second, count, duration, hasFailed };
}
