// What the chosen element is and where: position, size, text, type and color.
import Trash2 from 'icon:trash-2';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import {
  type ShapeElement,
  TEMPLATE_COLOR_LABELS,
  TEMPLATE_COLORS,
  type TemplateColor,
  type TemplateElement,
  type TemplateLayout,
  type TextElement,
} from '#shared/features/certificate-template/certificate-template.rules.ts';
import { deleteElement, updateElement } from './layout-changes.ts';
import { formatLength, parseLength } from './page-ruler.tsx';
import { describeGuides, type Guide } from './snapping.ts';

type PropertiesProps = {
  layout: TemplateLayout;
  element: TemplateElement;
  guides: readonly Guide[];
  onChange: (layout: TemplateLayout, step: string | null) => void;
};

export function ElementProperties({ layout, element, guides, onChange }: PropertiesProps) {
  const { id, label, x, y, width, height, isLocked = false } = element;
  const set = (changes: Partial<TemplateElement>, step: string | null = null) =>
    onChange(updateElement(layout, id, changes), step && `${step} ${id}`);
  const length = (name: string, value: number, key: 'x' | 'y' | 'width' | 'height') => (
    <LengthField
      label={name}
      value={formatLength(value, layout.paper)}
      isDisabled={isLocked}
      parse={(text) => parseLength(text, layout.paper)}
      onChange={(points) => set({ [key]: Math.round(points * 100) / 100 })}
    />
  );
  return (
    <section className="template-properties" aria-label={label}>
      <h2 className="t-s">{label}</h2>
      <p className="small" aria-live="polite">
        {isLocked ? 'Locked. Unlock it in the list of layers to change it.' : describeGuides(guides)}
      </p>
      <div className="template-fields">
        {length('From the left', x, 'x')}
        {length('From the top', y, 'y')}
        {length('Width', width, 'width')}
        {element.kind === 'text' ? (
          <LengthField
            label="Size"
            value={`${element.size} pt`}
            isDisabled={isLocked}
            parse={(text) => parsePoints(text)}
            onChange={(size) => set({ size })}
          />
        ) : (
          length('Height', height, 'height')
        )}
        {element.kind === 'text' && <TextFields element={element} onSet={set} />}
        {'strokeWidth' in element && <ShapeFields element={element} onSet={set} />}
      </div>
      <Button
        size="s"
        variant="quiet"
        className="mt-3"
        icon={<Trash2 className="icon" aria-hidden="true" />}
        aria-disabled={isLocked}
        onClick={() => {
          if (!isLocked) onChange(deleteElement(layout, id), null);
        }}
      >
        Delete layer
      </Button>
    </section>
  );
}

function parsePoints(text: string): number | null {
  const points = Number.parseFloat(text.replace(',', '.'));
  return points >= 4 && points <= 200 ? Math.round(points * 10) / 10 : null;
}

type Setter = (changes: Partial<TemplateElement>, step?: string | null) => void;

function TextFields({ element, onSet }: { element: TextElement; onSet: Setter }) {
  const { text, font, color, align, overflow, anchor, height } = element;
  return (
    <>
      <Field label="Text" isWide>
        {(id) => (
          <textarea
            id={id}
            className="input"
            rows={2}
            maxLength={500}
            value={text}
            onChange={(event) => onSet({ text: event.target.value }, 'text')}
          />
        )}
      </Field>
      <Choice
        label="When it is too long"
        isWide
        value={overflow}
        options={{ wrap: 'Two lines, then smaller', shrink: 'Smaller, on one line' }}
        onChange={(next) => onSet({ overflow: next })}
      />
      <Choice
        label="Typeface"
        value={font}
        options={{ serif: 'Fraunces', sans: 'Instrument Sans', 'sans-bold': 'Instrument Sans, bold' }}
        onChange={(next) => onSet({ font: next })}
      />
      <ColorChoice label="Color" value={color} onChange={(next) => next && onSet({ color: next })} />
      <Choice
        label="Alignment"
        value={align}
        options={{ left: 'Left', center: 'Center', right: 'Right' }}
        onChange={(next) => onSet({ align: next })}
      />
      {height > 0 && (
        <Choice
          label="In its box"
          value={anchor}
          options={{ top: 'Top', middle: 'Middle', bottom: 'Bottom' }}
          onChange={(next) => onSet({ anchor: next })}
        />
      )}
    </>
  );
}

function ShapeFields({ element, onSet }: { element: ShapeElement; onSet: Setter }) {
  const { kind, fill, stroke, strokeWidth } = element;
  return (
    <>
      {kind !== 'line' && (
        <ColorChoice label="Fill" value={fill} canBeNone onChange={(next) => onSet({ fill: next })} />
      )}
      <ColorChoice
        label="Line"
        value={stroke}
        canBeNone={kind !== 'line'}
        onChange={(next) => onSet({ stroke: next, strokeWidth: strokeWidth || 0.8 })}
      />
      {stroke && (
        <LengthField
          label="Line width"
          value={`${strokeWidth} pt`}
          parse={(text) => {
            const points = Number.parseFloat(text.replace(',', '.'));
            return points >= 0 && points <= 40 ? points : null;
          }}
          onChange={(points) => onSet({ strokeWidth: points })}
        />
      )}
    </>
  );
}

function Field(props: { label: string; isWide?: boolean; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={props.isWide ? 'template-field template-field-wide' : 'template-field'}>
      <label htmlFor={id}>{props.label}</label>
      {props.children(id)}
    </div>
  );
}

type LengthFieldProps = {
  label: string;
  value: string;
  isDisabled?: boolean;
  /** Null: what was typed isn't one; the field shows the old value again. */
  parse: (text: string) => number | null;
  onChange: (value: number) => void;
};

function LengthField({ label, value, isDisabled, parse, onChange }: LengthFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    const parsed = typed === null ? null : parse(typed);
    setTyped(null);
    if (parsed !== null) onChange(parsed);
  };
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          className="input num"
          value={typed ?? value}
          disabled={isDisabled}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
          }}
        />
      )}
    </Field>
  );
}

type ChoiceProps<T extends string> = {
  label: string;
  isWide?: boolean;
  value: T;
  options: Readonly<Record<T, string>>;
  onChange: (value: T) => void;
};

function Choice<T extends string>({ label, isWide, value, options, onChange }: ChoiceProps<T>) {
  return (
    <Field label={label} isWide={isWide ?? false}>
      {(id) => (
        <select
          id={id}
          className="input"
          value={value}
          onChange={(event) => onChange(event.target.value as T)}
        >
          {Object.entries<string>(options).map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type ColorChoiceProps = {
  label: string;
  value: TemplateColor | null;
  canBeNone?: boolean;
  onChange: (color: TemplateColor | null) => void;
};

function ColorChoice({ label, value, canBeNone = false, onChange }: ColorChoiceProps) {
  const options: Record<string, string> = canBeNone ? { none: 'None' } : {};
  for (const color of TEMPLATE_COLORS) options[color] = TEMPLATE_COLOR_LABELS[color];
  const shown: string = value ?? 'none';
  return (
    <Choice
      label={label}
      value={shown}
      options={options}
      onChange={(next) => onChange(TEMPLATE_COLORS.find((color) => color === next) ?? null)}
    />
  );
}
