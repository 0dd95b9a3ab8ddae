// Unpublished changes of a resource on sale: compared, then published together or discarded.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { ChangeList } from '#app/components/staff/change-list.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf, showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { discardChanges, publishChanges, restoreChanges } from './authoring.api.ts';
import type { ResourceDraft } from './use-resource-draft.ts';

type PublishStepsProps = {
  draft: ResourceDraft;
  resource: OwnResource;
  /** Saves the form and returns whether it can be published. */
  check: () => Promise<boolean>;
};

export function PublishSteps({ draft, resource, check }: PublishStepsProps) {
  const { autosave } = draft;
  const [isOpen, setOpen] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const hasChanges = resource.unpublished !== null || draft.isUnsaved;
  const open = async () => {
    setChecking(true);
    const isWhole = await check();
    setChecking(false);
    const latest = autosave.view();
    setOpen(isWhole && latest.save === 'saved' && Boolean(latest.record?.unpublished));
  };
  if (!hasChanges) return null;
  return (
    <>
      <p className="meta">Buyers won’t see your changes until you publish them.</p>
      <div className="draft-publish">
        <Button variant="primary" isBusy={isChecking} onClick={() => void open()}>
          Publish changes
        </Button>
        <Button variant="quiet" onClick={() => void discard(draft, resource)}>
          Discard<span className="sr-only"> changes</span>
        </Button>
      </div>
      <Dialog
        isWide
        title="Publish these changes?"
        description={
          resource.state === 'archived'
            ? 'Buyers see them once the resource is back on sale. People who already have it see them right away.'
            : 'Buyers see them right away.'
        }
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <PublishForm draft={draft} resource={resource} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** No confirmation, since the toast offers Undo. */
async function discard(draft: ResourceDraft, { unpublished }: OwnResource): Promise<void> {
  const { autosave, reset } = draft;
  try {
    reset(await autosave.run(discardChanges()));
    toast({
      title: 'Changes discarded',
      description: 'The form shows the published version again.',
      ...(unpublished && { action: { label: 'Undo', onPress: () => void restore(draft) } }),
    });
  } catch (error) {
    toast({
      title: 'Couldn’t discard your changes',
      description: failureTextOf(error),
      variant: 'destructive',
    });
  }
}

async function restore({ autosave, reset }: ResourceDraft): Promise<void> {
  try {
    reset(await autosave.run(restoreChanges()));
    toast({ title: 'Changes restored' });
  } catch (error) {
    toast({
      title: 'Couldn’t restore your changes',
      description: failureTextOf(error),
      variant: 'destructive',
    });
  }
}

const noteBody = z.object({ note: z.string().trim().min(1, 'Say what’s new').max(1000) });
type NoteBody = z.output<typeof noteBody>;

type PublishFormProps = { draft: ResourceDraft; resource: OwnResource; onDone: () => void };

function PublishForm({ draft, resource, onDone }: PublishFormProps) {
  const { revision, unpublished } = resource;
  const isNewVersion = unpublished?.isNewVersion ?? false;
  const { register, handleSubmit, setError, formState } = useForm<NoteBody>({
    ...(isNewVersion && { resolver: formRules(noteBody) }),
    defaultValues: { note: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ note }) => {
    try {
      const body = { revision, ...(isNewVersion && { note }) };
      await draft.autosave.run(publishChanges(body));
      toast({ title: 'Changes published' });
      onDone();
    } catch (error) {
      showServerErrors(error, { setError }, ['note']);
      // Everything is saved by now, so reloading the latest loses nothing.
      if (error instanceof ApiError && error.status === 409) await draft.discardMine();
    }
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // React bubbles events of the portal to the form that opened the dialog.
        event.stopPropagation();
        void submit(event);
      }}
    >
      {errors.root && (
        <Notice tone="bad" isAlert className="mb-4">
          {errors.root.message}
        </Notice>
      )}
      {unpublished ? (
        <ChangeList label="What changes" changes={unpublished.changes} />
      ) : (
        <p>There’s nothing to publish. Everything you see is already on sale.</p>
      )}
      {isNewVersion && (
        <FormField
          label="What’s new"
          help="We email everyone who has this resource. They see your note next to the files."
          error={errors.note?.message}
          isRequired
          className="mt-5"
        >
          <Textarea rows={3} {...register('note')} />
        </FormField>
      )}
      <div className="dialog-foot">
        <DialogClose>
          <Button>Keep editing</Button>
        </DialogClose>
        {unpublished && (
          <Button variant="primary" type="submit" isBusy={isSubmitting}>
            Publish changes
          </Button>
        )}
      </div>
    </form>
  );
}
