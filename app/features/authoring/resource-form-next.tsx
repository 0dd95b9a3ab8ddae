// The next step of a resource: sent for review, taken back, its changes published, put back on sale.
import { useState } from 'react';
import { canMove, isOnceSold } from '#shared/features/resource/resource.states.ts';
import { Button } from '#app/components/ui/button.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { draftWork } from './resource-form.api.ts';
import { PublishSteps } from './resource-form-publish.tsx';
import { MissingList, SubmitSummary } from './resource-form-submit.tsx';
import type { ResourceFieldName } from './resource-form-values.ts';
import type { ResourceDraft } from './use-resource-draft.ts';

/** Says what went wrong; for acts that have no place of their own to say it. */
export async function tell(work: Promise<unknown>, title: string): Promise<void> {
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
  const { form, desk, view } = draft;
  const { resource } = view;
  const [isMoving, setMoving] = useState(false);
  const move = async (work: Promise<unknown>, title: string) => {
    setMoving(true);
    await tell(work, title);
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
    await desk.flush();
    const latest = desk.view().resource;
    const [missing] = latest?.problems ?? [{ path: 'title' }];
    if (isFit && missing) go(missing.path);
    return isFit && !missing;
  };
  const submit = async () => {
    if (await check()) await move(desk.run(draftWork.submit()), 'It was not sent for review');
  };
  if (resource?.isTakenDown) return null;
  const state = resource?.state ?? 'draft';
  if (canMove(state, 'withdraw')) {
    return (
      <Button
        isBusy={isMoving}
        onClick={() => void move(desk.run(draftWork.withdraw()), 'It was not taken back')}
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
        {canMove(state, 'restore') && (
          <Button
            variant={resource.unpublished ? 'second' : 'primary'}
            isBusy={isMoving}
            onClick={() => void move(desk.run(draftWork.restore()), 'It was not put back on sale')}
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
