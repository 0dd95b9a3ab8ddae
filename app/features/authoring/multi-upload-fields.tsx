// The fields of one row, and those shared by all rows.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listCategoriesQuery } from '#app/components/catalogue/catalogue.api.ts';
import { isFree, typeLabel } from '#app/components/resource/resource-format.ts';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { normalizeMoney } from '#shared/typed-money.ts';
import { LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';
import type { RowProblems, RowValues } from './multi-upload-rows.ts';
import { AgeGroupsField } from './resource-form-text-fields.tsx';
import { categoryOptions } from './resource-form-values.ts';

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const TYPES = RESOURCE_TYPES.map((value) => ({ value, label: typeLabel(value) }));

type RowFieldsProps = {
  row: RowValues;
  problems: RowProblems;
  styles: readonly string[];
  onChange: (changes: Partial<RowValues>) => void;
};

export function RowFields({ row, problems, styles, onChange }: RowFieldsProps) {
  return (
    <div className="multi-fields">
      <FormField label="Title" className="multi-title" isRequired error={problems.title}>
        <Input
          value={row.title}
          autoComplete="off"
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </FormField>
      <FormField label="Type">
        <Select
          options={TYPES}
          value={row.type}
          onChange={(event) => onChange({ type: event.target.value as RowValues['type'] })}
        />
      </FormField>
      <FormField
        label="Description"
        error={problems.description}
        help="A sentence or two. You can add it later."
      >
        <Textarea
          rows={2}
          value={row.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </FormField>
      <SharedFields row={row} problems={problems} styles={styles} onChange={onChange} of={row.title} />
    </div>
  );
}

type SharedFieldsProps = RowFieldsProps & { of: string };

/** Style, level, category, price and age groups, in a row or for all rows. */
export function SharedFields({ row, problems, styles, onChange, of }: SharedFieldsProps) {
  const { data: categories = [] } = useQuery(listCategoriesQuery('resource'));
  return (
    <>
      <FormField label="Dance style">
        <Select
          options={asOptions(styles)}
          value={row.danceStyle}
          onChange={(event) => onChange({ danceStyle: event.target.value })}
        />
      </FormField>
      <FormField label="Level">
        <Select
          options={asOptions(LEVELS)}
          value={row.level}
          onChange={(event) => onChange({ level: event.target.value as RowValues['level'] })}
        />
      </FormField>
      <FormField label="Category" error={problems.categoryId}>
        <Select
          placeholder="Choose a category"
          options={categoryOptions(categories)}
          value={row.categoryId === null ? '' : String(row.categoryId)}
          onChange={(event) =>
            onChange({ categoryId: event.target.value === '' ? null : Number(event.target.value) })
          }
        />
      </FormField>
      <PriceField
        key={row.price}
        price={row.price}
        error={problems.price}
        onChange={(price) => onChange({ price })}
      />
      <div className="multi-ages">
        <AgeGroupsField value={row.ageGroups} of={of} onChange={(ageGroups) => onChange({ ageGroups })} />
      </div>
    </>
  );
}

type PriceFieldProps = { price: string; error: string | undefined; onChange: (price: string) => void };

/** Normalized on blur, not while typing. */
function PriceField({ price, error, onChange }: PriceFieldProps) {
  const [typed, setTyped] = useState(isFree(price) ? '' : price);
  return (
    <FormField label="Price in US dollars" help="Leave empty if it’s free." error={error}>
      <Input
        inputMode="decimal"
        autoComplete="off"
        placeholder="Free"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => onChange(typed.trim() === '' ? '0.00' : normalizeMoney(typed))}
      />
    </FormField>
  );
}
