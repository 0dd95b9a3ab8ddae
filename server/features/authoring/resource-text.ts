// Normalizes what sellers type before it is stored.
import type { OwnChange } from '#server/features/resource/resource-changes.service.ts';
import { UNTITLED } from '#shared/features/authoring/authoring.rules.ts';
import type { ResourceChanges } from '#shared/features/authoring/authoring.schema.ts';
import { decimalToCents } from '#shared/money.ts';
import { toPlainText } from '#shared/plain-text.ts';
import type { ResourceType } from '#shared/vocabulary.ts';

const oneLine = (text: string) => toPlainText(text).replaceAll('\n', ' ');

/** Includes only the given fields. */
export function toColumns({ price, title, description, tags, ...others }: ResourceChanges): OwnChange {
  return {
    ...others,
    ...(title !== undefined && { title: oneLine(title) || UNTITLED }),
    ...(description !== undefined && { description: toPlainText(description) }),
    ...(tags !== undefined && { tags: eachOnce(tags.map(oneLine).filter(Boolean)) }),
    ...(price !== undefined && { priceCents: decimalToCents(price.trim()) }),
  };
}

function eachOnce(tags: string[]): string[] {
  return [...new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag])).values()].toReversed();
}

export const toLabel = oneLine;

/** Strips paths and keeps the original extension. */
export function toFileName(given: string, before: string): string {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(before)?.[0] ?? '';
  const name = oneLine(given).replaceAll(/[/\\]/g, '-').replace(/^\.+/, '').trim();
  if (name === '') return before;
  if (name.toLowerCase().endsWith(ending.toLowerCase())) return name;
  return `${name.slice(0, 200 - ending.length)}${ending}`;
}

const SHEETS = /spreadsheet|excel|csv/;
const DOCUMENTS = /pdf|word|presentation|powerpoint|opendocument\.text|rtf|epub/;

/** The resource type that fits a file's content type. */
export function typeOfContent(contentType: string): ResourceType {
  const [kind = ''] = contentType.split('/');
  if (kind === 'audio' || kind === 'video' || kind === 'image') return kind;
  if (SHEETS.test(contentType)) return 'spreadsheet';
  if (kind === 'text') return 'text';
  return DOCUMENTS.test(contentType) ? 'document' : 'other';
}
