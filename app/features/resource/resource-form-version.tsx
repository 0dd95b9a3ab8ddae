// A new version of what is on sale: the prepared files go out together, with a note everyone who has it reads.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';

const noteBody = z.object({ note: z.string().trim().min(1, 'Say what is new').max(1000) });
type NoteBody = z.output<typeof noteBody>;

export function PublishVersion({
  number,
  onPublish,
}: {
  number: number;
  onPublish: (note: string) => Promise<unknown>;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title={`Put version ${number} on sale`}
      description="Everyone who has this resource is told by mail and finds your note beside the files."
      trigger={<Button variant="primary">Publish version {number}</Button>}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <NoteForm onPublish={onPublish} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

type NoteFormProps = { onPublish: (note: string) => Promise<unknown>; onDone: () => void };

function NoteForm({ onPublish, onDone }: NoteFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<NoteBody>({
    resolver: formRules(noteBody),
    defaultValues: { note: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ note }) => {
    try {
      await onPublish(note);
      onDone();
    } catch (error) {
      showServerErrors(error, { setError }, ['note']);
    }
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // A portal's events still rise to the form the dialog was opened from.
        event.stopPropagation();
        void submit(event);
      }}
    >
      {errors.root && (
        <Notice tone="bad" isAlert className="mb-4">
          {errors.root.message}
        </Notice>
      )}
      <FormField label="What is new" error={errors.note?.message} isRequired>
        <Textarea rows={4} {...register('note')} />
      </FormField>
      <div className="dialog-foot">
        <DialogClose>
          <Button>Not yet</Button>
        </DialogClose>
        <Button variant="primary" type="submit" isBusy={isSubmitting}>
          Publish version
        </Button>
      </div>
    </form>
  );
}
