// Parts that all forms of the course editor share: a heading with an action, the title in place, numbers, lines of text.
import { type ChangeEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';

export function EditorPart({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="editor-part" aria-labelledby={id}>
      <div className="editor-part-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

type TitleFieldProps = { label: string; value: string; onChange: (title: string) => void };

/** The heading of the page, typed in place. */
export function TitleField({ label, value, onChange }: TitleFieldProps) {
  return (
    <textarea
      className="editor-title"
      aria-label={label}
      aria-invalid={value.trim() === '' || undefined}
      rows={1}
      maxLength={160}
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll('\n', ' '))}
    />
  );
}

type NumberFieldProps = {
  label: string;
  help?: string;
  value: number | null;
  min: number;
  max: number;
  step?: number;
  isOptional?: boolean;
  onChange: (value: number | null) => void;
};

/** Out of range is shown and not saved. */
export function NumberField(props: NumberFieldProps) {
  const { label, help, value, min, max, step = 1, isOptional, onChange } = props;
  const [text, setText] = useState(value === null ? '' : String(value));
  const [error, setError] = useState<string>();
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setText(target.value);
    const number = target.value.trim() === '' ? null : Number(target.value);
    const isWhole = number === null || step !== 1 || Number.isInteger(number);
    const isFit = number === null ? isOptional : number >= min && number <= max && isWhole;
    setError(isFit ? undefined : `Enter a number from ${min} to ${max}`);
    if (isFit) onChange(number);
  };
  return (
    <FormField label={label} {...(help && { help })} error={error} {...(isOptional && { isOptional })}>
      <Input
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step={step}
        value={text}
        onChange={change}
      />
    </FormField>
  );
}

type LinesFieldProps = {
  label: string;
  help: string;
  value: readonly string[];
  onChange: (lines: string[]) => void;
};

/** One entry per line. */
export function LinesField({ label, help, value, onChange }: LinesFieldProps) {
  const [text, setText] = useState(value.join('\n'));
  return (
    <FormField label={label} help={help}>
      <Textarea
        rows={4}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange(
            event.target.value
              .split('\n')
              .map((line) => line.trim())
              .filter(Boolean),
          );
        }}
      />
    </FormField>
  );
}

type FilesInputProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  accept: string;
  isMultiple?: boolean;
  onFiles: (files: File[]) => void;
};

/** Opened by a button or a menu. */
export function FilesInput({ ref, label, accept, isMultiple = false, onFiles }: FilesInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      className="sr-only"
      aria-label={label}
      tabIndex={-1}
      accept={accept}
      multiple={isMultiple}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
}

type ChooseFilesProps = Omit<FilesInputProps, 'ref'> & {
  /** What it is for, where the same label is on the page several times. */
  context?: string;
};

export function ChooseFiles({ label, context, ...rest }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const name = context ? `${label} for ${context.toLowerCase()}` : label;
  return (
    <>
      <FilesInput ref={input} label={name} {...rest} />
      <Button
        variant="quiet"
        size="s"
        {...(context && { 'aria-label': name })}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
