// The next step of a resource: submit, withdraw, publish changes or put back on sale.
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { canTransition, isOnceSold } from '#shared/features/resource/resource.states.ts';
import { formatPrice } from '#shared/money.ts';
import { restoreResource, submitResource, withdrawResource } from './authoring.api.ts';
import { PublishSteps } from './resource-form-publish.tsx';
import type { ResourceFieldName } from './resource-form-values.ts';
import type { ResourceDraft } from './use-resource-draft.ts';

/** Shows an error toast, for actions without a place to show errors. */
export async function showFailure(work: Promise<unknown>, title: string): Promise<void> {
  try {
    await work;
  } catch (error) {
    toast({ title, description: failureTextOf(error), variant: 'destructive' });
  }
}

export type NextStepProps = {
  draft: ResourceDraft;
  isSuspended: boolean;
  hasAsked: boolean;
  onAsked: () => void;
};

export function NextStep({ draft, isSuspended, hasAsked, onAsked }: NextStepProps) {
  const { form, autosave, view } = draft;
  const { record: resource } = view;
  const [isMoving, setMoving] = useState(false);
  const move = async (work: Promise<unknown>, title: string) => {
    setMoving(true);
    await showFailure(work, title);
    setMoving(false);
  };
  const go = (path: string) => {
    if (path === 'files') document.querySelector<HTMLElement>('.upload-drop button')?.focus();
    else form.setFocus(path as ResourceFieldName);
  };
  /** Whether everything required is filled in; focuses the first field that isn't. */
  const check = async () => {
    onAsked();
    const isFit = await form.trigger(undefined, { shouldFocus: true });
    await autosave.flush();
    const latest = autosave.view().record;
    const [missing] = latest?.problems ?? [{ path: 'title' }];
    if (isFit && missing) go(missing.path);
    return isFit && !missing;
  };
  const submit = async () => {
    if (await check()) await move(autosave.run(submitResource()), 'Couldn’t submit it for review');
  };
  if (resource?.isTakenDown) return null;
  const state = resource?.state ?? 'draft';
  if (canTransition(state, 'withdraw')) {
    return (
      <Button
        isBusy={isMoving}
        onClick={() => void move(autosave.run(withdrawResource()), 'Couldn’t withdraw it')}
      >
        Withdraw
      </Button>
    );
  }
  if (isSuspended) return null;
  const missing = resource && resource.problems.length > 0 && hasAsked && (
    <MissingList problems={resource.problems} onGo={go} />
  );
  if (resource && isOnceSold(resource)) {
    return (
      <>
        {missing}
        <PublishSteps draft={draft} resource={resource} check={check} />
        {canTransition(state, 'restore') && (
          <Button
            variant={resource.unpublished ? 'second' : 'primary'}
            isBusy={isMoving}
            onClick={() => void move(autosave.run(restoreResource()), 'Couldn’t put it back on sale')}
          >
            Put back on sale
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      {missing}
      <SubmitSummary resource={resource} price={form.watch('price')} />
      <Button variant="primary" isBusy={isMoving} onClick={() => void submit()}>
        Submit for review
      </Button>
    </>
  );
}

type MissingListProps = { problems: OwnResource['problems']; onGo: (path: string) => void };

export function MissingList({ problems, onGo }: MissingListProps) {
  return (
    <div>
      <p className="label">Before you can submit</p>
      <ul className="draft-missings mt-1.5 grid">
        {problems.map(({ path, message }) => (
          <li key={path}>
            <button type="button" className="link draft-missing" onClick={() => onGo(path)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

type SubmitSummaryProps = { resource: OwnResource | null; price: string };

export function SubmitSummary({ resource, price }: SubmitSummaryProps) {
  const count = resource?.files.length ?? 0;
  return (
    <p className="meta">
      {formatPrice(price)}, {count === 1 ? '1 file' : `${count} files`}. We review it before it goes on sale
      and email you the decision.
    </p>
  );
}

/** The notice above the form, by the state of the resource. */
export function StateNotice({ resource }: { resource: OwnResource }) {
  const { state, stateReason, isTakenDown } = resource;
  if (isTakenDown) {
    return (
      <Notice tone="bad">
        <strong>This resource was taken down after a rights notice.</strong> It can’t go back on sale until
        the notice is settled; we’ve emailed you about it. Buyers keep their copies.
      </Notice>
    );
  }
  switch (state) {
    case 'in_review':
      return (
        <Notice tone="warn">
          <strong>In review.</strong> You can’t make changes during the review. To change something, withdraw
          it; you can submit it again at any time.
        </Notice>
      );
    case 'changes_requested':
    case 'rejected':
      return (
        <Notice tone="bad">
          <strong>
            {state === 'rejected' ? 'This resource was rejected.' : 'The curriculum team requested changes.'}
          </strong>
          {stateReason && <p className="draft-reason">{stateReason}</p>}
          <p>Make the changes, then submit it for review again.</p>
        </Notice>
      );
    case 'published':
      return (
        <Notice>
          <strong>On sale.</strong> Your changes are saved as a draft. Buyers see them when you publish the
          changes.
        </Notice>
      );
    case 'archived':
      return (
        <Notice>
          <strong>Archived.</strong> It’s off sale, and buyers keep their copies. Your changes are saved as a
          draft until you publish them.
        </Notice>
      );
    case 'draft':
    default:
      return null;
  }
}
