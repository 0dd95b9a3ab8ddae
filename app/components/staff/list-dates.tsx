// From one day to another, kept in the address. Days are those of UTC, as the books count them.
import { useNavigate } from 'react-router';
import { Input } from '#app/components/ui/input.tsx';
import { useListAddress } from '#app/lib/list-address.ts';

/** What the address says, if it is a day: one typed by hand breaks nothing. */
export function dayIn(params: URLSearchParams, name: 'from' | 'to'): string | undefined {
  const given = params.get(name) ?? '';
  const isDay = /^\d{4}-\d\d-\d\d$/.test(given) && Number.isFinite(Date.parse(given));
  return isDay && new Date(given).toISOString().startsWith(given) ? given : undefined;
}

export function ListDates() {
  const { params, to } = useListAddress();
  const navigate = useNavigate();
  const field = (name: 'from' | 'to', label: string) => (
    <label className="flex items-center gap-2">
      <span className="meta max-md:w-10">{label}</span>
      <Input
        type="date"
        className="w-auto"
        value={dayIn(params, name) ?? ''}
        onChange={(event) =>
          void navigate(to({ [name]: event.target.value }), { replace: true, preventScrollReset: true })
        }
      />
    </label>
  );
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      {field('from', 'From')}
      {field('to', 'To')}
    </div>
  );
}
