// The count-in: four clicks in the tempo of the music, “5, 6, 7, 8”, before it starts.

export type CountIn = { cancel(): void };

const COUNTS = [5, 6, 7, 8] as const;

/** Calls `onCount` with each count and `onStart` on the beat after the last. */
export function startCountIn(
  beatSeconds: number,
  { onCount, onStart }: { onCount: (count: number) => void; onStart: () => void },
): CountIn {
  const audio = new AudioContext();
  const from = audio.currentTime + 0.05;
  // Sounds are scheduled on the audio clock: timers are too coarse to click in time.
  COUNTS.forEach((_, beat) => click(audio, from + beat * beatSeconds, beat === 0));
  const timers = COUNTS.map((count, beat) => setTimeout(() => onCount(count), beat * beatSeconds * 1000));
  timers.push(setTimeout(finish, COUNTS.length * beatSeconds * 1000));

  function finish() {
    void audio.close();
    onStart();
  }
  return {
    cancel() {
      for (const timer of timers) clearTimeout(timer);
      void audio.close();
    },
  };
}

function click(audio: AudioContext, at: number, isFirst: boolean): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = isFirst ? 1320 : 880;
  volume.gain.setValueAtTime(0.4, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.06);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.07);
}
