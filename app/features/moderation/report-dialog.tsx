// Reports a resource to staff (a rights notice).
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
      description={hasReported ? undefined : 'Our staff read every report. The seller won’t see who sent it.'}
      footer={
        hasReported && (
          <DialogClose>
            <Button variant="primary">Close</Button>
          </DialogClose>
        )
      }
    >
      {hasReported ? (
        <p className="meta">You’ve already reported this, and our staff are reviewing it. Thank you.</p>
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
    // No default reason, so nobody sends one unread.
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
    toast({ title: 'Report sent', description: 'Our staff will review it.' });
    onDone();
  });
  return (
    <DialogForm
      problem={errors.root?.message}
      onSubmit={send}
      submitLabel="Send report"
      isBusy={report.isPending}
    >
      <RadioGroup
        legend="What’s wrong?"
        options={REASONS}
        {...radios}
        error={errors.reason?.message}
        isRequired
      />
      <FormField
        label="Details"
        help="Say where to look and what’s wrong with it. If it’s a copy, a link to the original helps."
        error={errors.body?.message}
        isRequired
      >
        <Textarea rows={4} {...form.register('body')} />
      </FormField>
    </DialogForm>
  );
}
