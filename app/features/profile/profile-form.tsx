// The profile form: name, bio, styles and links, saved together. The picture is saved separately.
import { type ReactNode, useRef } from 'react';
import { Controller, type FieldPath, useFieldArray, type UseFormReturn } from 'react-hook-form';
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
import { useUpdateProfile, type OwnProfile, type PublicProfile } from './profile.api.ts';
import { SettingsFoot, SettingsPart } from '#app/components/ui/settings-part.tsx';
import './profile.css';
import { useQuery } from '@tanstack/react-query';
import * as styleContract from '#shared/features/style/style.contract.ts';
import { Chip } from '#app/components/ui/chip.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { catalogueQuery } from '#app/lib/query.ts';
import ArrowUp from 'icon:arrow-up';
import Plus from 'icon:plus';
import Trash2 from 'icon:trash-2';

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
      <SettingsPart id="picture" title="Your picture" intro="Shown next to your name across the site.">
        {picture}
      </SettingsPart>
      <NamePart form={form} />
      <AboutPart form={form} />
      <SettingsPart id="styles" title="Dance styles" intro="The styles you dance, teach or write about.">
        <Controller
          control={form.control}
          name="danceStyles"
          render={({ field }) => <ProfileStylesField value={field.value} onChange={field.onChange} />}
        />
      </SettingsPart>
      <SettingsPart id="links" title="Links" intro="Your studio, your videos, your website.">
        <ProfileLinksField form={form} />
      </SettingsPart>
      <SettingsFoot problem={errors.root?.message}>
        <Button variant="primary" type="submit" isBusy={isSaving}>
          Save profile
        </Button>
        <ButtonLink variant="quiet" to={`/profile/${profile.id}`}>
          View public profile
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
    <SettingsPart id="about" title="About you" intro="Tell other teachers what you do and who you work with.">
      <FormField
        label="Bio"
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

/** Not announced while typing; the field's error is, once the text is too long. */
function BioCount({ length }: { length: number }) {
  const excess = length - BIO_MAX;
  return excess > 0 ? (
    <span className="small num text-garnet">{count.format(excess)} over the limit</span>
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

type ProfileStylesFieldProps = { value: readonly string[]; onChange: (value: string[]) => void };

function ProfileStylesField({ value, onChange }: ProfileStylesFieldProps) {
  const { data, isPending } = useQuery(catalogueQuery(styleContract.listStyles, {}));
  if (isPending) return <Skeleton className="h-11" />;
  // Includes retired styles the user has, and falls back to the user's own styles when the list can't be loaded.
  const offered = (data ?? value.map((name) => ({ name, isRetired: false })))
    .filter(({ name, isRetired }) => !isRetired || value.includes(name))
    .map(({ name }) => name);
  const toggle = (style: string) =>
    // In the list's order, so that toggling a style twice leaves the form unchanged.
    onChange(offered.filter((one) => (one === style ? !value.includes(one) : value.includes(one))));
  return (
    <div className="profile-styles" role="group" aria-label="Dance styles">
      {offered.map((style) => (
        <Chip key={style} isPressed={value.includes(style)} onClick={() => toggle(style)}>
          {style}
        </Chip>
      ))}
    </div>
  );
}

type ProfileFormReturn = UseFormReturn<UpdateProfileBody>;

function ProfileLinksField({ form }: { form: ProfileFormReturn }) {
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'links' });
  const add = useRef<HTMLButtonElement>(null);
  const addOne = () => {
    if (fields.length >= LINKS_MAX) return;
    append({ label: '', url: '' }, { focusName: `links.${fields.length}.label` });
  };
  const removeAt = (at: number) => {
    remove(at);
    // The pressed button is gone, so move the focus.
    add.current?.focus();
  };
  const moveUp = (at: number) => {
    move(at, at - 1);
    // Follows the moved link, so that pressing again moves it further.
    form.setFocus(`links.${at - 1}.label`);
  };
  return (
    <>
      {fields.length > 0 && (
        <ol>
          {fields.map((field, at) => (
            <LinkRow key={field.id} form={form} at={at} onRemove={removeAt} onMoveUp={moveUp} />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button
          ref={add}
          icon={<Plus className="icon" aria-hidden="true" />}
          aria-disabled={fields.length >= LINKS_MAX}
          aria-describedby="links-limit"
          onClick={addOne}
        >
          Add a link
        </Button>
        <p id="links-limit" className="help" aria-live="polite">
          {fields.length >= LINKS_MAX ? 'You can add up to five links.' : ''}
        </p>
      </div>
    </>
  );
}

type LinkRowProps = {
  form: ProfileFormReturn;
  at: number;
  onRemove: (at: number) => void;
  onMoveUp: (at: number) => void;
};

function LinkRow({ form, at, onRemove, onMoveUp }: LinkRowProps) {
  const errors = form.formState.errors.links?.[at];
  const name = form.watch(`links.${at}.label`) || `link ${at + 1}`;
  const url = form.register(`links.${at}.url`);
  return (
    <li className="profile-link">
      <div className="grid gap-4 md:grid-cols-[2fr_3fr]">
        <FormField label="Name" error={errors?.label?.message} isRequired>
          <Input placeholder="My studio" {...form.register(`links.${at}.label`)} />
        </FormField>
        <FormField label="Address" error={errors?.url?.message} isRequired>
          <Input
            type="url"
            inputMode="url"
            placeholder="https://"
            autoCapitalize="none"
            spellCheck={false}
            {...url}
            onBlur={(event) => {
              completeUrl(form, at, event.target.value);
              void url.onBlur(event);
            }}
          />
        </FormField>
      </div>
      <div className="-ml-3 flex flex-wrap gap-2">
        <Button
          variant="danger"
          icon={<Trash2 className="icon" aria-hidden="true" />}
          aria-label={`Remove ${name}`}
          onClick={() => onRemove(at)}
        >
          Remove
        </Button>
        {at > 0 && (
          <Button
            variant="quiet"
            icon={<ArrowUp className="icon" aria-hidden="true" />}
            aria-label={`Move ${name} up`}
            onClick={() => onMoveUp(at)}
          >
            Move up
          </Button>
        )}
      </div>
    </li>
  );
}

/** Adds https:// to “mystudio.com”. */
function completeUrl(form: ProfileFormReturn, at: number, typed: string): void {
  const address = typed.trim();
  if (/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#]|$)/u.test(address)) {
    form.setValue(`links.${at}.url`, `https://${address}`, { shouldDirty: true });
  }
}
