// Formats a resource's contents: “PDF, 24 pages”, “17 files, 212 MB”, “21 min”.
import type { ShownChange } from '#app/components/staff/change-list.tsx';
import { fileKind } from '#app/lib/file-kind.ts';
import { formatBytes } from '#app/lib/format-bytes.ts';
import { formatFullDay } from '#shared/dates.ts';
import type { ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { formatCount } from '#shared/numbers.ts';
import type { ResourceType } from '#shared/vocabulary.ts';

export type ResourceFile = ResourceDetail['files'][number];

export function pagesText(pages: number): string {
  return pages === 1 ? '1 page' : `${formatCount(pages)} pages`;
}

/** A clip's length as players show it: “0:12”, “1:02:03”. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** “PDF, 24 pages, 1.2 MB”, “WAV, 0:12, 240 kB”, “Spreadsheet, 8.4 kB”. */
export function fileFacts(file: ResourceFile): string {
  const facts = [fileKind(file)];
  if (file.pages !== null) facts.push(pagesText(file.pages));
  if (file.seconds !== null) facts.push(clockText(file.seconds));
  facts.push(formatBytes(file.bytes));
  return facts.join(', ');
}

export function filesText(files: readonly { bytes: number }[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${files.length === 1 ? '1 file' : `${files.length} files`}, ${formatBytes(bytes)}`;
}

const sumOf = (files: readonly ResourceFile[], part: 'pages' | 'seconds') =>
  files.reduce((sum, file) => sum + (file[part] ?? 0), 0);

/** “25 pages, 21 min”; null if no file has a length. */
export function lengthText(files: readonly ResourceFile[]): string | null {
  const pages = sumOf(files, 'pages');
  const seconds = sumOf(files, 'seconds');
  const parts = [
    ...(pages > 0 ? [pagesText(pages)] : []),
    ...(seconds > 0 ? [seconds < 120 ? clockText(seconds) : `${Math.round(seconds / 60)} min`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : null;
}

/** What the previews leave out, for the last tile of the gallery. */
export function moreInside({ files, previews }: Pick<ResourceDetail, 'files' | 'previews'>): string | null {
  const unseen = sumOf(files, 'pages') - previews.filter(({ kind }) => kind === 'page').length;
  if (unseen > 0) return `${formatCount(unseen)} more ${unseen === 1 ? 'page' : 'pages'}`;
  if (files.length > previews.length) return files.length === 1 ? null : `${files.length} files inside`;
  return null;
}

export type Fact = readonly [name: string, value: string];

export function factsOf(resource: ResourceDetail): Fact[] {
  const { danceStyle, ageGroups, level, files, bpm, metre, updatedAt, category } = resource;
  const length = lengthText(files);
  const tempo = [bpm !== null && `${bpm} BPM`, metre].filter(Boolean).join(', ');
  return [
    ['Style', danceStyle],
    [ageGroups.length === 1 ? 'Age group' : 'Age groups', ageGroups.join(', ')],
    ['Level', level],
    ...(length ? [['Length', length] as const] : []),
    ...(tempo ? [['Tempo', tempo] as const] : []),
    ...(files.length > 0 ? [['Files', filesText(files)] as const] : []),
    ...(category ? [['Category', category.name] as const] : []),
    ['Updated', formatFullDay(updatedAt)],
  ];
}

/** Rows of a sheet's excerpt; null for other text. */
export function cellsOf(text: string): string[][] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (!lines[0]?.includes('\t')) return null;
  const width = Math.max(...lines.map((line) => line.split('\t').length));
  return lines.map((line) => {
    const cells = line.split('\t');
    return [...cells, ...Array.from({ length: width - cells.length }, () => '')];
  });
}

/** The published changes; empty for other events. */
export function changesOf({ details }: { details: Record<string, unknown> }): ShownChange[] {
  const changes = details['changes'];
  return Array.isArray(changes) ? changes.filter(isChange) : [];
}

function isChange(value: unknown): value is ShownChange {
  if (typeof value !== 'object' || value === null) return false;
  const { label, before, after } = value as Partial<ShownChange>;
  return typeof label === 'string' && typeof before === 'string' && typeof after === 'string';
}

/** `spreadsheet` is “Spreadsheet”. */
export function typeLabel(type: ResourceType): string {
  return type.charAt(0).toUpperCase() + type.slice(1);
}

export function isFree(price: string): boolean {
  return Number(price) === 0;
}
