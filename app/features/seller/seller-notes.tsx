// Staff notes about a seller. The seller never sees them.
import { useForm } from 'react-hook-form';
import type { StaffSeller } from '#shared/features/seller/seller-staff.contract.ts';
import { sellerNoteBody, type SellerNoteBody } from '#shared/features/seller/seller-staff.schema.ts';
import { When } from '#app/components/staff/when.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf, showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { useCreateSellerNote, useDeleteSellerNote } from './sellers-staff.api.ts';

export function SellerNotes({ seller }: { seller: StaffSeller }) {
  return (
    <section>
      <h2 className="t-s mb-3 border-b border-ink pb-2">Staff notes</h2>
      <NoteForm sellerId={seller.id} />
      {seller.notes.length > 0 && (
        <ul className="mt-4 border-t border-rule" aria-label="Notes">
          {seller.notes.map((note) => (
            <li key={note.id} className="border-b border-rule py-3.5">
              <p className="max-w-measure wrap-anywhere whitespace-pre-line">{note.body}</p>
              <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
                <p className="small">
                  {note.author}, <When iso={note.createdAt} />
                </p>
                {note.isMine && <DeleteNote sellerId={seller.id} noteId={note.id} />}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NoteForm({ sellerId }: { sellerId: number }) {
  const add = useCreateSellerNote();
  const form = useForm<SellerNoteBody>({
    resolver: formRules(sellerNoteBody),
    defaultValues: { body: '' },
  });
  const { errors } = form.formState;
  const send = form.handleSubmit(async (body) => {
    try {
      await add.mutateAsync({ params: { id: sellerId }, body });
    } catch (error) {
      return showServerErrors(error, form, ['body']);
    }
    form.reset();
    toast({ title: 'Note added' });
  });
  return (
    <form className="grid gap-3" noValidate onSubmit={(event) => void send(event)}>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <FormField
        label="New note"
        help="Visible to officers and admins, never to the seller."
        error={errors.body?.message}
      >
        <Textarea rows={3} {...form.register('body')} />
      </FormField>
      <div>
        <Button type="submit" isBusy={add.isPending}>
          Add note
        </Button>
      </div>
    </form>
  );
}

function DeleteNote({ sellerId, noteId }: { sellerId: number; noteId: number }) {
  const remove = useDeleteSellerNote();
  return (
    <ConfirmDialog
      title="Delete your note?"
      description="It’s deleted for everyone. You can’t undo this."
      confirmLabel="Delete note"
      failure={failureTextOf}
      trigger={
        <Button size="s" variant="danger">
          Delete…
        </Button>
      }
      onConfirm={() => remove.mutateAsync({ params: { id: sellerId, noteId } })}
    />
  );
}
