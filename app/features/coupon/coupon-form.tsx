// Creates or edits a coupon: its value, what it covers, and its limits.
import { useForm, useWatch } from 'react-hook-form';
import type { Coupon } from '#shared/features/coupon/coupon-management.contract.ts';
import { COUPON_ITEM_KIND_LABELS, COUPON_ITEM_KINDS } from '#shared/features/coupon/coupon.states.ts';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { useCouponManagement, type ManagementScope } from './coupon-management.api.ts';
import { bodyOf, NEW_COUPON, valuesOf, type CouponValues } from './coupon-form-values.ts';
import { CouponPicker } from './coupon-picker.tsx';

type CouponDialogProps = {
  scope: ManagementScope;
  /** Null: a new one. */
  coupon: Coupon | null;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

export function CouponDialog({ scope, coupon, isOpen, onOpenChange }: CouponDialogProps) {
  return (
    <Dialog
      isWide
      title={coupon ? `Edit ${coupon.code}` : 'New coupon'}
      description={
        scope === 'seller' || coupon?.seller
          ? 'Valid for the seller’s own items. The discount reduces both the seller’s share and our fee.'
          : 'Covers whatever you choose. Sellers and the platform share the discount.'
      }
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <CouponForm scope={scope} coupon={coupon} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

const FIELDS = [
  'code',
  'percent',
  'amount',
  'minimum',
  'kinds',
  'items',
  'sellers',
  'startsAt',
  'endsAt',
  'maxUses',
  'maxPerPerson',
  'note',
] as const;

type CouponFormProps = { scope: ManagementScope; coupon: Coupon | null; onDone: () => void };

function CouponForm({ scope, coupon, onDone }: CouponFormProps) {
  const { create, save } = useCouponManagement(scope);
  const form = useForm<CouponValues>({ defaultValues: coupon ? valuesOf(coupon) : NEW_COUPON });
  const { register, control, formState, handleSubmit, setValue } = form;
  const { errors, isSubmitting } = formState;
  const [kind, items, sellers] = useWatch({ control, name: ['kind', 'items', 'sellers'] });
  const isFixed = coupon?.isWorthFixed ?? false;
  const isOfSeller = scope === 'seller' || Boolean(coupon?.seller);
  const kinds = isOfSeller ? (['resource', 'bundle'] as const) : COUPON_ITEM_KINDS;
  const submit = handleSubmit(async (values) => {
    try {
      const body = bodyOf(values);
      const saved = coupon
        ? await save.mutateAsync({ params: { id: coupon.id }, body })
        : await create.mutateAsync({ body });
      toast({ title: coupon ? `${saved.code} saved` : `${saved.code} created` });
      onDone();
    } catch (error) {
      showServerErrors(error, form, FIELDS);
    }
  });
  return (
    <DialogForm
      problem={errors.root?.message}
      submitLabel={coupon ? 'Save changes' : 'Create coupon'}
      isBusy={isSubmitting}
      onSubmit={submit}
    >
      {isFixed && <Notice>This coupon has been used, so its code and value can’t change.</Notice>}
      <FormField
        label="Code"
        help="3 to 40 letters and digits. Case doesn’t matter."
        error={errors.code?.message}
        isRequired
      >
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          readOnly={isFixed}
          {...register('code')}
        />
      </FormField>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <FormField label="Discount">
          {isFixed ? (
            <Input readOnly value={kind === 'percent' ? 'A percentage' : 'An amount'} />
          ) : (
            <Select
              options={[
                { value: 'percent', label: 'A percentage' },
                { value: 'fixed', label: 'An amount' },
              ]}
              {...register('kind')}
            />
          )}
        </FormField>
        {kind === 'percent' ? (
          <FormField label="Percent" error={errors.percent?.message} isRequired>
            <Input className="num" inputMode="numeric" readOnly={isFixed} {...register('percent')} />
          </FormField>
        ) : (
          <FormField
            label="Dollars"
            help="Once per order, never more than the order costs."
            error={errors.amount?.message}
            isRequired
          >
            <Input className="num" inputMode="decimal" readOnly={isFixed} {...register('amount')} />
          </FormField>
        )}
      </div>
      <fieldset className="field">
        <legend className="label">Only for these kinds</legend>
        <div className="grid md:grid-cols-2">
          {kinds.map((value) => (
            <Checkbox key={value} value={value} {...register('kinds')}>
              {COUPON_ITEM_KIND_LABELS[value]}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <CouponPicker
        scope={scope}
        hasSellers={!isOfSeller}
        chosen={{ items, sellers }}
        error={errors.items?.message ?? errors.sellers?.message}
        onChange={(chosen) => {
          setValue('items', chosen.items, { shouldDirty: true });
          setValue('sellers', chosen.sellers, { shouldDirty: true });
        }}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] items-start gap-4">
        <FormField label="From" isOptional error={errors.startsAt?.message}>
          <Input type="datetime-local" className="num" {...register('startsAt')} />
        </FormField>
        <FormField label="Until" isOptional error={errors.endsAt?.message}>
          <Input type="datetime-local" className="num" {...register('endsAt')} />
        </FormField>
        <FormField label="Uses in all" help="Empty: as many as are wanted." error={errors.maxUses?.message}>
          <Input className="num" inputMode="numeric" {...register('maxUses')} />
        </FormField>
        <FormField
          label="Uses for each person"
          help="Empty: as many as they want. With a limit, buyers must sign in to use it."
          error={errors.maxPerPerson?.message}
        >
          <Input className="num" inputMode="numeric" {...register('maxPerPerson')} />
        </FormField>
        <FormField
          label="Minimum in dollars"
          help="The items it covers must cost at least this much together."
          error={errors.minimum?.message}
        >
          <Input className="num" inputMode="decimal" {...register('minimum')} />
        </FormField>
      </div>
      <Checkbox {...register('isFirstOrderOnly')}>Only for a first order (buyers must sign in)</Checkbox>
      <FormField
        label="Note"
        help="For you only. Buyers never see it."
        isOptional
        error={errors.note?.message}
      >
        <Input autoComplete="off" {...register('note')} />
      </FormField>
    </DialogForm>
  );
}
