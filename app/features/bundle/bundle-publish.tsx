// Changes of a bundle on sale: shown before and after, then published, or discarded.
import { useState } from 'react';
import { bundleChanges } from '#shared/features/bundle/bundle.rules.ts';
import type { OwnBundle } from '#shared/features/bundle/bundle.schema.ts';
import { ChangeList } from '#app/components/staff/change-list.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import type { BundleFormState } from './bundle-form-state.ts';

type PublishBundleProps = {
  bundle: OwnBundle;
  form: BundleFormState;
  isBusy: boolean;
  onPublish: () => Promise<void>;
};

export function PublishBundle({ bundle, form, isBusy, onPublish }: PublishBundleProps) {
  const [isOpen, setOpen] = useState(false);
  const { isDirty } = form.formState;
  const changes = isOpen ? bundleChanges(bundle, form.getValues()) : [];
  const open = async () => {
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return;
    if (bundleChanges(bundle, form.getValues()).length > 0) setOpen(true);
    else toast({ title: 'Nothing to publish', description: 'What you see is what is on sale.' });
  };
  return (
    <>
      <Button variant="primary" type="submit" isBusy={isBusy} onClick={() => void open()}>
        Publish changes
      </Button>
      {isDirty && (
        <Button variant="quiet" onClick={() => discard(form)}>
          Discard changes
        </Button>
      )}
      <ConfirmDialog
        title="Publish these changes?"
        description="Buyers see them right away. People who already bought it keep what was in it."
        confirmLabel="Publish changes"
        cancelLabel="Keep editing"
        isDestructive={false}
        isOpen={isOpen}
        onOpenChange={setOpen}
        onConfirm={onPublish}
      >
        <ChangeList label="What changes" changes={changes} />
      </ConfirmDialog>
    </>
  );
}

const FIELDS = ['title', 'description', 'items', 'price'] as const;

/** One press; the toast takes it back. */
function discard(form: BundleFormState): void {
  const typed = form.getValues();
  form.reset();
  const undo = () => {
    for (const name of FIELDS) form.setValue(name, typed[name], { shouldDirty: true });
  };
  toast({
    title: 'Changes discarded',
    description: 'The form shows what is on sale.',
    action: { label: 'Undo', onPress: undo },
  });
}
