// One filter of a list, kept in the address.
import { useNavigate } from 'react-router';
import { Select } from '#app/components/ui/select.tsx';
import { useListAddress } from '#app/lib/list-address.ts';

export type ListFilterProps = {
  /** The name in the address. */
  name: string;
  label: string;
  /** The first line, which filters nothing: “Every role”. */
  all: string;
  options: readonly { value: string; label: string }[];
};

export function ListFilter({ name, label, all, options }: ListFilterProps) {
  const { params, to } = useListAddress();
  const navigate = useNavigate();
  const given = params.get(name) ?? '';
  return (
    <Select
      aria-label={label}
      placeholder={all}
      options={options}
      value={options.some(({ value }) => value === given) ? given : ''}
      onChange={(event) => void navigate(to({ [name]: event.target.value }), { preventScrollReset: true })}
    />
  );
}
