// A week to paint hours on. Mouse: press and drag down a day. Touch: tap an hour; dragging scrolls as everywhere.
// Keyboard: arrows move, Space adds or removes half an hour, Shift with up or down paints on.
import './availability.css';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import type { WeeklyHours } from '#shared/features/availability/availability.rules.ts';
import { cx } from '#app/lib/cx.ts';
import { addBlock, formatMinute, isCovered, removeBlock } from './weekly-blocks.ts';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const STEP = 30;
const DAY_END = 1440;
/** Shown until someone asks for the night. */
const DAYTIME = { from: 6 * 60, to: 23 * 60 };

type Cell = { weekday: number; minute: number };
type WeeklyCalendarProps = { hours: readonly WeeklyHours[]; onChange: (hours: WeeklyHours[]) => void };

export function WeeklyCalendar({ hours, onChange }: WeeklyCalendarProps) {
  const [hasNight, setNight] = useState(() =>
    hours.some(({ startMinute, endMinute }) => startMinute < DAYTIME.from || endMinute > DAYTIME.to),
  );
  const { from, to } = hasNight ? { from: 0, to: DAY_END } : DAYTIME;
  const minutes = Array.from({ length: (to - from) / STEP }, (_, at) => from + at * STEP);
  const [focused, setFocused] = useState<Cell>({ weekday: 1, minute: 9 * 60 });
  const grid = useRef<HTMLDivElement>(null);
  const paint = usePainting(hours, onChange);
  const cellAt = ({ weekday, minute }: Cell) =>
    grid.current?.querySelector<HTMLElement>(`[data-cell="${weekday} ${minute}"]`);
  const press = (event: KeyboardEvent) => {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      paint.toggle(focused);
      return;
    }
    const next = moved(focused, event.key, { from, to });
    if (!next) return;
    event.preventDefault();
    if (event.shiftKey && next.weekday === focused.weekday) paint.extend(focused, next);
    setFocused(next);
    cellAt(next)?.focus();
  };
  return (
    <>
      <div
        ref={grid}
        className="week-grid"
        role="grid"
        aria-label="Weekly hours"
        aria-describedby="week-help"
        tabIndex={-1}
        onKeyDown={press}
        onClick={paint.tap}
        onPointerUp={paint.stop}
        onPointerCancel={paint.stop}
        onPointerLeave={paint.stop}
      >
        <div role="row" className="contents">
          <span role="columnheader">
            <span className="sr-only">Time</span>
          </span>
          {WEEKDAYS.map((name) => (
            <span key={name} role="columnheader" className="week-day" aria-label={name}>
              {name.slice(0, 3)}
            </span>
          ))}
        </div>
        {minutes.map((minute) => (
          <div key={minute} role="row" className="contents">
            <span role="rowheader" className="week-hour num">
              {minute % 60 === 0 ? formatMinute(minute).replace(':00', '') : ''}
              {minute % 60 !== 0 && <span className="sr-only">{formatMinute(minute)}</span>}
            </span>
            {WEEKDAYS.map((name, at) => {
              const cell = { weekday: at + 1, minute };
              const isOn = isCovered(hours, blockOf(cell));
              const isFocused = focused.weekday === cell.weekday && focused.minute === minute;
              return (
                <span
                  key={name}
                  role="gridcell"
                  data-cell={`${cell.weekday} ${minute}`}
                  tabIndex={isFocused ? 0 : -1}
                  aria-selected={isOn}
                  aria-label={`${name}, ${formatMinute(minute)}`}
                  className={cx('week-cell', minute % 60 === 0 && 'week-cell-full')}
                  onFocus={() => setFocused(cell)}
                  onPointerDown={(event) => paint.start(event, cell)}
                  onPointerEnter={(event) => paint.over(event, cell)}
                />
              );
            })}
          </div>
        ))}
      </div>
      <p className="help mt-2" id="week-help">
        Drag down a day to add hours, drag over them again to remove them. On a phone, tap an hour. With a
        keyboard, use the arrows and Space.
      </p>
      {!hasNight && (
        <button type="button" className="link mt-2" onClick={() => setNight(true)}>
          Show night hours
        </button>
      )}
    </>
  );
}

const blockOf = ({ weekday, minute }: Cell, length = STEP): WeeklyHours => ({
  weekday,
  startMinute: minute,
  endMinute: minute + length,
});

function moved(
  { weekday, minute }: Cell,
  key: string,
  { from, to }: { from: number; to: number },
): Cell | null {
  const next = {
    ArrowUp: { weekday, minute: minute - STEP },
    ArrowDown: { weekday, minute: minute + STEP },
    ArrowLeft: { weekday: weekday - 1, minute },
    ArrowRight: { weekday: weekday + 1, minute },
    Home: { weekday: 1, minute },
    End: { weekday: WEEKDAYS.length, minute },
  }[key];
  if (!next || next.weekday < 1 || next.weekday > WEEKDAYS.length) return null;
  return next.minute >= from && next.minute < to ? next : null;
}

/** The first cell decides whether painting adds or removes. */
function usePainting(hours: readonly WeeklyHours[], onChange: (hours: WeeklyHours[]) => void) {
  const painting = useRef<{ first: Cell; adds: boolean; before: readonly WeeklyHours[] } | null>(null);
  const apply = (first: Cell, last: Cell, adds: boolean, before: readonly WeeklyHours[]) => {
    const [start, end] = [Math.min(first.minute, last.minute), Math.max(first.minute, last.minute) + STEP];
    const block = { weekday: first.weekday, startMinute: start, endMinute: end };
    onChange(adds ? addBlock(before, block) : removeBlock(before, block));
  };
  return {
    start(event: PointerEvent<HTMLElement>, cell: Cell) {
      if (event.pointerType === 'touch' || event.button !== 0) return;
      // Cells under a moving mouse get no enter events while one of them holds the pointer.
      event.currentTarget.releasePointerCapture(event.pointerId);
      const adds = !isCovered(hours, blockOf(cell));
      painting.current = { first: cell, adds, before: hours };
      apply(cell, cell, adds, hours);
    },
    over(event: PointerEvent, cell: Cell) {
      if (!painting.current || event.buttons === 0) return;
      const { first, adds, before } = painting.current;
      // Straying into the next day keeps painting the first one.
      apply(first, { ...cell, weekday: first.weekday }, adds, before);
    },
    stop() {
      painting.current = null;
    },
    /** A finger takes the whole hour: half of one is too small to hit. */
    tap({ nativeEvent, target }: MouseEvent) {
      if ((nativeEvent as globalThis.PointerEvent).pointerType !== 'touch') return;
      const [weekday, minute] = ((target as HTMLElement).dataset['cell'] ?? '').split(' ').map(Number);
      if (!weekday || minute === undefined) return;
      const block = blockOf({ weekday, minute: minute - (minute % 60) }, 60);
      onChange(isCovered(hours, block) ? removeBlock(hours, block) : addBlock(hours, block));
    },
    toggle(cell: Cell) {
      const block = blockOf(cell);
      onChange(isCovered(hours, block) ? removeBlock(hours, block) : addBlock(hours, block));
    },
    extend(from: Cell, to: Cell) {
      const isOn = isCovered(hours, blockOf(from));
      onChange(isOn ? addBlock(hours, blockOf(to)) : removeBlock(hours, blockOf(to)));
    },
  };
}
