// The count-in: clicks in the tempo of the music before it starts, “5, 6, 7, 8” or, in a waltz, “4, 5, 6”.

export type CountIn = { cancel(): void };

type CountInOptions = {
  counts: readonly number[];
  beatSeconds: number;
  onCount: (count: number) => void;
  /** On the beat after the last count. */
  onStart: () => void;
};

export function startCountIn({ counts, beatSeconds, onCount, onStart }: CountInOptions): CountIn {
  const audio = new AudioContext();
  const from = audio.currentTime + 0.05;
  // Sounds are scheduled on the audio clock: timers are too coarse to click in time.
  counts.forEach((_, beat) => click(audio, from + beat * beatSeconds, beat === 0));
  const timers = counts.map((count, beat) => setTimeout(() => onCount(count), beat * beatSeconds * 1000));
  timers.push(setTimeout(finish, counts.length * beatSeconds * 1000));

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
