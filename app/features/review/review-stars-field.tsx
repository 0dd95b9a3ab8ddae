// One to five stars: five radios that look like stars, so arrow keys choose as everywhere.
import { useId, useState, type Ref } from 'react';
import { STAR_WORDS } from '#shared/features/review/review.rules.ts';
import { FieldMessage } from '#app/components/ui/form-field.tsx';

type ReviewStarsFieldProps = {
  /** Zero before a choice. */
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
      <legend className="label">Your stars</legend>
      <div className="review-choice" onPointerLeave={() => setPointedAt(0)}>
        {STAR_WORDS.map((words, at) => {
          const stars = at + 1;
          return (
            <label
              key={words}
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
                {stars === 1 ? '1 star' : `${stars} stars`}: {words}
              </span>
            </label>
          );
        })}
        <span className="meta ml-2" aria-hidden="true">
          {STAR_WORDS[lit - 1]}
        </span>
      </div>
      <FieldMessage id={`${id}-message`} error={error} />
    </fieldset>
  );
}
