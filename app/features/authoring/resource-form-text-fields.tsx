// Title, description and the fields the catalogue filters by.
import { useQuery } from '@tanstack/react-query';
import X from 'icon:x';
import { useId, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { listCategoriesQuery } from '#app/components/catalogue/catalogue.api.ts';
import { typeLabel } from '#app/components/resource/resource-format.ts';
import { Chip } from '#app/components/ui/chip.tsx';
import { FieldMessage, FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { DESCRIPTION_MAX, MOST_TAGS } from '#shared/features/authoring/authoring.schema.ts';
import { METRES } from '#shared/features/resource/resource.rules.ts';
import { AGE_GROUPS, type AgeGroup, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';
import { DescriptionField } from './resource-form-description.tsx';
import { FormPart } from './resource-form-frame.tsx';
import { agesAfter, categoryOptions, tagsOfLine } from './resource-form-values.ts';
import type { ResourceForm } from './use-resource-draft.ts';

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const TYPES = RESOURCE_TYPES.map((value) => ({ value, label: typeLabel(value) }));

export type FieldProblems = Readonly<Partial<Record<string, string>>>;

type WordsPartProps = {
  form: ResourceForm;
  /** What review requires, by field; shown after an attempt to submit. */
  problems: FieldProblems;
  styles: readonly string[];
};

export function TextFields({ form, problems, styles }: WordsPartProps) {
  const { register, control, formState, watch } = form;
  const { errors } = formState;
  const style = watch('danceStyle');
  return (
    <FormPart title="Details" intro="These help teachers find it.">
      <FormField
        label="Title"
        isRequired
        help="Say what it is and who it’s for: “Pre-pointe readiness: a 10-week plan”."
        error={errors.title?.message ?? problems['title']}
      >
        <Input autoComplete="off" {...register('title')} />
      </FormField>
      <Controller
        control={control}
        name="description"
        render={({ field }) => (
          <DescriptionField
            {...field}
            most={DESCRIPTION_MAX}
            error={errors.description?.message ?? problems['description']}
          />
        )}
      />
      <div className="draft-pair">
        <FormField label="Type" error={errors.type?.message}>
          <Select options={TYPES} {...register('type')} />
        </FormField>
        <FormField label="Dance style" error={errors.danceStyle?.message}>
          {/* A retired style stays where it is used. */}
          <Select
            options={asOptions(styles.includes(style) ? styles : [...styles, style])}
            {...register('danceStyle')}
          />
        </FormField>
        <FormField label="Level" error={errors.level?.message}>
          <Select options={asOptions(LEVELS)} {...register('level')} />
        </FormField>
        <CategoryField form={form} problem={problems['categoryId']} />
      </div>
      <Controller
        control={control}
        name="ageGroups"
        render={({ field }) => (
          <AgeGroupsField value={field.value} onChange={field.onChange} error={errors.ageGroups?.message} />
        )}
      />
      <Controller
        control={control}
        name="tags"
        render={({ field }) => (
          <TagsField
            value={field.value}
            onChange={field.onChange}
            error={errors.tags?.message ?? errors.tags?.find?.((one) => one)?.message}
          />
        )}
      />
      {watch('type') === 'audio' && <MusicFields form={form} />}
    </FormPart>
  );
}

function CategoryField({ form, problem }: { form: ResourceForm; problem: string | undefined }) {
  const { data: categories = [] } = useQuery(listCategoriesQuery('resource'));
  return (
    <Controller
      control={form.control}
      name="categoryId"
      render={({ field: { value, onChange, ...field } }) => (
        <FormField
          label="Category"
          isRequired
          error={form.formState.errors.categoryId?.message ?? (value === null ? problem : undefined)}
        >
          <Select
            {...field}
            placeholder="Choose a category"
            options={categoryOptions(categories)}
            value={value === null ? '' : String(value)}
            onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
          />
        </FormField>
      )}
    />
  );
}

/** An empty string means none. */
const numberOrNull = (typed: unknown) => (typed === '' || typed === null ? null : Number(typed));
const textOrNull = (chosen: unknown) => (chosen === '' ? null : chosen);

function MusicFields({ form }: { form: ResourceForm }) {
  const { errors } = form.formState;
  return (
    <div className="draft-pair">
      <FormField
        label="Beats per minute"
        isOptional
        help="The tempo of the main track."
        error={errors.bpm && 'Enter a whole number from 20 to 300'}
      >
        <Input inputMode="numeric" {...form.register('bpm', { setValueAs: numberOrNull })} />
      </FormField>
      <FormField label="Metre" isOptional error={errors.metre?.message}>
        <Select
          placeholder="Any"
          options={asOptions(METRES)}
          {...form.register('metre', { setValueAs: textOrNull })}
        />
      </FormField>
    </div>
  );
}

type AgeGroupsFieldProps = {
  value: readonly AgeGroup[];
  onChange: (value: AgeGroup[]) => void;
  error?: string | undefined;
  /** Added to the label for screen readers where several rows have this field. */
  of?: string;
};

export function AgeGroupsField({ value, onChange, error, of }: AgeGroupsFieldProps) {
  const labelId = useId();
  return (
    <div className="field" role="group" aria-labelledby={labelId}>
      <div id={labelId} className="label">
        Age groups{of && <span className="sr-only"> of {of}</span>}
      </div>
      <div className="draft-chips">
        {AGE_GROUPS.map((group) => (
          <Chip
            key={group}
            isPressed={value.includes(group)}
            onClick={() => onChange(agesAfter(value, group))}
          >
            {group}
          </Chip>
        ))}
      </div>
      <FieldMessage error={error} />
    </div>
  );
}

type TagsFieldProps = { value: string[]; onChange: (value: string[]) => void; error?: string | undefined };

export function TagsField({ value, onChange, error }: TagsFieldProps) {
  const [line, setLine] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = (typed: string) => {
    setLine('');
    const tags = tagsOfLine(typed, value);
    if (tags.length > value.length) onChange(tags);
  };
  const remove = (tag: string) => {
    onChange(value.filter((one) => one !== tag));
    input.current?.focus();
  };
  return (
    <div className="grid gap-3">
      <FormField
        label="Tags"
        isOptional
        help={`Up to ${MOST_TAGS}. Press comma or Enter to add one.`}
        error={error}
      >
        <Input
          ref={input}
          value={line}
          autoComplete="off"
          enterKeyHint="done"
          onChange={(event) => {
            const typed = event.target.value;
            if (typed.includes(',')) add(typed);
            else setLine(typed);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add(line);
          }}
          onBlur={() => add(line)}
        />
      </FormField>
      {value.length > 0 && (
        <ul className="draft-chips" aria-label="Tags of this resource">
          {value.map((tag) => (
            <li key={tag}>
              <Chip onClick={() => remove(tag)}>
                <span className="sr-only">Remove tag: </span>
                {tag}
                <X className="icon" aria-hidden="true" />
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
