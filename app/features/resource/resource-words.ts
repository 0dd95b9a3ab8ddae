// How a resource's facts are said.
import type { ResourceType } from '#shared/vocabulary.ts';

/** `spreadsheet` is “Spreadsheet”. */
export function typeLabel(type: ResourceType): string {
  return type.charAt(0).toUpperCase() + type.slice(1);
}

export function isFree(price: string): boolean {
  return Number(price) === 0;
}
