// Which thing the address of its page names: staff copy it from the page they have open.
import type { SoldItem } from './entitlement.states.ts';

const KINDS: Readonly<Record<string, SoldItem>> = {
  curriculum: 'resource',
  resources: 'resource',
  courses: 'course',
  bundles: 'bundle',
};

/** “https://…/curriculum/12”, “/courses/3?x”, “bundles/4”; null: none of these. */
export function itemInAddress(typed: string): { itemType: SoldItem; itemId: number } | null {
  const [, page = '', number = ''] =
    /(?:^|\/)(curriculum|resources|courses|bundles)\/(\d{1,9})(?:[/?#]|$)/.exec(typed.trim()) ?? [];
  const itemType = KINDS[page];
  const itemId = Number(number);
  return itemType && itemId >= 1 ? { itemType, itemId } : null;
}
