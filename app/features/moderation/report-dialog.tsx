// A rights notice: what is wrong with a resource, for staff to look at.
import { useForm } from 'react-hook-form';
import { Button } from '#app/components/ui/button.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { RadioGroup } from '#app/components/ui/radio-group.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { reportBody, type ReportBody } from '#shared/features/moderation/rights-notice.schema.ts';
import { REPORT_REASON_LABELS, REPORT_REASONS } from '#shared/features/moderation/rights-notice.states.ts';
import { useReportResource } from './rights-notice.api.ts';

type ReportDialogProps = { id: number; title: string; hasReported: boolean; onClose: () => void };

const REASONS = REPORT_REASONS.map((value) => ({ value, label: REPORT_REASON_LABELS[value] }));

export default function ReportDialog({ id, title, hasReported, onClose }: ReportDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Report “${title}”`}
      description={
        hasReported ? undefined : 'Our staff read every notice. The seller is not told who wrote it.'
      }
      footer={
        hasReported && (
          <DialogClose>
            <Button variant="primary">All right</Button>
          </DialogClose>
        )
      }
    >
      {hasReported ? (
        <p className="meta">You have told us already, and our staff are looking at it. Thank you.</p>
      ) : (
        <ReportForm id={id} onDone={onClose} />
      )}
    </Dialog>
  );
}

function ReportForm({ id, onDone }: { id: number; onDone: () => void }) {
  const report = useReportResource(id);
  const form = useForm<ReportBody>({
    resolver: formRules(reportBody),
    // Which reason it is, only they know: a ready answer would be sent unread.
    defaultValues: { body: '' },
  });
  const { name, ...inputProps } = form.register('reason');
  const radios = { name, inputProps };
  const { errors } = form.formState;
  const send = form.handleSubmit(async (body) => {
    try {
      await report.mutateAsync(body);
    } catch (error) {
      return showServerErrors(error, form, ['reason', 'body']);
    }
    toast({ title: 'Thank you. We will look at it' });
    onDone();
  });
  return (
    <DialogForm
      problem={errors.root?.message}
      onSubmit={send}
      submitLabel="Send notice"
      isBusy={report.isPending}
    >
      <RadioGroup
        legend="What is wrong?"
        options={REASONS}
        {...radios}
        error={errors.reason?.message}
        isRequired
      />
      <FormField
        label="Please tell us more"
        help="Where to look, and what it should be. A link to the original helps."
        error={errors.body?.message}
        isRequired
      >
        <Textarea rows={4} {...form.register('body')} />
      </FormField>
    </DialogForm>
  );
}
