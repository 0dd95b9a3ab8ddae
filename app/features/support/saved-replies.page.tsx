// Saved replies of support: list, add, edit, delete.
import { useQuery } from '@tanstack/react-query';
import Plus from 'icon:plus';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { MetaArgs } from 'react-router';
import { PLACEHOLDERS } from '#shared/features/support/support.rules.ts';
import { savedReplyBody, type SavedReplyBody } from '#shared/features/support/support.schema.ts';
import { rolesOf } from '#shared/roles.ts';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf, showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { useOpenReports } from '#app/features/message/message-staff.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import {
  listSavedRepliesQuery,
  useCreateSavedReply,
  useDeleteSavedReply,
  useUpdateSavedReply,
  type SavedReply,
} from './support.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Saved replies',
    description: 'Texts for questions that come again and again.',
    path: '/admin/messages/replies',
    isHidden: true,
  });
}

export default function SavedRepliesPage() {
  const user = useUser();
  const reports = useOpenReports();
  const query = useQuery(listSavedRepliesQuery());
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null);
  const addButton = (
    <Button
      variant="primary"
      icon={<Plus className="icon" aria-hidden="true" />}
      onClick={() => setEdited('new')}
    >
      Add a reply
    </Button>
  );
  return (
    <StaffPage
      title="Saved replies"
      intro="Texts for questions that come again and again. Insert them while you answer, and change them before you send."
      tabs={
        user && (
          <StaffTabs area="messages" roles={rolesOf(user)} waiting={{ '/admin/messages/reports': reports }} />
        )
      }
      actions={addButton}
    >
      <QueryView
        query={query}
        what="the saved replies"
        skeleton={<ListSkeleton label="Loading the saved replies" />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState className="mt-8" title="No saved replies yet">
              Add the first one when you notice that you write the same answer again.
            </EmptyState>
          ) : (
            <ul className="mt-6" aria-label="Saved replies">
              {items.map((reply) => (
                <ReplyItem key={reply.id} reply={reply} onEdit={() => setEdited(reply)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <Dialog
        isOpen={edited !== null}
        onOpenChange={(isOpen) => !isOpen && setEdited(null)}
        title={edited === 'new' ? 'Add a saved reply' : 'Edit saved reply'}
        description={`You can use ${PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ')}.`}
      >
        {edited && <ReplyForm reply={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      </Dialog>
    </StaffPage>
  );
}

function ReplyItem({ reply, onEdit }: { reply: SavedReply; onEdit: () => void }) {
  const remove = useDeleteSavedReply();
  return (
    <li className="border-b border-rule py-5">
      <h2 className="t-s">{reply.title}</h2>
      <p className="mt-2 max-w-measure whitespace-pre-wrap wrap-anywhere">{reply.text}</p>
      <div className="mt-3 flex gap-3">
        <Button size="s" onClick={onEdit}>
          Edit<span className="sr-only"> “{reply.title}”</span>
        </Button>
        <ConfirmDialog
          title={`Delete “${reply.title}”?`}
          description="Answers that were sent stay as they are. You can’t undo this."
          confirmLabel="Delete reply"
          failure={failureTextOf}
          trigger={
            <Button size="s" variant="danger">
              Delete…
            </Button>
          }
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: reply.id } });
            toast({ title: 'Saved reply deleted' });
          }}
        />
      </div>
    </li>
  );
}

function ReplyForm({ reply, onDone }: { reply: SavedReply | null; onDone: () => void }) {
  const create = useCreateSavedReply();
  const update = useUpdateSavedReply();
  const form = useForm<SavedReplyBody>({
    resolver: formRules(savedReplyBody),
    defaultValues: { title: reply?.title ?? '', text: reply?.text ?? '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await (reply ? update.mutateAsync({ params: { id: reply.id }, body }) : create.mutateAsync({ body }));
      onDone();
    } catch (error) {
      showServerErrors(error, form, ['title', 'text']);
    }
  });
  return (
    <DialogForm
      problem={errors.root?.message}
      onSubmit={submit}
      submitLabel="Save reply"
      isBusy={isSubmitting}
    >
      <FormField label="Title" error={errors.title?.message} isRequired>
        <Input autoComplete="off" {...form.register('title')} />
      </FormField>
      <FormField label="Text" error={errors.text?.message} isRequired>
        <Textarea rows={8} {...form.register('text')} />
      </FormField>
    </DialogForm>
  );
}
