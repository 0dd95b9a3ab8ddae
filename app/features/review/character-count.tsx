// How much is written and how much may be. Not read aloud while someone writes; the field's error is, once it is too much.
export function CharacterCount({ length, max }: { length: number; max: number }) {
  const excess = length - max;
  return excess > 0 ? (
    <span className="small num text-garnet">{excess.toLocaleString('en')} too many</span>
  ) : (
    <span className="small num">
      {length.toLocaleString('en')} of {max.toLocaleString('en')}
    </span>
  );
}
