// The form of a profile: names, a text, styles, links. Saved as one; the picture beside it is saved by itself.
import type { ReactNode } from 'react';
import { Controller, type FieldPath } from 'react-hook-form';
import {
  BIO_MAX,
  LINKS_MAX,
  updateProfileBody,
  type UpdateProfileBody,
} from '#shared/features/profile/profile.schema.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { UnsavedGuard } from '#app/components/ui/leave-guard.tsx';
import { formRules } from '#app/lib/form-rules.ts';
import { useSavedForm } from '#app/lib/use-autosave-form.ts';
import { ProfileLinksField, type ProfileFormReturn } from './profile-links-field.tsx';
import { ProfileStylesField } from './profile-styles-field.tsx';
import { useUpdateProfile, type OwnProfile, type PublicProfile } from './profile.api.ts';
import { SettingsFoot, SettingsPart } from '#app/components/ui/settings-part.tsx';
import './profile.css';

export function ProfileForm({ profile, picture }: { profile: OwnProfile; picture: ReactNode }) {
  const { form, save, isSaving, isUnsaved } = useSavedForm({
    resolver: formRules(updateProfileBody),
    values: valuesOf(profile),
    mutation: useUpdateProfile(),
    valuesOf,
    savedTitle: 'Profile saved',
    fields: FIELDS,
  });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <SettingsPart id="picture" title="Your picture" intro="Beside your name everywhere on the site.">
        {picture}
      </SettingsPart>
      <NamePart form={form} />
      <AboutPart form={form} />
      <SettingsPart id="styles" title="Dance styles" intro="What you dance, teach or write about.">
        <Controller
          control={form.control}
          name="danceStyles"
          render={({ field }) => <ProfileStylesField value={field.value} onChange={field.onChange} />}
        />
      </SettingsPart>
      <SettingsPart id="links" title="Links" intro="Your studio, your videos, anything else of yours.">
        <ProfileLinksField form={form} />
      </SettingsPart>
      <SettingsFoot problem={errors.root?.message}>
        <Button variant="primary" type="submit" isBusy={isSaving}>
          Save profile
        </Button>
        <ButtonLink variant="quiet" to={`/profile/${profile.id}`}>
          See it as others do
        </ButtonLink>
      </SettingsFoot>
      <UnsavedGuard isDirty={isUnsaved} />
    </form>
  );
}

function NamePart({ form }: { form: ProfileFormReturn }) {
  const { errors } = form.formState;
  return (
    <SettingsPart title="Your name">
      <FormField label="First name" error={errors.firstName?.message} isRequired>
        <Input autoComplete="given-name" {...form.register('firstName')} />
      </FormField>
      <FormField label="Last name" error={errors.lastName?.message} isRequired>
        <Input autoComplete="family-name" {...form.register('lastName')} />
      </FormField>
    </SettingsPart>
  );
}

function AboutPart({ form }: { form: ProfileFormReturn }) {
  const { errors } = form.formState;
  return (
    <SettingsPart
      id="about"
      title="About you"
      intro="From one teacher to another: what you do, and with whom."
    >
      <FormField
        label="In your own words"
        isOptional
        error={errors.bio?.message}
        aside={<BioCount length={form.watch('bio').trim().length} />}
      >
        <Textarea rows={6} {...form.register('bio')} />
      </FormField>
    </SettingsPart>
  );
}

const count = new Intl.NumberFormat('en');

/** Not read aloud while someone writes; the field's error is, once there is too much. */
function BioCount({ length }: { length: number }) {
  const excess = length - BIO_MAX;
  return excess > 0 ? (
    <span className="small num text-garnet">{count.format(excess)} too many</span>
  ) : (
    <span className="small num">
      {count.format(length)} of {count.format(BIO_MAX)}
    </span>
  );
}

const FIELDS: FieldPath<UpdateProfileBody>[] = [
  'firstName',
  'lastName',
  'bio',
  'danceStyles',
  'links',
  ...Array.from({ length: LINKS_MAX }, (_, at) => [`links.${at}.label`, `links.${at}.url`] as const).flat(),
];

function valuesOf({ firstName, lastName, bio, danceStyles, links }: PublicProfile): UpdateProfileBody {
  return { firstName, lastName, bio, danceStyles, links };
}
