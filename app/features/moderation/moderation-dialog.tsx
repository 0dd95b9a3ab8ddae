// Asks for the reason the seller will read, with templates to start from.
import Check from 'icon:check';
import type { KeyboardEvent } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#app/components/ui/button.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import type { StaffResource } from '#shared/features/moderation/moderation.contract.ts';
import {
  moderationReasonBody,
  type ModerationReasonBody,
} from '#shared/features/moderation/moderation.schema.ts';
import { DECISION_PROMPTS, type ReasonedAction } from './moderation-labels.ts';

type ModerationDialogProps = {
  /** Null: closed. */
  action: ReasonedAction | null;
  /** “Samba bounce without the bounce”, or “3 resources”. */
  what: string;
  onClose: () => void;
  /** If it throws, the dialog stays open and shows the error. */
  onConfirm: (action: ReasonedAction, reason: string) => Promise<unknown>;
};

export function ModerationDialog({ action, what, onClose, onConfirm }: ModerationDialogProps) {
  const asking = action && DECISION_PROMPTS[action];
  return (
    <Dialog
      title={asking?.title(what) ?? ''}
      description={asking?.description ?? ''}
      isOpen={action !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      isWide
    >
      {action && (
        <ReasonForm action={action} onConfirm={(reason) => onConfirm(action, reason)} onDone={onClose} />
      )}
    </Dialog>
  );
}

type ReasonFormProps = {
  action: ReasonedAction;
  onConfirm: (reason: string) => Promise<unknown>;
  onDone: () => void;
};

function ReasonForm({ action, onConfirm, onDone }: ReasonFormProps) {
  const form = useForm<ModerationReasonBody>({
    resolver: formRules(moderationReasonBody),
    defaultValues: { reason: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const { confirm, ready } = DECISION_PROMPTS[action];
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await onConfirm(reason);
      onDone();
    } catch (error) {
      showServerErrors(error, form, ['reason']);
    }
  });
  const use = (sentence: string) => {
    const written = form.getValues('reason').trim();
    form.setValue('reason', written ? `${written}\n\n${sentence}` : sentence, { shouldValidate: true });
    form.setFocus('reason');
  };
  const submitByKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  };
  return (
    <DialogForm
      problem={errors.root?.message}
      onSubmit={submit}
      submitLabel={confirm}
      isBusy={isSubmitting}
      isDanger={action === 'reject' || action === 'archive'}
    >
      <FormField
        label="Reason"
        help={
          <>
            The seller will see this text. <span className="for-keys">Press Ctrl+Enter to send.</span>
          </>
        }
        error={errors.reason?.message}
        isRequired
      >
        <Textarea rows={5} maxLength={2000} {...form.register('reason')} onKeyDown={submitByKeys} />
      </FormField>
      <div>
        <p className="label">Start from a template</p>
        <ul className="moderation-ready" aria-label="Templates">
          {ready.map((sentence) => (
            <li key={sentence}>
              <button type="button" onClick={() => use(sentence)}>
                {sentence}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </DialogForm>
  );
}

/** “‘Samba bounce’”, or “14 resources”. */
export function namedResources(resources: readonly Pick<StaffResource, 'title'>[]): string {
  return resources.length === 1 ? `“${resources[0]?.title}”` : `${resources.length} resources`;
}

type ModerationBulkProps = {
  isBusy: boolean;
  onPublish: () => void;
  onAsk: (action: ReasonedAction) => void;
};

export function ModerationBulk({ isBusy, onPublish, onAsk }: ModerationBulkProps) {
  return (
    <>
      <Button
        size="s"
        variant="primary"
        icon={<Check className="icon" aria-hidden="true" />}
        isBusy={isBusy}
        onClick={onPublish}
      >
        Publish
      </Button>
      <Button size="s" variant="quiet" onClick={() => onAsk('request-changes')}>
        Request changes
      </Button>
      <Button size="s" variant="quiet" onClick={() => onAsk('reject')}>
        Reject
      </Button>
      <Button size="s" variant="quiet" onClick={() => onAsk('archive')}>
        Archive
      </Button>
    </>
  );
}
