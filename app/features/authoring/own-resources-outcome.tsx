// How an act of a seller on several resources went.
import type { OwnBulkAction } from '#shared/features/authoring/authoring.contract.ts';
import { BulkOutcome } from '#app/features/moderation/bulk-outcome.tsx';
import { ACTION_WORDS } from './own-resources-acts.ts';
import type { BulkAnswer } from './own-resources.api.ts';

export type OwnOutcome = BulkAnswer & { action: OwnBulkAction; number: number };

export function Outcome({ outcome: { action, done, refused } }: { outcome: OwnOutcome }) {
  const what = done.length === 1 ? 'One resource' : `${done.length} resources`;
  return <BulkOutcome done={done.length > 0 && `${what} ${ACTION_WORDS[action].done}.`} refused={refused} />;
}
