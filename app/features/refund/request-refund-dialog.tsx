// Requests a refund: for what, and why.
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { ContractOutput } from '#shared/contract.ts';
import { formatFullDay } from '#shared/dates.ts';
import type { Order } from '#shared/features/order/order.contract.ts';
import type { getOrderRefunds, RefundRequest } from '#shared/features/refund/refund.contract.ts';
import { refundNote } from '#shared/features/refund/refund.rules.ts';
import { refundReason } from '#shared/features/refund/refund.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { Button } from '#app/components/ui/button.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { RadioGroup } from '#app/components/ui/radio-group.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { useRequestRefund, type OrderAddress } from './refund.api.ts';

type Returnable = ContractOutput<typeof getOrderRefunds>['returnable'];
type Props = {
  order: Order;
  address: OrderAddress;
  returnable: Returnable;
  requests: readonly RefundRequest[];
  /** The deadline for requests. */
  until: string;
};

const WHOLE = 'whole';
const form = z.object({ what: z.string().min(1, 'Choose what you want refunded.'), reason: refundReason });
type Form = z.input<typeof form>;

/** The whole order and each line, if there is money left and no open request. */
function choicesOf({ order, returnable, requests }: Pick<Props, 'order' | 'returnable' | 'requests'>) {
  const isAsked = (lineId: number | null) =>
    requests.some((request) => request.state === 'asked' && request.lineId === lineId);
  const money = (amount: string) => formatMoney(amount, order.currency);
  const lines = order.lines.flatMap(({ id, title }) => {
    const line = returnable.lines.find(({ lineId }) => lineId === id);
    if (!line || line.left === '0.00' || isAsked(id)) return [];
    const note = refundNote(line, money);
    return [{ value: String(id), label: `${title}, ${money(line.left)}`, note }];
  });
  const whole = {
    value: WHOLE,
    label: `The whole order, ${money(returnable.left)}`,
    note: refundNote(returnable, money),
  };
  const isOneLine = order.lines.length === 1;
  if (isAsked(null)) return [];
  return isOneLine ? [whole] : [whole, ...lines];
}

export function RequestRefundDialog({ address, until, ...about }: Props) {
  const [isOpen, setOpen] = useState(false);
  const choices = choicesOf(about);
  if (choices.length === 0) return null;
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
      <Dialog
        trigger={<Button>Ask for a refund</Button>}
        title="Ask for a refund"
        description="The seller reads your reason and decides; if they can’t, we do. We’ll email you the decision."
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <AskForm choices={choices} address={address} onDone={() => setOpen(false)} />
      </Dialog>
      <p className="small">You can ask until {formatFullDay(until)}.</p>
    </div>
  );
}

type FormProps = { choices: ReturnType<typeof choicesOf>; address: OrderAddress; onDone: () => void };

function AskForm({ choices, address, onDone }: FormProps) {
  const ask = useRequestRefund(address);
  const { register, handleSubmit, setError, formState, control } = useForm<Form>({
    resolver: formRules(form),
    defaultValues: { what: choices[0]?.value ?? WHOLE, reason: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ what, reason }) => {
    try {
      await ask.mutateAsync({ reason, ...(what !== WHOLE && { lineId: Number(what) }) });
      onDone();
      toast({ title: 'Refund requested', description: 'We’ll email you the decision and show it here.' });
    } catch (error) {
      showServerErrors(error, { setError }, ['reason']);
    }
  });
  const { name, ...inputProps } = register('what');
  const chosen = useWatch({ control, name: 'what' });
  const note = choices.find(({ value }) => value === chosen)?.note;
  return (
    <DialogForm
      problem={errors.root?.message}
      onSubmit={submit}
      submitLabel="Ask for a refund"
      isBusy={isSubmitting}
    >
      <RadioGroup
        legend="What do you want refunded?"
        name={name}
        options={choices.map(({ value, label }) => ({ value, label }))}
        inputProps={inputProps}
        help="You can no longer open or download what was refunded."
        error={errors.what?.message}
      />
      <div aria-live="polite">{note && <Notice>{note}</Notice>}</div>
      <FormField label="Why?" error={errors.reason?.message} isRequired>
        <Textarea rows={3} {...register('reason')} />
      </FormField>
    </DialogForm>
  );
}
