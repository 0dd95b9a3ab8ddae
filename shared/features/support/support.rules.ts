// Support: limits, and saved replies with placeholders.
import type { SupportState } from '#shared/features/message/message.rules.ts';

export const SUPPORT_STATE_LABELS: Readonly<Record<SupportState, string>> = {
  open: 'Open',
  waiting: 'Waiting',
  solved: 'Solved',
};

export const ASSIGNED_FILTERS = ['mine', 'unassigned'] as const;
export type AssignedFilter = (typeof ASSIGNED_FILTERS)[number];

/** What can be wrong with something one has: the request shows it to staff. */
export const CONTACT_ABOUT_TYPES = ['order', 'booking', 'certificate', 'course', 'resource'] as const;

export const MAX_CONTACT_TEXT = 5000;
export const MAX_NOTE = 5000;
export const MAX_SAVED_REPLY = 5000;
export const MAX_SAVED_TITLE = 80;

/** New requests from one user or one email address; replies don’t count. */
export const CONTACTS_PER_HOUR = 5;

/** After this, a guest’s links to a solved request stop working. Writing again is always possible on /contact. */
export const GUEST_LINK_DAYS = 30;

export const PLACEHOLDERS = ['first_name', 'order_number', 'site_name', 'agent_name'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** What is said if we don’t know. */
const UNKNOWN: Readonly<Record<Placeholder, string>> = {
  first_name: 'there',
  order_number: 'your order',
  site_name: 'our site',
  agent_name: 'The support team',
};

/** “Hi {{first_name}}” becomes “Hi Ana”, or “Hi there” if the name isn’t known. Unknown placeholders stay as they are. */
export function fillPlaceholders(text: string, values: Partial<Record<Placeholder, string>>): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => {
    const known = PLACEHOLDERS.find((one) => one === name);
    return known ? values[known] || UNKNOWN[known] : whole;
  });
}

/** Those we can’t fill, as they are written. */
export function unknownPlaceholders(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER))
    .filter(([, name]) => !PLACEHOLDERS.some((one) => one === name))
    .map(([whole]) => whole);
}
