// A takedown as the seller sees it: the reason, what happens next, and the counter-notice form.
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { formatDay } from '#shared/dates.ts';
import type { OwnNotice } from '#shared/features/moderation/rights-notice.contract.ts';
import { counterBody, type CounterBody } from '#shared/features/moderation/rights-notice.schema.ts';
import { REPORT_REASON_LABELS } from '#shared/features/moderation/rights-notice.states.ts';
import { formatDeadline, NoticeStateBadge, ResourceSummary, Quote } from './notice-parts.tsx';
import { useCounterNotice } from './rights-notice.api.ts';

type NoticeAnswerProps = {
  notice: OwnNotice;
  /** The email linked to this notice. */
  isWanted?: boolean;
};

export function CounterNoticeForm({ notice, isWanted = false }: NoticeAnswerProps) {
  const { resource, reason, state, decisionReason, counterBody: answer } = notice;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isWanted) item.current?.focus();
  }, [isWanted]);
  return (
    <li
      ref={item}
      tabIndex={-1}
      aria-label={resource.title}
      className="grid gap-x-8 gap-y-4 border-b border-rule py-6 md:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="grid min-w-0 gap-4">
        <ResourceSummary
          thumbnailUrl={resource.thumbnailUrl}
          title={<strong className="font-semibold">{resource.title}</strong>}
        >
          {REPORT_REASON_LABELS[reason]}
        </ResourceSummary>
        {decisionReason && (
          <div>
            <p className="label mb-1">Why it was taken down</p>
            <Quote>{decisionReason}</Quote>
          </div>
        )}
        {answer && (
          <div>
            <p className="label mb-1">Your counter-notice</p>
            <Quote>{answer}</Quote>
          </div>
        )}
        {notice.closeReason && (
          <div>
            <p className="label mb-1">What we decided</p>
            <Quote>{notice.closeReason}</Quote>
          </div>
        )}
        <p className="meta max-w-measure">{nextStepText(notice)}</p>
      </div>
      <div className="flex flex-wrap items-start gap-3 md:flex-col md:items-end">
        <NoticeStateBadge state={state} />
        {notice.canCounter && <Counter notice={notice} />}
      </div>
    </li>
  );
}

function nextStepText(notice: OwnNotice): string {
  const { state, dueAt, canCounter, resource } = notice;
  const day = formatDay(dueAt);
  switch (state) {
    case 'upheld':
      return canCounter
        ? `You can file one counter-notice by ${day} (${formatDeadline(dueAt).toLowerCase()}).`
        : 'The deadline for a counter-notice has passed.';
    case 'countered':
      return notice.isRestoredAutomatically
        ? `It goes back on sale on ${day} unless our staff decide otherwise.`
        : 'Our staff will review your counter-notice. It stays off sale until then.';
    case 'put_back':
      return resource.isTakenDown
        ? 'This notice is closed, but another one still keeps it off sale.'
        : 'It has been restored.';
    case 'kept_down':
    default:
      return 'It stays off sale. Buyers keep their copies.';
  }
}

function Counter({ notice }: { notice: OwnNotice }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      isWide
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={`Counter-notice for “${notice.resource.title}”`}
      description="You can file one counter-notice. We’ll send it, with your seller name, to the person who reported the resource."
      trigger={<Button variant="primary">File a counter-notice…</Button>}
    >
      <CounterForm notice={notice} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function CounterForm({ notice, onDone }: { notice: OwnNotice; onDone: () => void }) {
  const counter = useCounterNotice();
  const form = useForm<CounterBody>({
    resolver: formRules(counterBody),
    defaultValues: { body: '', isGoodFaith: false },
  });
  const { errors } = form.formState;
  const send = form.handleSubmit(async (body) => {
    try {
      await counter.mutateAsync({ params: { id: notice.id }, body });
    } catch (error) {
      return showServerErrors(error, form, ['body', 'isGoodFaith']);
    }
    toast({ title: 'Counter-notice filed', description: 'We’ve emailed it to the reporter.' });
    onDone();
  });
  return (
    <DialogForm
      problem={errors.root?.message}
      onSubmit={send}
      submitLabel="File counter-notice"
      isBusy={counter.isPending}
    >
      <FormField
        label="Why should it be back on sale?"
        help="Where it comes from, and what gives you the right to sell it."
        error={errors.body?.message}
        isRequired
      >
        <Textarea rows={6} {...form.register('body')} />
      </FormField>
      <Checkbox {...form.register('isGoodFaith')} error={errors.isGoodFaith?.message}>
        I believe in good faith that it was taken down by mistake, and what I write is true.
      </Checkbox>
    </DialogForm>
  );
}
