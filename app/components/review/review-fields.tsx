// Fields of the review forms: stars and the character count.
import './review.css';
import { type Ref, useId, useState } from 'react';
import { FieldMessage } from '#app/components/ui/form-field.tsx';
import { STAR_LABELS } from '#shared/features/review/review.rules.ts';
import { formatCount } from '#shared/numbers.ts';

type ReviewStarsFieldProps = {
  /** 0 until chosen. */
  value: number;
  onChange: (stars: number) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
};

export function ReviewStarsField({ value, onChange, error, ref }: ReviewStarsFieldProps) {
  const id = useId();
  const [pointedAt, setPointedAt] = useState(0);
  const lit = pointedAt || value;
  return (
    <fieldset
      className="field"
      role="radiogroup"
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-message` : undefined}
    >
      <legend className="label">Your rating</legend>
      <div className="review-choice" onPointerLeave={() => setPointedAt(0)}>
        {STAR_LABELS.map((label, at) => {
          const stars = at + 1;
          return (
            <label
              key={label}
              data-lit={stars <= lit || undefined}
              onPointerEnter={() => setPointedAt(stars)}
            >
              <input
                ref={stars === Math.max(value, 1) ? ref : undefined}
                type="radio"
                className="sr-only"
                name={id}
                value={stars}
                checked={value === stars}
                onChange={() => onChange(stars)}
              />
              <span aria-hidden="true">★</span>
              <span className="sr-only">
                {stars === 1 ? '1 star' : `${stars} stars`}: {label}
              </span>
            </label>
          );
        })}
        <span className="meta ml-2" aria-hidden="true">
          {STAR_LABELS[lit - 1]}
        </span>
      </div>
      <FieldMessage id={`${id}-message`} error={error} />
    </fieldset>
  );
}

const FIVE = 5;

export function Stars({ value }: { value: number }) {
  return (
    <span className="review-stars">
      <span aria-hidden="true">
        <span className="stars-mark">{'★'.repeat(value)}</span>
        {'☆'.repeat(FIVE - value)}
      </span>
      <span className="sr-only">{value === 1 ? '1 star' : `${value} stars`} of 5</span>
    </span>
  );
}

export function CharacterCount({ length, max }: { length: number; max: number }) {
  const excess = length - max;
  return excess > 0 ? (
    <span className="small num text-garnet">{formatCount(excess)} over the limit</span>
  ) : (
    <span className="small num">
      {formatCount(length)} of {formatCount(max)}
    </span>
  );
}
