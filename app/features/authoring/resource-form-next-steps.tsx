// The next step of a resource: sent for review, taken back, its changes published, put back on sale.
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

/** Says what went wrong; for acts that have no place of their own to say it. */
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
  /** Whether everything that has to be there is; otherwise the first that is not has the focus. */
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
    if (await check()) await move(autosave.run(submitResource()), 'It was not sent for review');
  };
  if (resource?.isTakenDown) return null;
  const state = resource?.state ?? 'draft';
  if (canTransition(state, 'withdraw')) {
    return (
      <Button
        isBusy={isMoving}
        onClick={() => void move(autosave.run(withdrawResource()), 'It was not taken back')}
      >
        Take it back
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
            onClick={() => void move(autosave.run(restoreResource()), 'It was not put back on sale')}
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
      <p className="label">Still missing</p>
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
      {formatPrice(price)}, {count === 1 ? '1 file' : `${count} files`}. Officers read it before it is on
      sale; you hear from us by mail.
    </p>
  );
}

/** The notice above the form, by the state of the resource. */
export function StateNotice({ resource }: { resource: OwnResource }) {
  const { state, stateReason, isTakenDown } = resource;
  if (isTakenDown) {
    return (
      <Notice tone="bad">
        <strong>It was taken down after a rights notice.</strong> It cannot be put on sale until the notice is
        settled; we have emailed you about it. Buyers keep their copies.
      </Notice>
    );
  }
  switch (state) {
    case 'in_review':
      return (
        <Notice tone="warn">
          <strong>It is being reviewed.</strong> Nothing can be changed meanwhile. To change something, take
          it back; you can send it again at any time.
        </Notice>
      );
    case 'changes_requested':
    case 'rejected':
      return (
        <Notice tone="bad">
          <strong>
            {state === 'rejected' ? 'It was not accepted.' : 'The curriculum team asks for changes.'}
          </strong>
          {stateReason && <p className="draft-reason">{stateReason}</p>}
          <p>Change what is needed, then send it for review again.</p>
        </Notice>
      );
    case 'published':
      return (
        <Notice>
          <strong>It is on sale.</strong> What you change here is saved as a draft. Buyers see it when you
          publish the changes.
        </Notice>
      );
    case 'archived':
      return (
        <Notice>
          <strong>It is archived.</strong> It is not in the store. People who have it keep it. What you change
          here is saved as a draft until you publish the changes.
        </Notice>
      );
    case 'draft':
    default:
      return null;
  }
}
