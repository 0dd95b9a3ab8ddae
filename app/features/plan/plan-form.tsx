// The form of a plan. Changes of a plan on sale are published on request, after a look at what changes.
import { useEffect, useState } from 'react';
import { useForm, type FieldPath, type UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { PLAN_FIELDS, planChanges, planFieldsOf } from '#shared/features/plan/staff-plan.rules.ts';
import {
  PLAN_AUDIENCE_MAX,
  PLAN_NAME_MAX,
  planFields,
  type PlanFields,
} from '#shared/features/plan/staff-plan.schema.ts';
import { ChangeList } from '#app/components/staff/change-list.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { UnsavedGuard } from '#app/components/ui/leave-guard.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { PLANS_HOME, useCreatePlan, useUpdatePlan, type StaffPlan } from './staff-plan.api.ts';

const NEW_PLAN: PlanFields = {
  name: '',
  audience: '',
  monthly: '',
  yearly: '',
  trialDays: 14,
  seats: 1,
  resourceDiscount: 0,
  courseDiscount: 0,
  bookingDiscount: 0,
  monthlyDownloads: 10,
  bookingCredit: '0.00',
};

const valuesOf = (plan: StaffPlan | null): PlanFields => (plan ? planFieldsOf(plan) : NEW_PLAN);

type Form = UseFormReturn<PlanFields>;

export function PlanForm({ plan }: { plan: StaffPlan | null }) {
  const form = useForm<PlanFields>({ resolver: formRules(planFields), defaultValues: valuesOf(plan) });
  const { save, isBusy, isLeaving } = useSave(plan, form);
  const { errors, isDirty } = form.formState;
  const isOnSale = plan?.state === 'published';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOnSale) void form.handleSubmit(save)();
      }}
    >
      <UnsavedGuard isDirty={isDirty && !isLeaving} />
      {errors.root?.message && (
        <Notice tone="bad" isAlert className="mb-6">
          {errors.root.message}
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <Basics form={form} plan={plan} />
        <Benefits form={form} />
        <div className="flex flex-wrap gap-3">
          {isOnSale ? (
            <Publish plan={plan} form={form} isBusy={isBusy} onPublish={save} />
          ) : (
            <Button variant="primary" type="submit" isBusy={isBusy}>
              {plan === null ? 'Save draft' : 'Save changes'}
            </Button>
          )}
          {plan && isDirty && (
            <Button variant="quiet" onClick={() => form.reset()}>
              Discard changes
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

function useSave(plan: StaffPlan | null, form: Form) {
  const create = useCreatePlan();
  const update = useUpdatePlan();
  const { isLeaving, leaveTo } = useLeaving();
  const save = async (fields: PlanFields) => {
    try {
      const saved = plan
        ? await update.mutateAsync({ params: { id: plan.id }, body: { ...fields, seen: plan.updatedAt } })
        : await create.mutateAsync({ body: fields });
      toast({ title: saved.state === 'published' ? 'Changes published' : 'Plan saved' });
      form.reset(valuesOf(saved));
      if (plan === null) leaveTo(`${PLANS_HOME}/${saved.id}`);
    } catch (error) {
      showServerErrors(error, form, PLAN_FIELDS);
    }
  };
  return { save, isBusy: create.isPending || update.isPending, isLeaving };
}

/** Tells the leave guard that nothing will be lost, then navigates. */
function useLeaving() {
  const [target, setTarget] = useState<string | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (target !== null) void navigate(target, { replace: true });
  }, [target, navigate]);
  return { isLeaving: target !== null, leaveTo: setTarget };
}

type PublishProps = {
  plan: StaffPlan;
  form: Form;
  isBusy: boolean;
  onPublish: (fields: PlanFields) => Promise<void>;
};

function Publish({ plan, form, isBusy, onPublish }: PublishProps) {
  const [fields, setFields] = useState<PlanFields | null>(null);
  const before = valuesOf(plan);
  const changes = fields ? planChanges(before, fields) : [];
  const hasNewPrice = fields && (fields.monthly !== before.monthly || fields.yearly !== before.yearly);
  const open = form.handleSubmit((valid) => {
    if (planChanges(before, valid).length > 0) setFields(valid);
    else toast({ title: 'Nothing to publish', description: 'There are no unpublished changes.' });
  });
  return (
    <>
      <Button variant="primary" isBusy={isBusy} onClick={() => void open()}>
        Publish changes
      </Button>
      <ConfirmDialog
        title={`Publish changes of “${plan.name}”?`}
        description={
          hasNewPrice
            ? 'Visitors see them right away. The new price is for new members only; everyone else keeps theirs. All members get better benefits right away.'
            : 'Visitors see them right away. All members get better benefits right away.'
        }
        confirmLabel="Publish changes"
        cancelLabel="Keep editing"
        isDestructive={false}
        isOpen={fields !== null}
        onOpenChange={(isOpen) => !isOpen && setFields(null)}
        onConfirm={() => fields && onPublish(fields)}
      >
        <ChangeList label="Changes" changes={changes} />
      </ConfirmDialog>
    </>
  );
}

type PartProps = { form: Form };

/** An empty field is a mistake, not a zero. */
const asNumber = (value: string | number) => (String(value).trim() === '' ? Number.NaN : Number(value));
const asNumberOrNone = (value: string | number | null) =>
  value === null || String(value).trim() === '' ? null : Number(value);

function Basics({ form, plan }: PartProps & { plan: StaffPlan | null }) {
  const { register, formState } = form;
  const { errors } = formState;
  const forNew = plan && plan.members > 0 ? 'For new members only' : undefined;
  return (
    <>
      <FormField label="Name" error={errors.name?.message} isRequired>
        <Input maxLength={PLAN_NAME_MAX} autoComplete="off" {...register('name')} />
      </FormField>
      <FormField
        label="Who it’s for"
        help="A few words under the name: “For one teacher”."
        error={errors.audience?.message}
        isOptional
      >
        <Input maxLength={PLAN_AUDIENCE_MAX} autoComplete="off" {...register('audience')} />
      </FormField>
      <div className="grid gap-6 md:grid-cols-2">
        <FormField
          label="Price a month, in US dollars"
          help={forNew}
          error={errors.monthly?.message}
          isRequired
        >
          <Input inputMode="decimal" autoComplete="off" placeholder="19.00" {...register('monthly')} />
        </FormField>
        <FormField
          label="Price a year, in US dollars"
          help={forNew}
          error={errors.yearly?.message}
          isRequired
        >
          <Input inputMode="decimal" autoComplete="off" placeholder="190.00" {...register('yearly')} />
        </FormField>
        <Count
          form={form}
          name="trialDays"
          label="Days to try it"
          help="Free and without a card, once for each person. 0: no trial."
        />
      </div>
    </>
  );
}

function Benefits({ form }: PartProps) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <fieldset className="grid gap-6 border-t border-rule pt-6 md:grid-cols-2">
      <legend className="t-s float-left mb-1 md:col-span-2">What members get</legend>
      <Count
        form={form}
        name="seats"
        label="Seats for teachers"
        help="The member’s own included. Downloads and booking credit are counted for all of them together."
      />
      <Count form={form} name="resourceDiscount" label="Off resources, in percent" />
      <Count form={form} name="courseDiscount" label="Off courses, in percent" />
      <Count form={form} name="bookingDiscount" label="Off sessions, in percent" />
      <FormField
        label="Library downloads a month"
        help="Empty: no limit."
        error={errors.monthlyDownloads?.message}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          {...register('monthlyDownloads', { setValueAs: asNumberOrNone })}
        />
      </FormField>
      <FormField
        label="Booking credit every six months, in US dollars"
        help="For Connect sessions. Members who pay by the month get a sixth with each payment; you bear what is used."
        error={errors.bookingCredit?.message}
      >
        <Input inputMode="decimal" autoComplete="off" {...register('bookingCredit')} />
      </FormField>
    </fieldset>
  );
}

type CountProps = PartProps & { name: FieldPath<PlanFields>; label: string; help?: string };

function Count({ form: { register, formState }, name, label, help }: CountProps) {
  return (
    <FormField label={label} help={help} error={formState.errors[name]?.message} isRequired>
      <Input inputMode="numeric" autoComplete="off" {...register(name, { setValueAs: asNumber })} />
    </FormField>
  );
}
