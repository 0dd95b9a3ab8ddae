// One takedown as its seller sees it: why, what happens next, and the form of the counter-notice.
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
import { formatDeadline, NoticeStateBadge, Thing, Words } from './notice-parts.tsx';
import { useCounterNotice } from './rights-notice.api.ts';

type NoticeAnswerProps = {
  notice: OwnNotice;
  /** A mail led here for this one. */
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
        <Thing
          thumbnailUrl={resource.thumbnailUrl}
          title={<strong className="font-semibold">{resource.title}</strong>}
        >
          {REPORT_REASON_LABELS[reason]}
        </Thing>
        {decisionReason && (
          <div>
            <p className="label mb-1">Why it was taken down</p>
            <Words>{decisionReason}</Words>
          </div>
        )}
        {answer && (
          <div>
            <p className="label mb-1">Your counter-notice</p>
            <Words>{answer}</Words>
          </div>
        )}
        {notice.closeReason && (
          <div>
            <p className="label mb-1">What we decided</p>
            <Words>{notice.closeReason}</Words>
          </div>
        )}
        <p className="meta max-w-measure">{nextWords(notice)}</p>
      </div>
      <div className="flex flex-wrap items-start gap-3 md:flex-col md:items-end">
        <NoticeStateBadge state={state} />
        {notice.canCounter && <Counter notice={notice} />}
      </div>
    </li>
  );
}

function nextWords(notice: OwnNotice): string {
  const { state, dueAt, canCounter, resource } = notice;
  const day = formatDay(dueAt);
  switch (state) {
    case 'upheld':
      return canCounter
        ? `You can file one counter-notice until ${day} (${formatDeadline(dueAt).toLowerCase()}).`
        : 'The time for a counter-notice is over.';
    case 'countered':
      return notice.isRestoredAutomatically
        ? `It goes back on sale on ${day}, unless our officers decide to keep it down.`
        : 'Our officers read your answer and decide. It stays off sale until then.';
    case 'put_back':
      return resource.isTakenDown
        ? 'This notice no longer keeps it off sale, but another one does.'
        : 'It is back where it was before.';
    case 'kept_down':
    default:
      return 'It stays off sale. Whoever bought it keeps it.';
  }
}

function Counter({ notice }: { notice: OwnNotice }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      isWide
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={`Answer about “${notice.resource.title}”`}
      description="You can answer once. We send your words, with the name of your shop, to the person who reported it."
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
    toast({ title: 'Your counter-notice is filed', description: 'The other side is told by mail.' });
    onDone();
  });
  return (
    <DialogForm
      problem={errors.root?.message}
      onSubmit={send}
      submitLabel="File it"
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
