// What a shop says of itself: name, short name, words, policies, and a note for while its keeper is away.
import { zodResolver } from '@hookform/resolvers/zod';
import type { ComponentType, ReactNode } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { OwnStore } from '#shared/features/seller/own-store.contract.ts';
import { storeBody, type StoreBody } from '#shared/features/seller/own-store.schema.ts';
import { slugOf } from '#shared/features/seller/slug.rules.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { useUpdateStore } from './own-store.api.ts';
import { SellerBannerField, type BannerUploads } from './seller-banner-field.tsx';

type Form = UseFormReturn<StoreBody>;
type SellerSettingsProps = {
  store: OwnStore;
  uploads: BannerUploads;
  /** Asks before what is not saved is lost. */
  LeaveGuard: ComponentType<{ isDirty: boolean }>;
};

export function SellerSettings({ store, uploads, LeaveGuard }: SellerSettingsProps) {
  const form = useForm<StoreBody>({
    resolver: zodResolver(storeBody),
    defaultValues: valuesOf(store),
    mode: 'onTouched',
  });
  const { isSaving, save } = useSave(form);
  const { errors, isDirty } = form.formState;
  return (
    <div className="mt-8">
      <Part title="Banner" intro="Across the top of your shop.">
        <SellerBannerField store={store} uploads={uploads} />
      </Part>
      <form noValidate onSubmit={(event) => void save(event)}>
        <NamePart form={form} />
        <WordsPart form={form} />
        <div className="border-t border-ink py-8 md:pl-84">
          {errors.root && (
            <Notice tone="bad" isAlert className="mb-5 max-w-136">
              {errors.root.message}
            </Notice>
          )}
          <div className="flex flex-wrap items-center gap-4">
            <Button variant="primary" type="submit" isBusy={isSaving}>
              Save settings
            </Button>
            {store.state === 'approved' && (
              <ButtonLink variant="quiet" to={`/sellers/${store.id}`}>
                See your shop
              </ButtonLink>
            )}
          </div>
        </div>
      </form>
      <LeaveGuard isDirty={isDirty && !isSaving} />
    </div>
  );
}

function NamePart({ form }: { form: Form }) {
  const { errors } = form.formState;
  const suggestion = slugOf(form.watch('name'));
  const isSuggested = suggestion !== form.watch('slug') && suggestion !== 'shop';
  return (
    <Part title="Name" intro="What buyers see beside everything you sell.">
      <FormField label="Name of your shop" error={errors.name?.message} isRequired>
        <Input {...form.register('name')} />
      </FormField>
      <FormField
        label="Short name"
        help="For links: letters, digits and hyphens. No two shops have the same."
        error={errors.slug?.message}
        isRequired
        aside={
          isSuggested && (
            <button
              type="button"
              className="link small"
              onClick={() => form.setValue('slug', suggestion, { shouldDirty: true, shouldValidate: true })}
            >
              Use “{suggestion}”
            </button>
          )
        }
      >
        <Input autoCapitalize="none" spellCheck={false} {...form.register('slug')} />
      </FormField>
      <FormField label="One sentence" error={errors.tagline?.message} isOptional>
        <Input {...form.register('tagline')} />
      </FormField>
    </Part>
  );
}

function WordsPart({ form }: { form: Form }) {
  const { errors } = form.formState;
  return (
    <>
      <Part title="About you" intro="From one teacher to another: what you make, and for whom.">
        <FormField label="About your shop" error={errors.about?.message} isOptional>
          <Textarea rows={6} {...form.register('about')} />
        </FormField>
        <FormField
          label="Policies"
          help="How you answer questions, what you do when something does not fit."
          error={errors.policies?.message}
          isOptional
        >
          <Textarea rows={4} {...form.register('policies')} />
        </FormField>
      </Part>
      <Part title="While you are away" intro="Your resources stay on sale.">
        <FormField
          label="Note"
          help="Shown on your shop and beside your resources until you empty it: “Back on 1 December; I answer then.”"
          error={errors.vacationNote?.message}
          isOptional
        >
          <Input {...form.register('vacationNote')} />
        </FormField>
      </Part>
    </>
  );
}

function Part({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-16 gap-y-6 border-t border-ink py-8 md:grid-cols-[17rem_minmax(0,34rem)]">
      <div>
        <h2 className="t-s">{title}</h2>
        <p className="meta mt-2">{intro}</p>
      </div>
      <div className="grid content-start gap-5">{children}</div>
    </section>
  );
}

const FIELDS = ['name', 'slug', 'tagline', 'about', 'policies', 'vacationNote'] as const;

function useSave(form: Form) {
  const update = useUpdateStore();
  const save = form.handleSubmit((body) =>
    update.mutate(body, {
      onSuccess(store) {
        form.reset(valuesOf(store));
        toast({ title: 'Settings saved' });
      },
      onError: (error) => showServerErrors(error, form, FIELDS),
    }),
  );
  return { isSaving: update.isPending, save };
}

function valuesOf({ name, slug, tagline, about, policies, vacationNote }: OwnStore): StoreBody {
  return { name, slug, tagline, about, policies, vacationNote };
}
