// Grants a user access to an item, or to everything in an order, without payment.
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
  /** Grants everything in it; without an order, staff enter an item's URL. */
  order?: { id: number; number: string };
};

export function GrantDialog({ trigger, order }: GrantDialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      trigger={trigger}
      title={order ? `Grant access to ${order.number}` : 'Grant access without payment'}
      description="They get access right away and an email about it. You can revoke it under Grants."
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
      ...(!values.email.includes('@') && { email: 'Enter the email address of an account.' }),
      ...(!order && !item && { address: 'Copy the URL of the item’s page, such as /curriculum/12.' }),
      ...(values.reason.trim().length < 3 && { reason: 'Enter a reason.' }),
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
      toast({ title: `Access granted to ${given[0]?.person.name ?? 'the user'}` });
      onDone();
    } catch (error) {
      setProblems({ root: failureTextOf(error) });
    }
  };
  return (
    <DialogForm problem={problems.root} onSubmit={submit} submitLabel="Grant access" isBusy={give.isPending}>
      <FormField label="User" help="The email address of their account." error={problems.email} isRequired>
        <Input type="email" autoComplete="off" value={values.email} onChange={set('email')} maxLength={254} />
      </FormField>
      {!order && (
        <FormField
          label="Item"
          help="The URL of its page: a resource, a course or a bundle."
          error={problems.address}
          isRequired
        >
          <Input value={values.address} onChange={set('address')} maxLength={300} autoComplete="off" />
        </FormField>
      )}
      <FormField label="Kind of grant">
        <Select
          options={GRANT_KINDS.map((value) => ({ value, label: GRANT_KIND_LABELS[value] }))}
          value={kind}
          onChange={(event) => setKind(GRANT_KINDS.find((value) => value === event.target.value) ?? 'grant')}
        />
      </FormField>
      <FormField
        label="Reason"
        help="For staff and the audit log. The user doesn’t see it."
        error={problems.reason}
        isRequired
      >
        <Textarea rows={2} value={values.reason} onChange={set('reason')} />
      </FormField>
    </DialogForm>
  );
}
