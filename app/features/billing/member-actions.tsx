// What staff can do for a member: extend, cancel, resume.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  cancelMembershipBody,
  extendMembershipBody,
  type CancelMembershipBody,
  type ExtendMembershipBody,
} from '#shared/features/billing/staff-member.schema.ts';
import { formatDay } from '#shared/dates.ts';
import { fullNameOf } from '#shared/names.ts';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf, showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import {
  useCancelMembership,
  useExtendMembership,
  useResumeMembership,
  type Member,
} from './staff-member.api.ts';

export function MemberActions({ member }: { member: Member }) {
  const { state, isCanceling } = member;
  if (state === 'cancelled') return null;
  const canExtend = state === 'active' || state === 'trialing' || state === 'paused';
  return (
    <>
      {canExtend && <Extend member={member} />}
      {isCanceling && <Resume member={member} />}
      <Cancel member={member} />
    </>
  );
}

type MemberProps = { member: Member };

function Extend({ member }: MemberProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      trigger={<Button>Extend</Button>}
      title={`Extend the membership of ${fullNameOf(member.user)}?`}
      description={
        member.nextPayment
          ? 'The days are free. The next payment moves by as many. We’ll email them.'
          : 'The days are free. We’ll email them.'
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <ExtendForm member={member} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function ExtendForm({ member: { id }, onDone }: MemberProps & { onDone: () => void }) {
  const extend = useExtendMembership();
  const form = useForm<ExtendMembershipBody>({
    resolver: formRules(extendMembershipBody),
    defaultValues: { days: 30, reason: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      const { endsAt, state } = await extend.mutateAsync({ params: { id }, body });
      toast({
        title: 'Membership extended',
        ...(state !== 'paused' && { description: `Its period now ends on ${formatDay(endsAt)}.` }),
      });
      onDone();
    } catch (error) {
      showServerErrors(error, form, ['days', 'reason']);
    }
  });
  return (
    <DialogForm
      problem={errors.root?.message}
      onSubmit={submit}
      submitLabel="Extend membership"
      isBusy={isSubmitting}
    >
      <FormField label="Days" error={errors.days?.message} isRequired>
        <Input inputMode="numeric" autoComplete="off" {...form.register('days', { setValueAs: Number })} />
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

function Resume({ member: { id, user, endsAt } }: MemberProps) {
  const resume = useResumeMembership();
  return (
    <ConfirmDialog
      trigger={<Button>Resume</Button>}
      title={`Resume the membership of ${fullNameOf(user)}?`}
      description={`It renews on ${formatDay(endsAt)} instead of ending. We’ll email them.`}
      confirmLabel="Resume membership"
      isDestructive={false}
      failure={failureTextOf}
      onConfirm={async () => {
        await resume.mutateAsync(id);
        toast({ title: 'Membership resumed' });
      }}
    />
  );
}

function Cancel({ member }: MemberProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      trigger={<Button variant="danger">Cancel membership</Button>}
      title={`Cancel the membership of ${fullNameOf(member.user)}?`}
      description="Purchases, progress and certificates stay theirs. Canceling doesn’t refund anything. We’ll email them."
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <CancelForm member={member} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function CancelForm({ member, onDone }: MemberProps & { onDone: () => void }) {
  const { id, state, isCanceling, price, endsAt } = member;
  const canWait = (state === 'active' || state === 'trialing') && !isCanceling && price !== null;
  const cancel = useCancelMembership();
  const form = useForm<CancelMembershipBody>({
    resolver: formRules(cancelMembershipBody),
    defaultValues: { when: canWait ? 'period_end' : 'now', reason: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await cancel.mutateAsync({ params: { id }, body });
      toast({ title: body.when === 'now' ? 'Membership ended' : 'Membership canceled' });
      onDone();
    } catch (error) {
      showServerErrors(error, form, ['when', 'reason']);
    }
  });
  return (
    <DialogForm
      problem={errors.root?.message}
      onSubmit={submit}
      submitLabel="Cancel membership"
      cancelLabel="Keep membership"
      isBusy={isSubmitting}
      isDanger
    >
      <FormField label="When" error={errors.when?.message}>
        <Select
          options={[
            ...(canWait ? [{ value: 'period_end', label: `With its period, on ${formatDay(endsAt)}` }] : []),
            { value: 'now', label: 'Now: everything closes right away' },
          ]}
          {...form.register('when')}
        />
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
