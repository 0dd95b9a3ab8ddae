// The dance styles of a person: chips that are on or off.
import { useQuery } from '@tanstack/react-query';
import { listStyles } from '#shared/features/style/style.contract.ts';
import { Chip } from '#app/components/ui/chip.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { catalogueQuery } from '#app/lib/query.ts';

type ProfileStylesFieldProps = { value: readonly string[]; onChange: (value: string[]) => void };

export function ProfileStylesField({ value, onChange }: ProfileStylesFieldProps) {
  const { data, isPending } = useQuery(catalogueQuery(listStyles, {}));
  if (isPending) return <Skeleton className="h-11" />;
  // A retired style is there for those who have it; so is what is chosen when the list could not be fetched.
  const offered = (data ?? value.map((name) => ({ name, isRetired: false })))
    .filter(({ name, isRetired }) => !isRetired || value.includes(name))
    .map(({ name }) => name);
  const toggle = (style: string) =>
    // In the order of the list, so that on and off again is no change.
    onChange(offered.filter((one) => (one === style ? !value.includes(one) : value.includes(one))));
  return (
    <div className="profile-styles" role="group" aria-label="Dance styles">
      {offered.map((style) => (
        <Chip key={style} isPressed={value.includes(style)} onClick={() => toggle(style)}>
          {style}
        </Chip>
      ))}
    </div>
  );
}
