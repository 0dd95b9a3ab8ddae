// Announcements: who they can go to, and how many anyone can send.
import type { NotificationKind } from '#shared/features/notification/notification.rules.ts';
import { quoteAtEnd } from '#shared/quote.ts';

/** students: of a course; holders: of one resource, buyers: of any of the seller's; followers: of the store. */
export const AUDIENCES = ['students', 'holders', 'buyers', 'followers'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Only these name an item: a course, a resource. */
export const ITEM_AUDIENCES: readonly Audience[] = ['students', 'holders'];

/** Each can be turned off by itself. */
export const AUDIENCE_KINDS: Readonly<Record<Audience, NotificationKind>> = {
  students: 'course-announcement',
  holders: 'seller-announcement',
  buyers: 'seller-announcement',
  followers: 'store-announcement',
};

export const ANNOUNCEMENT_STATES = ['sending', 'sent'] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

export const MAX_ANNOUNCEMENT_SUBJECT = 80;
export const MAX_ANNOUNCEMENT_TEXT = 5000;
/** By one person, in 24 hours. */
export const MAX_ANNOUNCEMENTS_PER_DAY = 3;

const NOUNS: Readonly<Record<Audience, [one: string, many: string]>> = {
  students: ['student', 'students'],
  holders: ['person', 'people'],
  buyers: ['person', 'people'],
  followers: ['follower', 'followers'],
};

/** “24 students” */
export const formatRecipients = (audience: Audience, count: number): string =>
  `${count.toLocaleString('en-US')} ${NOUNS[audience][count === 1 ? 0 : 1]}`;

/** Why someone got it: “You’re a student of “Ballet 1”.” */
export function formatRelation(
  audience: Audience,
  { itemTitle, sender }: { itemTitle: string | null; sender: string },
): string {
  switch (audience) {
    case 'students':
      return `You’re a student of ${quoteAtEnd(itemTitle ?? 'their course')}`;
    case 'holders':
      return `You have ${quoteAtEnd(itemTitle ?? 'their resource')}`;
    case 'followers':
      return `You follow ${sender}.`;
    case 'buyers':
    default:
      return `You have something from ${sender}.`;
  }
}
