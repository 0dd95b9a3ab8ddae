// Values of the resource form: defaults, changes, and what a file name suggests.
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import type { ResourceChanges } from '#shared/features/authoring/authoring.schema.ts';
import { AGE_GROUPS, DANCE_STYLES, type AgeGroup, type ResourceType } from '#shared/vocabulary.ts';

export type ResourceValues = Required<ResourceChanges>;
export type ResourceFieldName = keyof ResourceValues;

/** Defaults that suit most resources, so the form takes a few minutes. */
export const NEW_RESOURCE: ResourceValues = {
  title: '',
  description: '',
  type: 'document',
  danceStyle: 'Other',
  ageGroups: ['All Ages'],
  level: 'Mixed Levels',
  categoryId: null,
  tags: [],
  price: '0.00',
  licence: 'single_teacher',
  bpm: null,
  metre: null,
};

export const RESOURCE_FIELDS = Object.keys(NEW_RESOURCE) as ResourceFieldName[];

export function valuesOf(resource: OwnResource | null): ResourceValues {
  if (!resource) return NEW_RESOURCE;
  return Object.fromEntries(RESOURCE_FIELDS.map((name) => [name, resource[name]])) as ResourceValues;
}

/** `week-4_balance.final.pdf` is “Week 4 balance final”. */
export function titleOfFileName(name: string): string {
  const title = name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replaceAll(/[\p{Cc}_\-.+\s]+/gu, ' ')
    .trim();
  return (title.charAt(0).toUpperCase() + title.slice(1)).slice(0, 120);
}

const ENDINGS: readonly (readonly [ending: RegExp, type: ResourceType])[] = [
  [/\.(pdf|docx?|odt|pptx?|odp|pages|key|epub)$/i, 'document'],
  [/\.(mp3|wav|m4a|aac|flac|ogg|oga|aiff?)$/i, 'audio'],
  [/\.(mp4|mov|m4v|webm|avi|mkv)$/i, 'video'],
  [/\.(png|jpe?g|gif|webp|avif|svg|heic|tiff?)$/i, 'image'],
  [/\.(xlsx?|csv|ods|numbers)$/i, 'spreadsheet'],
  [/\.(txt|md|rtf)$/i, 'text'],
];

/** A first guess; the server checks the content once the file has arrived. */
export function typeOfFileName(name: string): ResourceType {
  return ENDINGS.find(([ending]) => ending.test(name))?.[1] ?? 'other';
}

/** Splits at commas; drops empty tags and duplicates. */
export function tagsOfLine(line: string, known: readonly string[]): string[] {
  const tags = [...known];
  for (const part of line.split(',')) {
    const tag = part.replaceAll(/\s+/g, ' ').trim();
    if (tag && !tags.some((one) => one.toLowerCase() === tag.toLowerCase())) tags.push(tag);
  }
  return tags;
}

type CategoryLike = { id: number; parentId: number | null; name: string };

/** Categories under their parents, with full names: “Ballet › Pointe”. */
export function categoryOptions(categories: readonly CategoryLike[]): { value: string; label: string }[] {
  const below = (parentId: number | null, path: string): { value: string; label: string }[] =>
    categories
      .filter((one) => one.parentId === parentId)
      .flatMap(({ id, name }) => {
        const label = path ? `${path} › ${name}` : name;
        return [{ value: String(id), label }, ...below(id, label)];
      });
  return below(null, '');
}

/** Toggles an age group. “All Ages” excludes the others and returns when none is left. */
export function agesAfter(chosen: readonly AgeGroup[], pressed: AgeGroup): AgeGroup[] {
  if (pressed === 'All Ages') return ['All Ages'];
  const isOn = chosen.includes(pressed);
  const next = AGE_GROUPS.filter(
    (one) => one !== 'All Ages' && (one === pressed ? !isOn : chosen.includes(one)),
  );
  return next.length > 0 ? next : ['All Ages'];
}

/** Styles from the API, or the built-in ones until it answers. */
export function stylesToChoose(
  styles: readonly { name: string; isRetired: boolean }[] | undefined,
): readonly string[] {
  return styles?.filter(({ isRetired }) => !isRetired).map(({ name }) => name) ?? DANCE_STYLES;
}

/**
 * Files arrive in any order but should be listed as they were chosen. Returns the position of the last one, or null if it
 * is already in place.
 */
export function lastPosition(ids: readonly number[], places: ReadonlyMap<number, number>): number | null {
  const own = places.get(ids.at(-1) ?? 0) ?? Infinity;
  const at = ids.findIndex((id) => (places.get(id) ?? -1) > own);
  return at < 0 ? null : at;
}
