// Seller settings: name, slug, description, policies and an away note.
import type { UseFormReturn } from 'react-hook-form';
import type { OwnSeller } from '#shared/features/seller/own-seller.contract.ts';
import { sellerBody, type SellerBody } from '#shared/features/seller/own-seller.schema.ts';
import { slugOf } from '#shared/features/seller/slug.rules.ts';
import type { PictureUploads } from '#app/components/staff/own-picture.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { SettingsFoot, SettingsPart } from '#app/components/ui/settings-part.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { UnsavedGuard } from '#app/components/ui/leave-guard.tsx';
import { formRules } from '#app/lib/form-rules.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { useSavedForm } from '#app/lib/use-autosave-form.ts';
import { useUpdateOwnSeller } from './own-seller.api.ts';
import { SellerBannerField } from './seller-banner-field.tsx';

type Form = UseFormReturn<SellerBody>;

export function SellerSettings({ seller, uploads }: { seller: OwnSeller; uploads: PictureUploads }) {
  const { form, save, isSaving, isUnsaved } = useSavedForm({
    resolver: formRules(sellerBody),
    values: valuesOf(seller),
    mutation: useUpdateOwnSeller(),
    valuesOf,
    savedTitle: 'Settings saved',
  });
  const { errors } = form.formState;
  return (
    <form noValidate className="mt-8" onSubmit={(event) => void save(event)}>
      <SettingsPart title="Banner" intro="Shown across the top of your store.">
        <SellerBannerField seller={seller} uploads={uploads} />
      </SettingsPart>
      <NamePart form={form} seller={seller} />
      <TextFields form={form} />
      <SettingsFoot problem={errors.root?.message}>
        <Button variant="primary" type="submit" isBusy={isSaving}>
          Save settings
        </Button>
        {seller.state === 'approved' && (
          <ButtonLink variant="quiet" to={`/sellers/${seller.id}`}>
            See your store
          </ButtonLink>
        )}
      </SettingsFoot>
      <UnsavedGuard isDirty={isUnsaved} />
    </form>
  );
}

function NamePart({ form, seller }: { form: Form; seller: OwnSeller }) {
  const { errors } = form.formState;
  const suggestion = slugOf(form.watch('name'));
  const isSuggested = suggestion !== form.watch('slug') && suggestion !== 'shop';
  return (
    <SettingsPart title="Name" intro="Buyers see it next to everything you sell.">
      <FormField label="Name of your store" error={errors.name?.message} isRequired>
        <Input {...form.register('name')} />
      </FormField>
      <FormField
        label="Short name"
        help="Letters, digits and hyphens. If you change it, links with the old name stop working."
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
      <StoreAddress slug={seller.slug} isSaved={form.watch('slug') === seller.slug} />
      <FormField label="Tagline" error={errors.tagline?.message} isOptional>
        <Input {...form.register('tagline')} />
      </FormField>
    </SettingsPart>
  );
}

/** The saved address; what is only typed doesn't lead anywhere yet. */
function StoreAddress({ slug, isSaved }: { slug: string; isSaved: boolean }) {
  const { publicUrl } = useRootData();
  const address = `${publicUrl}/sellers/${slug}`;
  return (
    <div className="field">
      <p className="label">{isSaved ? 'Address of your store' : 'Address of your store until you save'}</p>
      <p className="wrap-anywhere">{address}</p>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <CopyButton text={address}>Copy the address</CopyButton>
      </div>
    </div>
  );
}

function TextFields({ form }: { form: Form }) {
  const { errors } = form.formState;
  return (
    <>
      <SettingsPart title="About you" intro="From one teacher to another: what you make, and who it’s for.">
        <FormField label="About your store" error={errors.about?.message} isOptional>
          <Textarea rows={6} {...form.register('about')} />
        </FormField>
        <FormField
          label="Policies"
          help="How you answer questions, and what you do when something doesn’t fit."
          error={errors.policies?.message}
          isOptional
        >
          <Textarea rows={4} {...form.register('policies')} />
        </FormField>
      </SettingsPart>
      <SettingsPart title="While you’re away" intro="Your resources stay on sale.">
        <FormField
          label="Note"
          help="Shown in your store and next to your resources until you clear it: “Back on December 1. I’ll answer then.”"
          error={errors.vacationNote?.message}
          isOptional
        >
          <Input {...form.register('vacationNote')} />
        </FormField>
      </SettingsPart>
    </>
  );
}

function valuesOf({ name, slug, tagline, about, policies, vacationNote }: OwnSeller): SellerBody {
  return { name, slug, tagline, about, policies, vacationNote };
}
