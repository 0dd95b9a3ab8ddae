// How officers' acts are called, asked for and reported.
import type { BadgeTone } from '#app/components/ui/badge.tsx';
import { oneOf, pageOf, wordsOf } from '#app/lib/list-address.ts';
import {
  type ModerationAction,
  STAFF_RESOURCE_SORTS,
  UPDATED_WITHIN,
} from '#shared/features/moderation/moderation.schema.ts';
import { RESOURCE_STATES, type ResourceState } from '#shared/features/resource/resource.states.ts';
import { RESOURCE_TYPES } from '#shared/vocabulary.ts';

export const STATE_TONES: Readonly<Record<ResourceState, { tone: BadgeTone; word: string }>> = {
  draft: { tone: 'plain', word: 'Draft' },
  in_review: { tone: 'warn', word: 'In review' },
  changes_requested: { tone: 'bad', word: 'Changes asked' },
  rejected: { tone: 'bad', word: 'Rejected' },
  published: { tone: 'ok', word: 'Published' },
  archived: { tone: 'plain', word: 'Archived' },
};

/** After a name: “‘Samba bounce’ is published.” */
export const DECISION_DONE_LABELS: Readonly<Record<ModerationAction, string>> = {
  approve: 'published',
  reject: 'rejected',
  'request-changes': 'sent back for changes',
  archive: 'archived',
  restore: 'put back on sale',
  seen: 'marked as looked at',
};

export type ReasonedAction = 'reject' | 'request-changes' | 'archive' | 'restore';

type Asking = { title: (what: string) => string; description: string; confirm: string; ready: string[] };

export const DECISION_PROMPTS: Readonly<Record<ReasonedAction, Asking>> = {
  'request-changes': {
    title: (what) => `Ask for changes to ${what}?`,
    description: 'The seller is mailed your reason, can change it and send it again.',
    confirm: 'Ask for changes',
    ready: [
      'The preview pages cannot be read. Please add a sharper scan, or choose other pages.',
      'The description does not say what is inside. Please list what a teacher gets, and for how many lessons.',
      'The level and the age groups do not fit the content. Please check both.',
      'Please name the music you use and confirm that you may pass it on.',
    ],
  },
  reject: {
    title: (what) => `Reject ${what}?`,
    description: 'It does not go on sale. The seller is mailed your reason.',
    confirm: 'Reject',
    ready: [
      'This does not teach dance or help to teach it, so it has no place in this store.',
      'This is someone else’s work, as far as we can see. If you have their permission, send it with the next try.',
      'The exercises could hurt the age group they are meant for.',
      'The files are broken or empty, so there is nothing to put on sale.',
    ],
  },
  archive: {
    title: (what) => `Archive ${what}?`,
    description: 'It goes off sale; those who have it keep it. The seller is mailed your reason.',
    confirm: 'Archive',
    ready: [
      'After a change it no longer holds what its description promises.',
      'Buyers told us that files are missing. We put it back once they are there.',
    ],
  },
  restore: {
    title: (what) => `Put ${what} back on sale?`,
    description: 'It can be found and bought again. The seller is mailed your reason.',
    confirm: 'Put back on sale',
    ready: ['What was missing is there now. Thank you.', 'We archived it by mistake. We are sorry.'],
  },
};

export function staffResourceFilters(params: URLSearchParams) {
  return {
    q: wordsOf(params),
    state: oneOf(RESOURCE_STATES, params.get('state')),
    /** Whatever staff called a style. */
    style: params.get('style')?.slice(0, 40) || undefined,
    type: oneOf(RESOURCE_TYPES, params.get('type')),
    updated: oneOf(UPDATED_WITHIN, params.get('updated')),
    sort: oneOf(STAFF_RESOURCE_SORTS, params.get('sort')) ?? 'updated',
    page: pageOf(params),
  };
}
