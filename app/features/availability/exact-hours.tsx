// The same hours as times to type, for those that don't start on the half hour.
import Plus from 'icon:plus';
import Trash2 from 'icon:trash-2';
import type { WeeklyHours } from '#shared/features/availability/availability.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { formatMinute, fromClock, type Minutes, toClock } from './weekly-blocks.ts';
import { WEEKDAYS } from './weekly-calendar.tsx';

type ExactHoursProps = { hours: readonly WeeklyHours[]; onChange: (hours: WeeklyHours[]) => void };

export function ExactHours({ hours, onChange }: ExactHoursProps) {
  return (
    <div className="exact-hours">
      {WEEKDAYS.map((name, at) => {
        const weekday = at + 1;
        const own = hours.filter((block) => block.weekday === weekday);
        const others = hours.filter((block) => block.weekday !== weekday);
        const set = (blocks: readonly Minutes[]) =>
          onChange([...others, ...blocks.map((block) => ({ ...block, weekday }))]);
        return (
          <div key={name} className="exact-hours-day" role="group" aria-label={name}>
            <strong className="pt-2">{name}</strong>
            <HourBlocks blocks={own} onChange={set} of={name} />
          </div>
        );
      })}
    </div>
  );
}

type HourBlocksProps = {
  blocks: readonly Minutes[];
  onChange: (blocks: Minutes[]) => void;
  /** “Monday”, “December 3” */
  of: string;
};

export function HourBlocks({ blocks, onChange, of }: HourBlocksProps) {
  const last = blocks.at(-1)?.endMinute ?? 8 * 60;
  const next = { startMinute: Math.min(last + 60, 1380), endMinute: Math.min(last + 120, 1440) };
  const change = (at: number, block: Partial<Minutes>) =>
    onChange(blocks.map((one, other) => (other === at ? { ...one, ...block } : one)));
  return (
    <div className="grid gap-2">
      {blocks.length === 0 && <span className="meta pt-2">No hours</span>}
      {blocks.map((block, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- while typing, times are no key
        <div key={at} className="exact-hours-block">
          <Input
            type="time"
            aria-label={`${of}, from`}
            value={toClock(block.startMinute)}
            onChange={({ target }) => {
              const minute = fromClock(target.value);
              if (minute !== null) change(at, { startMinute: minute });
            }}
          />
          <span>to</span>
          <Input
            type="time"
            aria-label={`${of}, until`}
            value={toClock(block.endMinute % 1440)}
            onChange={({ target }) => {
              const minute = fromClock(target.value);
              // Midnight is the end of the day here.
              if (minute !== null) change(at, { endMinute: minute === 0 ? 1440 : minute });
            }}
          />
          <IconButton
            label={`Remove ${of}, ${formatMinute(block.startMinute)} to ${formatMinute(block.endMinute)}`}
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={() => onChange(blocks.filter((_, other) => other !== at))}
          />
        </div>
      ))}
      <div>
        <Button
          size="s"
          variant="quiet"
          className="-ml-4"
          icon={<Plus className="icon" aria-hidden="true" />}
          onClick={() => onChange([...blocks, next])}
        >
          Add hours<span className="sr-only"> on {of}</span>
        </Button>
      </div>
    </div>
  );
}
