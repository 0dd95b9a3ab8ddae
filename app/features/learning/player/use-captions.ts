// Captions of the player: the cues of the chosen language, read from the tracks of the media element. They are drawn by
// us, because the browser would mirror its own together with the picture.
import { useEffect, useState, type RefObject } from 'react';

export type Cue = { start: number; end: number; text: string };
export type CaptionFile = { language: string; label: string; url: string };

/** Loads the language; empty until its file is there. */
export function useCaptions(media: RefObject<HTMLMediaElement | null>, language: string | null): Cue[] {
  const [loaded, setLoaded] = useState<{ language: string; cues: Cue[] } | null>(null);
  useEffect(() => {
    const element = media.current;
    if (!element || language === null) return undefined;
    for (const { track } of element.querySelectorAll('track')) {
      track.mode = track.language === language ? 'hidden' : 'disabled';
    }
    const chosen = element.querySelector<HTMLTrackElement>(`track[srclang="${CSS.escape(language)}"]`);
    if (!chosen) return undefined;
    const read = () => setLoaded({ language, cues: cuesOf(chosen.track) });
    chosen.addEventListener('load', read);
    if (chosen.readyState === HTMLTrackElement.LOADED) read();
    return () => chosen.removeEventListener('load', read);
  }, [media, language]);
  return loaded?.language === language ? loaded.cues : [];
}

function cuesOf(track: TextTrack): Cue[] {
  return Array.from(track.cues ?? [], (cue) => ({
    start: cue.startTime,
    end: cue.endTime,
    text: cue instanceof VTTCue ? plainText(cue) : '',
  }));
}

/** Cue text may hold voice and italic tags. */
const plainText = (cue: VTTCue): string => cue.getCueAsHTML().textContent ?? '';

export function cueAt(cues: readonly Cue[], second: number): Cue | undefined {
  return cues.find(({ start, end }) => start <= second && second < end);
}
