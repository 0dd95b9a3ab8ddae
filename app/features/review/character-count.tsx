// How much is written and how much may be. Not read aloud while someone writes; the field's error is, once it is too much.
import { formatCount } from '#shared/figures.ts';
export function CharacterCount({ length, max }: { length: number; max: number }) {
  const excess = length - max;
  return excess > 0 ? (
    <span className="small num text-garnet">{formatCount(excess)} too many</span>
  ) : (
    <span className="small num">
      {formatCount(length)} of {formatCount(max)}
    </span>
  );
}
