// A seller's stats for a range of days: totals, charts, a table per resource, and CSV downloads.
import { useQuery } from '@tanstack/react-query';
import Download from 'icon:download';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { formatDay } from '#shared/dates.ts';
import { exportOwnStats, type OwnStats } from '#shared/features/seller/own-seller.contract.ts';
import { Columns } from '#app/components/staff/staff-page.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Button, ButtonLink, buttonClass } from '#app/components/ui/button.tsx';
import { ChipLink } from '#app/components/ui/chip.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { useListAddress } from '#app/lib/list-address.ts';
import { getOwnStatsQuery } from './own-seller.api.ts';
import { StatsChart } from './seller-charts.tsx';
import { SellerStatsPanel } from './seller-stats.tsx';
import { StatsSkeleton } from './seller-overview.tsx';
import { PRESETS, rangeOf, type DayRange } from './seller-range.ts';
import { ResourceStats } from './seller-resources-table.tsx';

/** `renderMoney`: the earnings of the range. */
export function SellerAnalytics({ renderMoney }: { renderMoney: (range: DayRange) => ReactNode }) {
  const { params } = useListAddress();
  const range = rangeOf(params);
  const query = useQuery(getOwnStatsQuery({ from: range.from, to: range.to }));
  return (
    <>
      <RangeBar range={range} />
      <QueryView query={query} what="your stats" skeleton={<StatsSkeleton />}>
        {(numbers) => <Numbers numbers={numbers} money={renderMoney(range)} />}
      </QueryView>
    </>
  );
}

function RangeBar({ range }: { range: DayRange }) {
  const { to } = useListAddress();
  const navigate = useNavigate();
  const choose = (form: FormData) => {
    const [from, until] = [form.get('from'), form.get('to')].map(String).toSorted();
    void navigate(to({ days: undefined, from, to: until }), { preventScrollReset: true });
  };
  return (
    <div className="mt-6 flex flex-wrap items-end gap-x-6 gap-y-4">
      <nav className="flex flex-wrap gap-2" aria-label="Days">
        {PRESETS.map(({ days, label }) => (
          <ChipLink
            key={days}
            to={to({ days: days === 30 ? undefined : days, from: undefined, to: undefined })}
            isCurrent={range.preset === days}
          >
            {label}
          </ChipLink>
        ))}
      </nav>
      <form
        // No space for error messages: the fields sit on one line.
        // Remounts when a chip is chosen, so the fields show its range.
        key={`${range.from} ${range.to}`}
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          choose(new FormData(event.currentTarget));
        }}
      >
        <FormField label="From" className="-mb-[0.4rem] w-48">
          <Input type="date" name="from" defaultValue={range.from} required />
        </FormField>
        <FormField label="To" className="-mb-[0.4rem] w-48">
          <Input type="date" name="to" defaultValue={range.to} required />
        </FormField>
        <Button type="submit">Show</Button>
      </form>
    </div>
  );
}

function Numbers({ numbers, money }: { numbers: OwnStats; money: ReactNode }) {
  const { hasSold, resources, from, to } = numbers;
  return (
    <>
      <p className="meta mt-4">
        {formatDay(from)} to {formatDay(to)}. Days begin at midnight UTC; a person counts as one view a day
        for each resource.
      </p>
      <SellerStatsPanel numbers={numbers} hasConversion />
      {hasSold && money}
      <Columns shape="half" className="mt-10">
        <StatsChart numbers={numbers} what="views" />
        {hasSold && <StatsChart numbers={numbers} what="sales" />}
        <StatsChart numbers={numbers} what="claims" />
        <StatsChart numbers={numbers} what="downloads" />
      </Columns>
      <section aria-labelledby="each" className="mt-12">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h2 id="each" className="t-s">
            Each resource
          </h2>
          <div className="flex flex-wrap gap-3">
            <Csv range={{ from, to }} by="resource">
              CSV by resource
            </Csv>
            <Csv range={{ from, to }} by="day">
              CSV by day
            </Csv>
          </div>
        </div>
        {resources.length === 0 ? (
          <EmptyState
            className="mt-4"
            headingLevel={3}
            title="Nothing on sale yet"
            action={<ButtonLink to="/seller/resources/add">Add a resource</ButtonLink>}
          >
            Every resource you publish gets its own row here.
          </EmptyState>
        ) : (
          <div className="mt-3">
            <ResourceStats caption="Each resource" rows={resources} hasSold={hasSold} />
          </div>
        )}
      </section>
    </>
  );
}

type CsvProps = { range: { from: string; to: string }; by: 'resource' | 'day'; children: string };

function Csv({ range, by, children }: CsvProps) {
  const search = new URLSearchParams({ ...range, by });
  return (
    <a className={buttonClass({ size: 's' })} href={`${exportOwnStats.path}?${search}`} download>
      <Download className="icon" aria-hidden="true" />
      {children}
    </a>
  );
}
