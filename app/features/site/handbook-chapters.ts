// The files of the handbook. Only its page imports this, so only its page carries them.
import { readChapter, type Chapter, type Names } from './handbook.ts';

const FILES = import.meta.glob<string>('/docs/handbook/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export function handbookChapters(names: Names): Chapter[] {
  return Object.entries(FILES)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([file, source]) => readChapter(file, source, names));
}
