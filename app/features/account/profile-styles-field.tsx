// The dance styles of a person: chips that are on or off.
import { DANCE_STYLES } from '#shared/vocabulary.ts';
import { Chip } from '#app/components/ui/chip.tsx';

type ProfileStylesFieldProps = { value: readonly string[]; onChange: (value: string[]) => void };

export function ProfileStylesField({ value, onChange }: ProfileStylesFieldProps) {
  const toggle = (style: string) =>
    // In the order of the list, so that on and off again is no change.
    onChange(DANCE_STYLES.filter((one) => (one === style ? !value.includes(one) : value.includes(one))));
  return (
    <div className="profile-styles" role="group" aria-label="Dance styles">
      {DANCE_STYLES.map((style) => (
        <Chip key={style} isPressed={value.includes(style)} onClick={() => toggle(style)}>
          {style}
        </Chip>
      ))}
    </div>
  );
}
