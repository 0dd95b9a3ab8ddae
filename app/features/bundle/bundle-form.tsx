// The bundle form: title, description, ordered items, and the price with its discount as you type.
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import {
  BUNDLE_DESCRIPTION_MAX,
  BUNDLE_TITLE_MAX,
  bundleForm,
  type BundleFields,
  type BundleForm as BundleFormValues,
  type OwnBundle,
} from '#shared/features/bundle/bundle.schema.ts';
import { Columns } from '#app/components/staff/staff-page.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { UnsavedGuard } from '#app/components/ui/leave-guard.tsx';
import { failureTextOf, showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { HOME, useBundleManagement, type ManagementScope } from './bundle-management.api.ts';
import { BundlePicker } from './bundle-picker.tsx';
import { BundleSide, type BundleFormState, type BundleAction } from './bundle-side.tsx';
import { BundleItems } from './bundle-items.tsx';

const valuesOf = (bundle: OwnBundle | null): BundleFormValues => ({
  title: bundle?.title ?? '',
  description: bundle?.description ?? '',
  price: bundle?.price ?? '',
  items: bundle?.items ?? [],
});

const FIELDS = ['title', 'description', 'items', 'price'] as const;
const DONE = { save: 'Saved', publish: 'Bundle published', archive: 'Bundle taken off sale' } as const;

export function BundleForm({ scope, bundle }: { scope: ManagementScope; bundle: OwnBundle | null }) {
  const form: BundleFormState = useForm<BundleFormValues, unknown, BundleFields>({
    resolver: formRules(bundleForm),
    defaultValues: valuesOf(bundle),
  });
  const { errors, isDirty } = form.formState;
  const { busy, isLeaving, act, remove } = useBundleActions(scope, bundle, form);
  return (
    <form noValidate className="mt-6" onSubmit={(event) => event.preventDefault()}>
      <UnsavedGuard isDirty={isDirty && !isLeaving} />
      {errors.root?.message && (
        <Notice tone="bad" isAlert className="mb-6">
          {errors.root.message}
        </Notice>
      )}
      <Columns shape="main">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <FormField label="Title" error={errors.title?.message} isRequired>
            <Input maxLength={BUNDLE_TITLE_MAX} autoComplete="off" {...form.register('title')} />
          </FormField>
          <FormField
            label="Description"
            isOptional
            help="Who it’s for, and why these items belong together."
            error={errors.description?.message}
          >
            <Textarea rows={4} maxLength={BUNDLE_DESCRIPTION_MAX} {...form.register('description')} />
          </FormField>
          <Controller
            control={form.control}
            name="items"
            render={({ field: { value, onChange } }) => (
              <section aria-labelledby="bundle-items">
                <h2 id="bundle-items" className="t-s">
                  Items
                </h2>
                {errors.items?.message && (
                  <p className="error-text mt-2" role="alert">
                    {errors.items.message}
                  </p>
                )}
                <BundleItems items={value} onChange={onChange} />
                <BundlePicker scope={scope} chosen={value} onAdd={(item) => onChange([...value, item])} />
              </section>
            )}
          />
          <FormField
            label="Price in US dollars"
            error={errors.price?.message}
            help="Less than the items cost separately."
            isRequired
            className="max-w-56"
          >
            <Input inputMode="decimal" autoComplete="off" placeholder="24.00" {...form.register('price')} />
          </FormField>
        </div>
        <BundleSide bundle={bundle} form={form} busy={busy} onAction={act} onRemove={remove} />
      </Columns>
    </form>
  );
}

function useBundleActions(scope: ManagementScope, bundle: OwnBundle | null, form: BundleFormState) {
  const [busy, setBusy] = useState<BundleAction | null>(null);
  const { isLeaving, leaveTo } = useLeaving();
  const { create, save, publish, archive, remove } = useBundleManagement(scope);
  const { isDirty } = form.formState;
  const refused = (error: unknown, saved: OwnBundle | null) => {
    // A new bundle opens at its own URL, where this form's error would be lost.
    if (bundle !== null || saved === null) showServerErrors(error, form, FIELDS);
    else toast({ title: 'Saved as a draft', description: failureTextOf(error), variant: 'destructive' });
  };
  /** Saves first, so that only what the seller sees goes on sale. */
  const run = async (act: BundleAction, fields?: BundleFields) => {
    setBusy(act);
    let saved = bundle;
    try {
      if (fields && (bundle === null || isDirty)) {
        saved = bundle
          ? await save.mutateAsync({
              params: { id: bundle.id },
              body: { ...fields, revision: bundle.revision },
            })
          : await create.mutateAsync({ body: fields });
      }
      if (act !== 'save' && saved) {
        const move = act === 'publish' ? publish : archive;
        saved = await move.mutateAsync({ params: { id: saved.id } });
      }
      toast({ title: DONE[act] });
    } catch (error) {
      refused(error, saved);
    } finally {
      setBusy(null);
    }
    if (!saved || saved === bundle) return;
    form.reset(valuesOf(saved), { keepErrors: true, keepDirtyValues: !fields });
    if (bundle === null) leaveTo(`${HOME[scope]}/${saved.id}`);
  };
  return {
    busy,
    isLeaving,
    // Archiving doesn't depend on what is typed.
    act: (act: BundleAction) =>
      act === 'archive' ? run(act) : form.handleSubmit((fields) => run(act, fields))(),
    remove: async () => {
      if (!bundle) return;
      await remove.mutateAsync({ params: { id: bundle.id } });
      toast({ title: `“${bundle.title}” deleted` });
      leaveTo(HOME[scope]);
    },
  };
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
