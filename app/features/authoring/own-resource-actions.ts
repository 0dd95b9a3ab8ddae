// Actions on a seller's own resources, by state.
import type { OwnBulkAction } from '#shared/features/authoring/authoring.contract.ts';
import { canTransition, type ResourceState } from '#shared/features/resource/resource.states.ts';

export const OWN_ACTIONS: readonly OwnBulkAction[] = ['submit', 'withdraw', 'archive', 'restore', 'delete'];

/** Only resources nobody can have bought can be deleted; the server checks again. */
const THROWN_AWAY: readonly ResourceState[] = ['draft', 'changes_requested', 'rejected'];

type ActionTarget = { state: ResourceState; isTakenDown: boolean };

export function canDo({ state, isTakenDown }: ActionTarget, action: OwnBulkAction): boolean {
  if (action === 'delete') return THROWN_AWAY.includes(state) && !isTakenDown;
  if (action === 'restore' && isTakenDown) return false;
  return canTransition(state, action);
}

/** A suspended seller can't put anything on sale. */
export function actionsOf(isSuspended: boolean): readonly OwnBulkAction[] {
  return isSuspended
    ? OWN_ACTIONS.filter((action) => action !== 'submit' && action !== 'restore')
    : OWN_ACTIONS;
}

type ActionLabels = { button: string; done: string; question: (what: string) => string; text: string };

export const ACTION_LABELS: Readonly<Record<OwnBulkAction, ActionLabels>> = {
  submit: {
    button: 'Submit for review',
    done: 'submitted for review',
    question: (what) => `Submit ${what} for review?`,
    text: 'You can’t make changes during the review. We’ll email you the decision.',
  },
  withdraw: {
    button: 'Withdraw',
    done: 'withdrawn from review',
    question: (what) => `Withdraw ${what} from review?`,
    text: 'It becomes a draft again. If you resubmit it, it goes to the end of the queue.',
  },
  archive: {
    button: 'Archive',
    done: 'archived',
    question: (what) => `Archive ${what}?`,
    text: 'It goes off sale. Buyers keep their copies, and you can put it back on sale at any time.',
  },
  restore: {
    button: 'Put back on sale',
    done: 'back on sale',
    question: (what) => `Put ${what} back on sale?`,
    text: 'It goes on sale right away, at its current price.',
  },
  delete: {
    button: 'Delete',
    done: 'deleted',
    question: (what) => `Delete ${what}?`,
    text: 'This deletes the draft and its files. You can’t undo this.',
  },
};

/** “Slow barre”, “Slow barre” and “Jumps”, 5 resources. */
export function named(rows: readonly { title: string }[]): string {
  const titles = rows.map(({ title }) => `“${title || 'Untitled'}”`);
  return titles.length <= 2 ? titles.join(' and ') : `${titles.length} resources`;
}
