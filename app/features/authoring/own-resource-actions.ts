// What a seller can do with a resource from the list, by the state it is in.
import type { OwnBulkAction } from '#shared/features/authoring/authoring.contract.ts';
import { canTransition, type ResourceState } from '#shared/features/resource/resource.states.ts';

export const OWN_ACTIONS: readonly OwnBulkAction[] = ['submit', 'withdraw', 'archive', 'restore', 'delete'];

/** Only what nobody can have bought is thrown away; the server looks again. */
const THROWN_AWAY: readonly ResourceState[] = ['draft', 'changes_requested', 'rejected'];

type Standing = { state: ResourceState; isTakenDown: boolean };

export function canDo({ state, isTakenDown }: Standing, action: OwnBulkAction): boolean {
  if (action === 'delete') return THROWN_AWAY.includes(state) && !isTakenDown;
  if (action === 'restore' && isTakenDown) return false;
  return canTransition(state, action);
}

/** A suspended shop adds nothing to the store; the rest its keeper may still do. */
export function actionsOf(isSuspended: boolean): readonly OwnBulkAction[] {
  return isSuspended
    ? OWN_ACTIONS.filter((action) => action !== 'submit' && action !== 'restore')
    : OWN_ACTIONS;
}

type Words = { button: string; done: string; question: (what: string) => string; text: string };

export const ACTION_LABELS: Readonly<Record<OwnBulkAction, Words>> = {
  submit: {
    button: 'Send for review',
    done: 'sent for review',
    question: (what) => `Send ${what} for review?`,
    text: 'While officers look at it nothing can be changed. You are told by mail what they decide.',
  },
  withdraw: {
    button: 'Take back',
    done: 'taken back from review',
    question: (what) => `Take ${what} back from review?`,
    text: 'It becomes a draft again. Sent anew, it waits at the end of the queue.',
  },
  archive: {
    button: 'Archive',
    done: 'archived',
    question: (what) => `Archive ${what}?`,
    text: 'It leaves the store. Whoever has it keeps it, and you can put it back on sale.',
  },
  restore: {
    button: 'Put back on sale',
    done: 'back on sale',
    question: (what) => `Put ${what} back on sale?`,
    text: 'It is in the store again at once, at the price it has.',
  },
  delete: {
    button: 'Delete',
    done: 'deleted',
    question: (what) => `Delete ${what}?`,
    text: 'The draft and its files are thrown away for good.',
  },
};

/** “Slow barre”, “Slow barre” and “Jumps”, 5 resources. */
export function named(rows: readonly { title: string }[]): string {
  const titles = rows.map(({ title }) => `“${title || 'Untitled'}”`);
  return titles.length <= 2 ? titles.join(' and ') : `${titles.length} resources`;
}
