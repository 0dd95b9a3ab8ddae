// A percentage, typed as people say it ("12.5") and stored in hundredths of a percent.
import { useState, type ComponentProps } from 'react';
import { Input } from './input.tsx';

type Props = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'type'> & {
  /** Null: nothing is entered. */
  points: number | null;
  onPoints: (points: number | null) => void;
};

export function PercentInput({ points, onPoints, ...rest }: Props) {
  const [text, setText] = useState(points === null ? '' : String(points / 100));
  // Shows values set from outside, and leaves what is being typed ("12.") alone.
  const shown =
    pointsIn(text) === points ? text : points === null || Number.isNaN(points) ? text : String(points / 100);
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        onPoints(pointsIn(event.target.value));
      }}
    />
  );
}

/** NaN where it is no percentage, which the form's rules refuse. */
function pointsIn(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return null;
  return /^\d{1,3}(?:\.\d{0,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : Number.NaN;
}
