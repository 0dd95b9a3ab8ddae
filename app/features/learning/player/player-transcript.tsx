// Everything that is said, as text: searchable, and each line leads to its place.
import { useState } from 'react';
import { SearchField } from '#app/components/ui/search-field.tsx';
import { formatSecond } from '#shared/features/learning/practice.rules.ts';
import { cueAt, type Cue } from './use-captions.ts';

type TranscriptProps = { cues: readonly Cue[]; second: number; onSeek: (second: number) => void };

const searchable = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export function PlayerTranscript({ cues, second, onSeek }: TranscriptProps) {
  const [search, setSearch] = useState('');
  const current = cueAt(cues, second);
  const found = cues.filter(({ text }) => searchable(text).includes(searchable(search.trim())));
  return (
    <details className="player-transcript">
      <summary className="t-s">Transcript</summary>
      <SearchField
        label="Search the transcript"
        placeholder="Search the transcript"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p className="sr-only" role="status">
        {search.trim() && `${found.length} of ${cues.length} lines match`}
      </p>
      {found.length === 0 && <p className="meta">No line matches your search.</p>}
      <ol>
        {found.map((cue) => (
          <li key={`${cue.start} ${cue.text}`}>
            <button
              type="button"
              aria-current={cue === current ? 'true' : undefined}
              onClick={() => onSeek(cue.start)}
            >
              <span className="num">{formatSecond(cue.start)}</span> {cue.text}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
