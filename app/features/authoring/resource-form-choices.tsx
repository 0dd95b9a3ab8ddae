// Choices with more than one answer: age groups as chips, tags as words one adds.
import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { MOST_TAGS } from '#shared/features/authoring/authoring.schema.ts';
import { AGE_GROUPS, type AgeGroup } from '#shared/vocabulary.ts';
import { Chip } from '#app/components/ui/chip.tsx';
import { FieldMessage, FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { agesAfter, tagsOfLine } from './resource-form-values.ts';

type AgeGroupsFieldProps = {
  value: readonly AgeGroup[];
  onChange: (value: AgeGroup[]) => void;
  error?: string | undefined;
  /** Said before the name, where several rows have the same field. */
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
        help={`Up to ${MOST_TAGS}. A comma or Enter adds one.`}
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
