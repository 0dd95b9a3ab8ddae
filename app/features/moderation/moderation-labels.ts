// Labels and texts of officers' decisions, and the filters of the staff list.
import type { BadgeTone } from '#app/components/ui/badge.tsx';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
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
  changes_requested: { tone: 'bad', word: 'Changes requested' },
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
  seen: 'marked as reviewed',
};

export type ReasonedAction = 'reject' | 'request-changes' | 'archive' | 'restore';

type DecisionPrompt = {
  title: (what: string) => string;
  description: string;
  confirm: string;
  ready: string[];
};

export const DECISION_PROMPTS: Readonly<Record<ReasonedAction, DecisionPrompt>> = {
  'request-changes': {
    title: (what) => `Request changes to ${what}?`,
    description: 'We’ll email the seller your reason. They can edit it and submit it again.',
    confirm: 'Request changes',
    ready: [
      'The preview pages aren’t legible. Please add a sharper scan or choose other pages.',
      'The description doesn’t say what’s inside. Please list what a teacher gets, and for how many lessons.',
      'The level and age groups don’t match the content. Please check both.',
      'Please name the music you use and confirm that you have the right to share it.',
    ],
  },
  reject: {
    title: (what) => `Reject ${what}?`,
    description: 'It won’t go on sale. We’ll email the seller your reason.',
    confirm: 'Reject',
    ready: [
      'This isn’t dance teaching material, so we can’t sell it here.',
      'This appears to be someone else’s work. If you have their permission, include it when you submit again.',
      'The exercises could injure the age group they’re meant for.',
      'The files are broken or empty, so there is nothing to put on sale.',
    ],
  },
  archive: {
    title: (what) => `Archive ${what}?`,
    description: 'It goes off sale; buyers keep their copies. We’ll email the seller your reason.',
    confirm: 'Archive',
    ready: [
      'Since its last change, it no longer matches its description.',
      'Buyers reported missing files. We’ll put it back on sale once they’re there.',
    ],
  },
  restore: {
    title: (what) => `Put ${what} back on sale?`,
    description: 'Buyers can find and buy it again. We’ll email the seller your reason.',
    confirm: 'Put back on sale',
    ready: [
      'Everything that was missing is there now. Thank you.',
      'We archived it by mistake. We’re sorry.',
    ],
  },
};

export function staffResourceFilters(params: URLSearchParams) {
  return {
    q: searchOf(params),
    state: oneOf(RESOURCE_STATES, params.get('state')),

    style: params.get('style')?.slice(0, 40) || undefined,
    type: oneOf(RESOURCE_TYPES, params.get('type')),
    updated: oneOf(UPDATED_WITHIN, params.get('updated')),
    sort: oneOf(STAFF_RESOURCE_SORTS, params.get('sort')) ?? 'updated',
    page: pageOf(params),
  };
}
