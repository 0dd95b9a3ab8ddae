// Staff refund a whole order, one line of it, or an amount.
import { useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import type { StaffOrder } from '#shared/features/order/staff-order.contract.ts';
import { centsToDecimal, decimalToCents, formatMoney } from '#shared/money.ts';
import { normalizeMoney, parseTypedMoney } from '#shared/typed-money.ts';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useRefundOrder } from '#app/components/staff/staff-refund.api.ts';

type RefundDialogProps = { order: StaffOrder; trigger: ReactNode };

export function RefundDialog({ order, trigger }: RefundDialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      trigger={trigger}
      title={`Refund ${order.number}?`}
      description="The money goes back to the buyer’s card, and booking credit to their membership. Items refunded in full are no longer accessible; refunding an amount doesn’t change access. We’ll email the buyer."
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <RefundForm order={order} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function optionsOf({ lines, left, currency }: StaffOrder) {
  const money = (amount: string) => formatMoney(amount, currency);
  return [
    { value: 'whole', label: `Everything refundable: ${money(left)}` },
    ...lines
      .filter((line) => lines.length > 1 && decimalToCents(line.left) > 0)
      .map((line) => ({ value: String(line.id), label: `${line.title}: ${money(line.left)}` })),
    { value: 'amount', label: 'An amount' },
  ];
}

/** How bundles affect the refundable amount. */
function noteOf({ lines, currency, ...order }: StaffOrder, what: string): string | null {
  const money = (amount: string) => formatMoney(amount, currency);
  const { left, creditLeft, held, heldBy, also, alsoOf } =
    lines.find(({ id }) => String(id) === what) ?? order;
  const bundles = (titles: readonly string[]) => titles.map((title) => `“${title}”`).join(', ');
  if (what === 'amount') {
    const most = lines.reduce((sum, line) => sum + decimalToCents(line.held), 0);
    return most > 0
      ? `${money(centsToDecimal(most))} of this order went toward bundles and can’t be refunded.`
      : null;
  }
  if (decimalToCents(held) > 0) {
    return `The buyer gets ${money(left)}. ${money(held)} went toward ${bundles(heldBy)}, which they keep. It becomes refundable once that is refunded.`;
  }
  if (decimalToCents(creditLeft) > 0) {
    return `The buyer gets ${money(left)}, ${money(creditLeft)} of it as booking credit.`;
  }
  return decimalToCents(also) > 0
    ? `The buyer gets ${money(left)}, plus ${money(also)} that was held back when ${bundles(alsoOf)} was refunded.`
    : null;
}

function RefundForm({ order, onDone }: { order: StaffOrder; onDone: () => void }) {
  const { left, currency } = order;
  const [what, setWhat] = useState('whole');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<{ amount?: string; reason?: string; root?: string }>({});
  const refund = useRefundOrder();
  const note = noteOf(order, what);
  // One key per opened dialog, so pressing twice makes one refund.
  const idempotencyKey = useRef(crypto.randomUUID());
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const found = {
      ...(what === 'amount' && amountProblem(amount, left, currency)),
      ...(reason.trim().length < 3 && {
        reason: 'Enter a reason of at least 3 characters. The buyer sees it.',
      }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0 || refund.isPending) return;
    try {
      await refund.mutateAsync({
        orderId: order.id,
        ...chosen(what, amount),
        reason: reason.trim(),
        idempotencyKey: idempotencyKey.current,
      });
      toast({ title: 'Refund started' });
      onDone();
    } catch (error) {
      setProblems({ root: failureTextOf(error) });
      idempotencyKey.current = crypto.randomUUID();
    }
  };
  return (
    <DialogForm
      problem={problems.root}
      onSubmit={submit}
      submitLabel="Refund"
      isBusy={refund.isPending}
      isDanger
    >
      <FormField label="Refund">
        <Select options={optionsOf(order)} value={what} onChange={(event) => setWhat(event.target.value)} />
      </FormField>
      <div aria-live="polite">{note && <Notice>{note}</Notice>}</div>
      {what === 'amount' && (
        <FormField
          label="Amount"
          help={`At most ${formatMoney(left, currency)}, split across all lines in proportion.`}
          error={problems.amount}
          isRequired
        >
          <Input
            inputMode="decimal"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            maxLength={12}
          />
        </FormField>
      )}
      <FormField label="Reason" help="The buyer sees it in the email." error={problems.reason} isRequired>
        <Textarea rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />
      </FormField>
    </DialogForm>
  );
}

function chosen(what: string, amount: string) {
  if (what === 'whole') return { kind: 'whole' as const };
  if (what === 'amount') return { kind: 'amount' as const, amount: normalizeMoney(amount) };
  return { kind: 'line' as const, lineId: Number(what) };
}

function amountProblem(typed: string, left: string, currency: string): { amount: string } | object {
  const amount = parseTypedMoney(typed);
  if (amount === null || decimalToCents(amount) <= 0) return { amount: 'Enter an amount, such as 12.50.' };
  if (decimalToCents(amount) > decimalToCents(left)) {
    return { amount: `At most ${formatMoney(left, currency)} can be refunded.` };
  }
  return {};
}
