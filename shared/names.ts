// Names of users: the full name, its initials, and the two characters of an avatar. Works on grapheme clusters, so
// emoji and accents are never cut in half.
import { lazy } from './lazy.ts';

type NamedUser = {
  firstName?: string | null;
  lastName?: string | null;
};

/** Shown for users without a name: the username is half of what a guesser needs, so it is never published. */
export const NAMELESS = 'Relevé member';

const segmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

// Invisible characters, marks that change the text direction, and two code points XML forbids. The zero-width joiner is
// not among them: it holds emoji together.
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFFE\uFFFF]/g;
const BETWEEN_WORDS = /[\s\p{Cc}]+/u;
// Letters, digits, emoji. The rest is punctuation.
const SPOKEN = /[\p{L}\p{N}\p{So}]/u;
// Longer than any real emoji sequence: beyond it someone has stacked marks for fun.
const LONGEST_CHARACTER = 32;
const NO_NAME = '?';

function splitName(name: unknown): string[] {
  if (typeof name !== 'string') return [];
  const parts = name.toWellFormed().replace(INVISIBLE, '').split(BETWEEN_WORDS).filter(Boolean);
  const spoken = parts.filter((word) => SPOKEN.test(word));
  return spoken.length > 0 ? spoken : parts;
}

// Latin letters without combining marks: each is a character of its own.
const PLAIN = /^[ -~\u00A1-\u00AC\u00AE-\u017F]*$/;

/**
 * Splits text into grapheme clusters. Most names are plain, and loading the segmenter takes a phone a tenth of a
 * second.
 */
function* charactersOf(text: string): Generator<string> {
  if (PLAIN.test(text)) yield* text;
  else for (const { segment } of segmenter().segment(text)) yield segment;
}

/** The first characters of a word in upper case; quotes, dashes and brackets are skipped. */
function firstCharacters(word: string, count: number): string[] {
  const found: string[] = [];
  const isSpoken = SPOKEN.test(word);
  for (const character of charactersOf(word)) {
    if (isSpoken && !SPOKEN.test(character)) continue;
    found.push(upperCharacter(character));
    if (found.length === count) break;
  }
  return found;
}

// Upper case can be longer: ß becomes SS, and an initial is one character.
function upperCharacter(character: string): string {
  const short = character.length > LONGEST_CHARACTER ? (Array.from(character)[0] ?? '') : character;
  const [first = short] = charactersOf(short.toUpperCase());
  return first;
}

/** Spec §5: the first letter of a single word, otherwise those of the first and last word. '' without a name. */
export function initialsOf(fullName: unknown): string {
  const parts = splitName(fullName);
  const ends = parts.length > 1 ? [parts.at(0), parts.at(-1)] : parts;
  return ends.flatMap((word) => firstCharacters(word ?? '', 1)).join('');
}

/** Always two characters: the initials, or the first two letters of a single word. */
export function avatarInitials(fullName: unknown): string {
  const parts = splitName(fullName);
  if (parts.length > 1) return initialsOf(fullName);
  const [first = NO_NAME, second = first] = firstCharacters(parts[0] ?? '', 2);
  return first + second;
}

/** First and last name for public display; '' for nobody. Never the username. */
export function fullNameOf(user: NamedUser | null | undefined): string {
  return user ? givenNameOf(user) || NAMELESS : '';
}

/** First and last name; '' if neither was given. */
export function givenNameOf({ firstName, lastName }: NamedUser): string {
  return [tidy(firstName), tidy(lastName)].filter(Boolean).join(' ');
}

/** “Annika S.”: recognizable, but not enough to look someone up. */
export function shortNameOf({ firstName, lastName }: NamedUser): string {
  const [familyName] = splitName(lastName);
  const initial = initialsOf(familyName);
  return [tidy(firstName), initial && `${initial}.`].filter(Boolean).join(' ') || 'A member';
}

function tidy(part: unknown): string {
  return typeof part === 'string' ? part.trim().replace(/\s+/g, ' ') : '';
}
