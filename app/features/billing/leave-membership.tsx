// Canceling, taking it back, pausing, going on.
import { useState } from 'react';
import type { ContractInput } from '#shared/contract.ts';
import type * as contract from '#shared/features/billing/billing.contract.ts';
import type { Membership } from '#shared/features/billing/billing.schema.ts';
import { MAX_PAUSE_MONTHS } from '#shared/features/membership/membership.states.ts';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useUpdateSubscription } from './billing.api.ts';
import { cancelText } from './membership-text.ts';

type Change = ContractInput<typeof contract.updateSubscription>['body'];

export function LeaveMembership({ membership }: { membership: Membership }) {
  const update = useUpdateSubscription();
  const change = async (body: Change, title: string) => {
    await update.mutateAsync(body);
    toast({ title });
  };
  const { state, isCanceling } = membership;
  if (isCanceling || state === 'paused') {
    return (
      <SettingsPart
        id="leave"
        title={state === 'paused' ? 'Your pause' : 'Changed your mind?'}
        intro={
          state === 'paused'
            ? 'The days you’ve paid for are kept and start again when you do.'
            : 'Until the last day, you can take it back.'
        }
      >
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            isBusy={update.isPending}
            onClick={() =>
              void change({ action: 'resume' }, 'Membership resumed').catch((error: unknown) =>
                toast({
                  title: 'Couldn’t resume your membership',
                  description: failureTextOf(error),
                  variant: 'destructive',
                }),
              )
            }
          >
            Resume membership
          </Button>
          {state === 'paused' && <Cancel membership={membership} onChange={change} />}
        </div>
      </SettingsPart>
    );
  }
  return (
    <SettingsPart
      id="leave"
      title="Pause or leave"
      intro="Your purchases, progress and certificates stay with you either way."
    >
      <div className="flex flex-wrap gap-3">
        {state === 'active' && <Pause onChange={change} />}
        <Cancel membership={membership} onChange={change} />
      </div>
    </SettingsPart>
  );
}

type Actions = { onChange: (body: Change, title: string) => Promise<void> };

const MONTHS = Array.from({ length: MAX_PAUSE_MONTHS }, (_, at) => ({
  value: String(at + 1),
  label: at === 0 ? '1 month' : `${at + 1} months`,
}));

function Pause({ onChange }: Actions) {
  const [months, setMonths] = useState('1');
  return (
    <ConfirmDialog
      trigger={<Button>Pause…</Button>}
      title="Pause your membership?"
      description="It closes now and nothing is charged. The days you’ve paid for are kept for when you’re back, which can be any time."
      confirmLabel="Pause membership"
      isDestructive={false}
      failure={failureTextOf}
      onConfirm={() => onChange({ action: 'pause', months: Number(months) }, 'Membership paused')}
    >
      <FormField label="For">
        <Select options={MONTHS} value={months} onChange={(event) => setMonths(event.target.value)} />
      </FormField>
    </ConfirmDialog>
  );
}

function Cancel({ membership, onChange }: Actions & { membership: Membership }) {
  const [reason, setReason] = useState('');
  const isNow = membership.state === 'past_due';
  return (
    <ConfirmDialog
      trigger={<Button variant="danger">Cancel membership</Button>}
      title={`Cancel ${membership.planName}?`}
      description={cancelText(membership)}
      confirmLabel="Cancel membership"
      cancelLabel="Keep it"
      failure={failureTextOf}
      onConfirm={() =>
        onChange(
          { action: 'cancel', ...(reason.trim() && { reason: reason.trim() }) },
          isNow ? 'Membership ended' : 'Membership canceled',
        )
      }
    >
      <FormField label="Why are you leaving?" help="Only our team reads this." isOptional>
        <Textarea
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </FormField>
    </ConfirmDialog>
  );
}
