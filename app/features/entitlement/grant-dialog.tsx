// Gives somebody a thing, or all of an order, without payment.
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import {
  GRANT_KIND_LABELS,
  GRANT_KINDS,
  type GrantKind,
  itemInAddress,
} from '#shared/features/entitlement/entitlement.states.ts';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useCreateGrant } from './grant.api.ts';

type GrantDialogProps = {
  trigger: ReactNode;
  /** All that is in it; without one a thing is named by its address. */
  order?: { id: number; number: string };
};

export function GrantDialog({ trigger, order }: GrantDialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      trigger={trigger}
      title={order ? `Give what is in ${order.number} to somebody` : 'Give access without payment'}
      description="They have it at once and are told by mail. It can be taken back under Given."
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <GrantForm order={order} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

type Problems = { email?: string; address?: string; reason?: string; root?: string };

function GrantForm({ order, onDone }: Pick<GrantDialogProps, 'order'> & { onDone: () => void }) {
  const [values, setValues] = useState({ email: '', address: '', reason: '' });
  const [kind, setKind] = useState<GrantKind>('grant');
  const [problems, setProblems] = useState<Problems>({});
  const give = useCreateGrant();
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues((before) => ({ ...before, [name]: event.target.value }));
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const item = order ? null : itemInAddress(values.address);
    const found: Problems = {
      ...(!values.email.includes('@') && { email: 'Enter the e-mail address of an account.' }),
      ...(!order && !item && { address: 'Copy the address of the thing’s page, such as /curriculum/12.' }),
      ...(values.reason.trim().length < 3 && { reason: 'Say why, in a few words.' }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0 || give.isPending) return;
    try {
      const what = order ? { orderId: order.id } : item ? { item } : {};
      const { given } = await give.mutateAsync({
        ...what,
        email: values.email.trim(),
        kind,
        reason: values.reason.trim(),
      });
      toast({ title: `Given to ${given[0]?.person.name ?? 'them'}` });
      onDone();
    } catch (error) {
      setProblems({ root: failureTextOf(error) });
    }
  };
  return (
    <DialogForm problem={problems.root} onSubmit={submit} submitLabel="Give" isBusy={give.isPending}>
      <FormField
        label="Who gets it"
        help="The e-mail address of their account."
        error={problems.email}
        isRequired
      >
        <Input type="email" autoComplete="off" value={values.email} onChange={set('email')} maxLength={254} />
      </FormField>
      {!order && (
        <FormField
          label="What"
          help="The address of its page: a resource, a course or a bundle."
          error={problems.address}
          isRequired
        >
          <Input value={values.address} onChange={set('address')} maxLength={300} autoComplete="off" />
        </FormField>
      )}
      <FormField label="Why it is given">
        <Select
          options={GRANT_KINDS.map((value) => ({ value, label: GRANT_KIND_LABELS[value] }))}
          value={kind}
          onChange={(event) => setKind(GRANT_KINDS.find((value) => value === event.target.value) ?? 'grant')}
        />
      </FormField>
      <FormField
        label="Reason"
        help="For colleagues and the audit log; the person does not read it."
        error={problems.reason}
        isRequired
      >
        <Textarea rows={2} value={values.reason} onChange={set('reason')} />
      </FormField>
    </DialogForm>
  );
}
