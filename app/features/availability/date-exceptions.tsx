// Exceptions from the weekly hours: other hours on a date, and days off.
import Trash2 from 'icon:trash-2';
import { useState } from 'react';
import { addDays, formatBriefDate } from '#app/components/booking/time-zone.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Input } from '#app/components/ui/input.tsx';
import type { DateHours as DateBlock, TimeOff } from '#shared/features/availability/availability.rules.ts';
import { HourBlocks } from './exact-hours.tsx';
import type { Minutes } from './weekly-blocks.ts';

type DateHoursProps = { value: readonly DateBlock[]; onChange: (value: DateBlock[]) => void };

export function DateHours({ value, onChange }: DateHoursProps) {
  const [date, setDate] = useState('');
  const dates = [...new Set(value.map((block) => block.date))].toSorted();
  const set = (day: string, blocks: readonly Minutes[]) =>
    onChange([
      ...value.filter((block) => block.date !== day),
      ...blocks.map((block) => ({ ...block, date: day })),
    ]);
  return (
    <>
      {dates.map((day) => (
        <div key={day} role="group" aria-label={formatBriefDate(day)}>
          <p className="label mb-2">{formatBriefDate(day)}</p>
          <HourBlocks
            of={formatBriefDate(day)}
            blocks={value.filter((block) => block.date === day)}
            onChange={(blocks) => set(day, blocks)}
          />
        </div>
      ))}
      <div className="flex flex-wrap items-end gap-3">
        <FormField label="Date">
          <Input type="date" value={date} onChange={({ target }) => setDate(target.value)} />
        </FormField>
        <Button
          onClick={() => {
            if (!date || dates.includes(date)) return;
            set(date, [{ startMinute: 540, endMinute: 1020 }]);
            setDate('');
          }}
        >
          Set hours for this date
        </Button>
      </div>
    </>
  );
}

type TimeOffListProps = { value: readonly TimeOff[]; onChange: (value: TimeOff[]) => void };

export function TimeOffList({ value, onChange }: TimeOffListProps) {
  const [startsOn, setStartsOn] = useState('');
  const [endsOn, setEndsOn] = useState('');
  const [label, setLabel] = useState('');
  const [isYearly, setYearly] = useState(false);
  const last = endsOn || startsOn;
  const problem = startsOn && last < startsOn ? 'The last day is before the first.' : undefined;
  const add = () => {
    if (!startsOn || problem) return;
    onChange([...value, { startsOn, endsOn: last, label: label.trim(), isYearly }]);
    setStartsOn('');
    setEndsOn('');
    setLabel('');
    setYearly(false);
  };
  return (
    <>
      {value.length > 0 && (
        <ul>
          {value.map((off, at) => (
            <li
              key={`${off.startsOn} ${off.endsOn} ${off.label}`}
              className="flex items-center justify-between gap-4 border-b border-rule py-2"
            >
              <span className="min-w-0">
                {formatRange(off)}
                {off.label && `, ${off.label}`}
                {off.isYearly && <span className="small block">Every year</span>}
              </span>
              <IconButton
                label={`Remove ${off.label || formatRange(off)}`}
                icon={<Trash2 size={18} aria-hidden="true" />}
                onClick={() => onChange(value.filter((_, other) => other !== at))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField label="First day off">
          <Input type="date" value={startsOn} onChange={({ target }) => setStartsOn(target.value)} />
        </FormField>
        <FormField label="Last day off" error={problem} isOptional>
          <Input
            type="date"
            value={endsOn}
            min={startsOn}
            max={startsOn && addDays(startsOn, 365)}
            onChange={({ target }) => setEndsOn(target.value)}
          />
        </FormField>
        <FormField label="What for" isOptional className="sm:col-span-2">
          <Input maxLength={80} value={label} onChange={({ target }) => setLabel(target.value)} />
        </FormField>
      </div>
      <Checkbox checked={isYearly} onChange={({ target }) => setYearly(target.checked)}>
        Every year, such as a holiday
      </Checkbox>
      <div>
        <Button onClick={add}>Add days off</Button>
      </div>
    </>
  );
}

const formatRange = ({ startsOn, endsOn }: TimeOff) =>
  startsOn === endsOn
    ? formatBriefDate(startsOn)
    : `${formatBriefDate(startsOn)} to ${formatBriefDate(endsOn)}`;
