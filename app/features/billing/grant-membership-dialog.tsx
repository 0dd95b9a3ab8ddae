// Staff give someone a membership.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import {
  grantMembershipBody,
  type GrantMembershipBody,
} from '#shared/features/billing/staff-member.schema.ts';
import { Button } from '#app/components/ui/button.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { fullNameOf } from '#shared/names.ts';
import { listPlanNamesQuery, MEMBERS_HOME, useGrantMembership } from './staff-member.api.ts';

export function GrantMembershipDialog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      trigger={<Button>Give a membership</Button>}
      title="Give a membership"
      description="Free of charge, for some months. Then it ends by itself. They get an email about it."
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <GrantForm onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function GrantForm({ onDone }: { onDone: () => void }) {
  const plans = useQuery(listPlanNamesQuery()).data?.items ?? [];
  const grant = useGrantMembership();
  const navigate = useNavigate();
  const form = useForm<GrantMembershipBody>({
    resolver: formRules(grantMembershipBody),
    defaultValues: { email: '', months: 1, reason: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      const { id, user, planName } = await grant.mutateAsync({ body });
      toast({ title: 'Membership given', description: `${fullNameOf(user)} has ${planName} now.` });
      onDone();
      void navigate(`${MEMBERS_HOME}/${id}`);
    } catch (error) {
      showServerErrors(error, form, ['email', 'planId', 'months', 'reason']);
    }
  });
  return (
    <DialogForm
      problem={errors.root?.message}
      onSubmit={submit}
      submitLabel="Give membership"
      isBusy={isSubmitting}
    >
      <FormField
        label="User"
        help="The email address of their account."
        error={errors.email?.message}
        isRequired
      >
        <Input type="email" autoComplete="off" maxLength={254} {...form.register('email')} />
      </FormField>
      <FormField label="Plan" error={errors.planId && 'Choose a plan'} isRequired>
        <Select
          placeholder="Choose a plan"
          options={plans
            .filter(({ state }) => state !== 'draft')
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.register('planId', { setValueAs: Number })}
        />
      </FormField>
      <FormField label="Months" error={errors.months?.message} isRequired>
        <Input inputMode="numeric" autoComplete="off" {...form.register('months', { setValueAs: Number })} />
      </FormField>
      <FormField
        label="Reason"
        help="For staff and the audit log. They don’t see it."
        error={errors.reason?.message}
        isRequired
      >
        <Textarea rows={2} {...form.register('reason')} />
      </FormField>
    </DialogForm>
  );
}
