// The settings of a course: what the course page says, price, prerequisites, release and certificate.
import { Link } from 'react-router';
import { useState } from 'react';
import type { CourseSettings } from '#shared/features/course-editor/course-editor.schema.ts';
import { COURSE_KIND_LABELS } from '#shared/features/course/course.rules.ts';
import { typedPriceProblem } from '#shared/price.ts';
import { normalizeMoney } from '#shared/typed-money.ts';
import {
  AGE_GROUPS,
  type AgeGroup,
  COURSE_KINDS,
  type CourseKind,
  type Level,
  LEVELS,
} from '#shared/vocabulary.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { EditorPart, LinesField, NumberField, TitleField } from './editor-parts.tsx';
import type { DraftFields } from './use-draft-fields.ts';

export type Choice = { value: string; label: string };
type SettingsEditorProps = {
  courseId: number;
  fields: DraftFields<CourseSettings>;
  styles: readonly Choice[];
  categories: readonly Choice[];
  /** Other published courses. */
  courses: readonly Choice[];
  isPriceChosen: boolean;
};

export function SettingsEditor(props: SettingsEditorProps) {
  const { courseId, fields, styles, categories, courses, isPriceChosen } = props;
  const { values, set } = fields;
  return (
    <>
      <TitleField label="Course title" value={values.title} onChange={(title) => set({ title })} />
      <EditorPart title="Course page">
        <FormField label="Tagline" isOptional help="One sentence under the title.">
          <Input
            maxLength={200}
            value={values.tagline}
            onChange={(event) => set({ tagline: event.target.value })}
          />
        </FormField>
        <FormField label="Description" help="What the course is about and who it is for. Markdown works.">
          <Textarea
            rows={8}
            maxLength={20_000}
            value={values.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </FormField>
        <LinesField
          label="What learners can do afterwards"
          help="One per line."
          value={values.outcomes}
          onChange={(outcomes) => set({ outcomes })}
        />
        <LinesField
          label="What to bring"
          help="One per line."
          value={values.requirements}
          onChange={(requirements) => set({ requirements })}
        />
      </EditorPart>
      <EditorPart title="Price">
        <PriceField value={values.price} isChosen={isPriceChosen} onChange={(price) => set({ price })} />
      </EditorPart>
      <EditorPart title="Catalogue">
        <div className="editor-facts">
          <FormField label="Kind">
            <Select
              value={values.kind}
              options={COURSE_KINDS.map((value) => ({ value, label: COURSE_KIND_LABELS[value] }))}
              onChange={(event) => set({ kind: event.target.value as CourseKind })}
            />
          </FormField>
          <FormField label="Dance style">
            <Select
              value={values.danceStyle}
              options={withCurrent(styles, values.danceStyle)}
              onChange={(event) => set({ danceStyle: event.target.value })}
            />
          </FormField>
          <FormField label="Level">
            <Select
              value={values.level}
              options={LEVELS.map((value) => ({ value, label: value }))}
              onChange={(event) => set({ level: event.target.value as Level })}
            />
          </FormField>
          <FormField label="Category" isOptional>
            <Select
              value={String(values.categoryId ?? '')}
              placeholder="No category"
              options={categories}
              onChange={(event) =>
                set({ categoryId: event.target.value === '' ? null : Number(event.target.value) })
              }
            />
          </FormField>
          <FormField label="Short name" help="On certificates and in carts.">
            <Input
              maxLength={24}
              value={values.shortName}
              onChange={(event) => set({ shortName: event.target.value })}
            />
          </FormField>
        </div>
        <Ages value={values.ageGroups} onChange={(ageGroups) => set({ ageGroups })} />
      </EditorPart>
      <EditorPart title="Pace and order">
        <div className="editor-facts">
          <NumberField
            label="Weeks"
            isOptional
            min={1}
            max={104}
            value={values.weeks}
            onChange={(weeks) => set({ weeks })}
          />
          <NumberField
            label="Hours per week"
            isOptional
            min={1}
            max={60}
            value={values.hoursPerWeek}
            onChange={(hoursPerWeek) => set({ hoursPerWeek })}
          />
        </div>
        <Switch
          checked={values.isSequential}
          onChange={(event) => set({ isSequential: event.target.checked })}
          help="Each lesson opens when the one before it is finished."
        >
          Lessons open one after the other
        </Switch>
        <Prerequisites
          courses={courses}
          value={values.prerequisiteIds}
          onChange={(prerequisiteIds) => set({ prerequisiteIds })}
        />
      </EditorPart>
      <EditorPart title="Certificate">
        <div className="editor-facts">
          <NumberField
            label="Credit hours"
            isOptional
            min={0.5}
            max={999}
            step={0.5}
            value={values.creditHours}
            onChange={(creditHours) => set({ creditHours })}
          />
          <NumberField
            label="Valid for months"
            isOptional
            help="Empty: it doesn’t expire."
            min={1}
            max={240}
            value={values.validMonths}
            onChange={(validMonths) => set({ validMonths })}
          />
        </div>
        <p className="meta mt-4">
          <Link className="link" to={`/instructor/courses/${courseId}/certificate`}>
            Rule, template and renewal
          </Link>
        </p>
      </EditorPart>
    </>
  );
}

const withCurrent = (choices: readonly Choice[], value: string): readonly Choice[] =>
  choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: value }];

type PriceFieldProps = { value: string; isChosen: boolean; onChange: (price: string) => void };

function PriceField({ value, isChosen, onChange }: PriceFieldProps) {
  const [text, setText] = useState(isChosen ? value : '');
  const [error, setError] = useState<string>();
  return (
    <FormField label="Price in dollars" help="Enter 0 to make the course free." error={error}>
      <Input
        inputMode="decimal"
        placeholder="49.00"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          const problem = typedPriceProblem(event.target.value, '49.00');
          setError(problem ?? undefined);
          if (problem === null) onChange(normalizeMoney(event.target.value));
        }}
      />
    </FormField>
  );
}

function Ages({ value, onChange }: { value: readonly AgeGroup[]; onChange: (ages: AgeGroup[]) => void }) {
  return (
    <fieldset className="editor-facts mt-4">
      <legend className="small">Ages</legend>
      {AGE_GROUPS.map((age) => (
        <Checkbox
          key={age}
          checked={value.includes(age)}
          onChange={(event) => {
            const next = event.target.checked ? [...value, age] : value.filter((one) => one !== age);
            if (next.length > 0) onChange(AGE_GROUPS.filter((one) => next.includes(one)));
          }}
        >
          {age}
        </Checkbox>
      ))}
    </fieldset>
  );
}

type PrerequisitesProps = {
  courses: readonly Choice[];
  value: readonly number[];
  onChange: (ids: number[]) => void;
};

function Prerequisites({ courses, value, onChange }: PrerequisitesProps) {
  const chosen = courses.filter((course) => value.includes(Number(course.value)));
  const others = courses.filter((course) => !value.includes(Number(course.value)));
  return (
    <div className="mt-4">
      <FormField label="Courses to finish first" isOptional>
        <Select
          value=""
          placeholder="Add a course"
          options={others}
          onChange={(event) => event.target.value !== '' && onChange([...value, Number(event.target.value)])}
        />
      </FormField>
      {chosen.length > 0 && (
        <ul className="editor-captions" aria-label="Courses to finish first">
          {chosen.map((course) => (
            <li key={course.value}>
              <b className="min-w-0 flex-1">{course.label}</b>
              <Button
                variant="quiet"
                size="s"
                aria-label={`Remove ${course.label}`}
                onClick={() => onChange(value.filter((id) => id !== Number(course.value)))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
