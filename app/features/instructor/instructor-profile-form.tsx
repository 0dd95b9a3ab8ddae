// What clients read about an instructor, saved together.
import Plus from 'icon:plus';
import Trash2 from 'icon:trash-2';
import { useQuery } from '@tanstack/react-query';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { ZoneSelect } from '#app/components/booking/zone-note.tsx';
import { browserZone } from '#app/components/booking/time-zone.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Chip } from '#app/components/ui/chip.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { UnsavedGuard } from '#app/components/ui/leave-guard.tsx';
import { SettingsFoot, SettingsPart } from '#app/components/ui/settings-part.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { formRules } from '#app/lib/form-rules.ts';
import { catalogueQuery } from '#app/lib/query.ts';
import { useSavedForm } from '#app/lib/use-autosave-form.ts';
import { LANGUAGE_CODES, languageName } from '#shared/features/instructor/instructor.rules.ts';
import {
  instructorBody,
  type InstructorForm,
  MOST_HELPS_WITH,
  type OwnInstructor,
} from '#shared/features/instructor/instructor.schema.ts';
import * as styleContract from '#shared/features/style/style.contract.ts';
import { AGE_GROUPS, LEVELS } from '#shared/vocabulary.ts';
import { useUpdateOwnInstructor } from './instructor.api.ts';

type Form = UseFormReturn<InstructorForm>;

const valuesOf = (instructor: OwnInstructor): InstructorForm => ({
  headline: instructor.headline,
  about: instructor.about,
  helpsWith: instructor.helpsWith,
  videoUrl: instructor.videoUrl ?? '',
  languages: instructor.languages as InstructorForm['languages'],
  levels: instructor.levels,
  ageGroups: instructor.ageGroups,
  styles: instructor.styles,
  timeZone: instructor.timeZone ?? browserZone(),
  city: instructor.city ?? '',
  zip: instructor.zip ?? '',
});

export function InstructorProfileForm({ instructor }: { instructor: OwnInstructor }) {
  const { form, save, isSaving, isUnsaved } = useSavedForm<InstructorForm, OwnInstructor>({
    resolver: formRules(instructorBody),
    values: valuesOf(instructor),
    mutation: useUpdateOwnInstructor(),
    valuesOf,
    savedTitle: 'Profile saved',
  });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <SettingsPart title="In one line" intro="What you are good at, as you’d say it to a colleague.">
        <FormField label="Headline" error={errors.headline?.message} isRequired>
          <Input
            placeholder="Clear sounds from small feet. Bring your noisiest class."
            {...form.register('headline')}
          />
        </FormField>
      </SettingsPart>
      <SettingsPart title="About you" intro="Who you teach, and how a session with you goes.">
        <FormField label="About" error={errors.about?.message} isOptional>
          <Textarea rows={7} {...form.register('about')} />
        </FormField>
        <FormField
          label="Video"
          help="A link to a YouTube video in which people meet you."
          error={errors.videoUrl?.message}
          isOptional
        >
          <Input type="url" inputMode="url" placeholder="https://youtu.be/…" {...form.register('videoUrl')} />
        </FormField>
      </SettingsPart>
      <SettingsPart title="People come to you for" intro="One problem per line. Search finds these words.">
        <HelpsWith form={form} />
      </SettingsPart>
      <SettingsPart title="What you teach">
        <StylesField form={form} />
        <Choices form={form} name="ageGroups" label="Age groups" options={AGE_GROUPS} />
        <Choices form={form} name="levels" label="Levels" options={LEVELS} />
        <Choices
          form={form}
          name="languages"
          label="Languages"
          options={LANGUAGE_CODES}
          labelOf={languageName}
        />
      </SettingsPart>
      <SettingsPart title="Where you are" intro="Your hours are in this zone. Clients see them in theirs.">
        <FormField label="Time zone" error={errors.timeZone?.message} isRequired>
          <Controller
            control={form.control}
            name="timeZone"
            render={({ field }) => <ZoneSelect value={field.value} onChange={field.onChange} />}
          />
        </FormField>
        <FormField
          label="City"
          help="For sessions in person. Everyone can see it."
          error={errors.city?.message}
          isOptional
        >
          <Input autoComplete="address-level2" {...form.register('city')} />
        </FormField>
        <FormField
          label="ZIP code"
          help="In the US: teachers nearby find you by distance. Nobody sees it."
          error={errors.zip?.message}
          isOptional
        >
          <Input autoComplete="postal-code" inputMode="numeric" maxLength={5} {...form.register('zip')} />
        </FormField>
      </SettingsPart>
      <SettingsFoot problem={errors.root?.message}>
        <Button variant="primary" type="submit" isBusy={isSaving}>
          Save profile
        </Button>
      </SettingsFoot>
      <UnsavedGuard isDirty={isUnsaved} />
    </form>
  );
}

/** Plain strings, so the list is kept by hand rather than as a field array of objects. */
function HelpsWith({ form }: { form: Form }) {
  const lines = form.watch('helpsWith');
  const errors = form.formState.errors.helpsWith;
  const set = (next: string[]) =>
    form.setValue('helpsWith', next, { shouldDirty: true, shouldValidate: true });
  return (
    <>
      {lines.map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines are identified by position only
        <div key={at} className="flex items-start gap-2">
          <FormField
            className="grow"
            label={`Line ${at + 1}`}
            isLabelHidden
            error={Array.isArray(errors) ? errors[at]?.message : undefined}
          >
            <Input
              value={line}
              onChange={(event) => set(lines.map((one, other) => (other === at ? event.target.value : one)))}
            />
          </FormField>
          <IconButton
            label={`Remove ${line || `line ${at + 1}`}`}
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={() => set(lines.filter((_, other) => other !== at))}
          />
        </div>
      ))}
      {lines.length < MOST_HELPS_WITH && (
        <div>
          <Button
            icon={<Plus className="icon" aria-hidden="true" />}
            onClick={() => form.setValue('helpsWith', [...lines, ''], { shouldDirty: true })}
          >
            Add a line
          </Button>
        </div>
      )}
    </>
  );
}

function StylesField({ form }: { form: Form }) {
  const { data } = useQuery(catalogueQuery(styleContract.listStyles, {}));
  const chosen = form.watch('styles');
  const options = (data ?? [])
    .filter(({ name, isRetired }) => !isRetired || chosen.includes(name))
    .map(({ name }) => name);
  return (
    <Choices form={form} name="styles" label="Dance styles" options={options.length > 0 ? options : chosen} />
  );
}

type ChoicesProps = {
  form: Form;
  name: 'styles' | 'ageGroups' | 'levels' | 'languages';
  label: string;
  options: readonly string[];
  labelOf?: (value: string) => string;
};

function Choices({ form, name, label, options, labelOf = (value) => value }: ChoicesProps) {
  const chosen: readonly string[] = form.watch(name);
  const toggle = (option: string) =>
    form.setValue(
      name,
      // In the list's order, so that toggling twice leaves the form unchanged.
      options.filter((one) => (one === option ? !chosen.includes(one) : chosen.includes(one))),
      { shouldDirty: true },
    );
  return (
    <div role="group" aria-label={label}>
      <p className="label mb-2">{label}</p>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <Chip key={option} isPressed={chosen.includes(option)} onClick={() => toggle(option)}>
            {labelOf(option)}
          </Chip>
        ))}
      </div>
    </div>
  );
}
