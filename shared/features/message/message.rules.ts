// Limits of conversations, and what we look for in a text before it is sent.

/** What a message can be about, besides nothing in particular. */
export const ABOUT_TYPES = ['resource', 'course', 'order', 'booking', 'certificate', 'seller'] as const;
export type AboutType = (typeof ABOUT_TYPES)[number];
export type About = { type: AboutType; id: number };

export const CONVERSATION_FILTERS = [
  'all',
  'unread',
  'bookings',
  'purchases',
  'courses',
  'archived',
] as const;
export type ConversationFilter = (typeof CONVERSATION_FILTERS)[number];

/** Which subjects a filter shows. */
export const FILTER_TYPES: Readonly<Partial<Record<ConversationFilter, readonly AboutType[]>>> = {
  bookings: ['booking'],
  purchases: ['order', 'resource', 'seller'],
  courses: ['course', 'certificate'],
};

export const MAX_MESSAGE_TEXT = 10_000;
export const MAX_SUBJECT = 120;
export const MAX_ATTACHMENTS = 5;
/** Including the user who starts it. */
export const MAX_MEMBERS = 10;
export const MESSAGES_PER_PAGE = 50;
export const CONVERSATIONS_PER_PAGE = 30;

/** How long the sender can change or delete a message. */
export const EDIT_MINUTES = 15;
export const canChangeMessage = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < EDIT_MINUTES * 60_000;

/** People one can write to for the first time in 24 hours. */
export const MAX_FIRST_CONTACTS = 15;
/** Conversations that can get the same text from one person in 24 hours. */
export const MAX_SAME_TEXT = 3;

/** Short answers such as “Thanks, see you Thursday” are the same everywhere and harmless. */
const SHORTEST_COMPARED = 40;

/** The text as it is compared with others: case, spacing and punctuation make no difference. Null: too short to compare. */
export function comparableText(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  return plain.length < SHORTEST_COMPARED ? null : plain;
}

export const MESSAGE_FLAGS = ['card', 'password'] as const;
export type MessageFlag = (typeof MESSAGE_FLAGS)[number];

/** What should never be in a message: readers see a warning next to it. */
export function flagsOf(text: string): MessageFlag[] {
  const flags: MessageFlag[] = [];
  if (hasCardNumber(text)) flags.push('card');
  if (PASSWORD.test(text)) flags.push('password');
  return flags;
}

/** “password: hunter2”, “my password is hunter2”, “pw = x”; not “forgot my password” or “password reset”. */
const PASSWORD = /\b(?:password|passcode|pass word|pw)\s*(?:is|=|:)\s*\S{4,}/iu;

/** 13 to 19 digits, in groups or not. */
const DIGITS = /(?<!\d)\d(?:[ .-]?\d){12,18}(?!\d)/g;

function hasCardNumber(text: string): boolean {
  const found = text.normalize('NFKC').match(DIGITS) ?? [];
  return found.some((digits) => passesLuhn(digits.replaceAll(/\D/g, '')));
}

function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .map(Number)
    .map((digit, at) => (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2))
    .reduce((total, digit) => total + digit, 0);
  return sum % 10 === 0 && !/^(\d)\1*$/.test(digits);
}

/** Of a conversation with support: our turn, the customer's turn, or done. */
export const SUPPORT_STATES = ['open', 'waiting', 'solved'] as const;
export type SupportState = (typeof SUPPORT_STATES)[number];

export const REPORT_STATES = ['open', 'dismissed', 'upheld'] as const;
export type ReportState = (typeof REPORT_STATES)[number];
export const REPORT_DECISIONS = ['dismissed', 'upheld'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

/** One part of a text: plain, or an address that becomes a link. */
export type TextPart = { text: string; href?: string };

const LINK = /\bhttps?:\/\/[^\s<>"]{1,2000}/giu;
/** A sentence's end is not part of the address. */
const AFTER_LINK = /[.,;:!?)\]}’”'"]+$/u;
/** More would only slow the reader's browser; the rest stays text. */
const MAX_LINKS = 50;

/** Only complete web addresses become links, and only as they are written: what is read is where it leads. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  let count = 0;
  for (const match of text.matchAll(LINK)) {
    const shown = match[0].replace(AFTER_LINK, '');
    if (!URL.canParse(shown) || count >= MAX_LINKS) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: shown, href: new URL(shown).href });
    from = match.index + shown.length;
    count += 1;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
