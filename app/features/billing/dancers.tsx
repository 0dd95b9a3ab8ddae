// How many people a plan is for, as that many ribbons on a rule: one, a few in canon, many in two rows.
import type { CSSProperties } from 'react';

type Ribbon = { x: number; height: number; shade: 1 | 2 | 3 };

const FLOOR = 128;
const TALLEST = 124;
/** More of them look the same. */
const MOST = 40;

const round = (value: number) => Math.round(value * 10) / 10;

function ribbonPath({ x, height }: Ribbon): string {
  const at = (dx: number, dy: number) => `${round(x + dx * height)} ${round(FLOOR - dy * height)}`;
  return `M${at(0, 0)}C${at(-0.1, 0.42)} ${at(0.06, 0.82)} ${at(0.52, 1)}C${at(0.22, 0.78)} ${at(0.1, 0.42)} ${at(0.13, 0)}Z`;
}

/** The way the tallest came: many faint lines behind it. */
function trailPath(x: number, at: number): string {
  const from = x + 19 + at * 2.3;
  const lift = 122 - at * 2.2;
  return `M${round(from)} ${FLOOR}C${round(from + at * 0.3)} ${round(FLOOR - lift * 0.5)} ${round(from + 16 - at * 0.3)} ${round(FLOOR - lift * 0.8)} ${round(from + 52)} ${round(FLOOR - lift)}`;
}

function place(seats: number): { width: number; ribbons: Ribbon[]; trailAt: number | null } {
  const people = Math.min(seats, MOST);
  if (people <= 8) {
    const step = people === 1 ? 0 : Math.min(48, 240 / people);
    const ribbons = Array.from({ length: people }, (_, at): Ribbon => {
      const rise = people === 1 ? 1 : 0.5 + (0.5 * at) / (people - 1);
      return { x: 6 + at * step, height: TALLEST * rise, shade: rise === 1 ? 1 : rise > 0.7 ? 2 : 3 };
    });
    const last = ribbons.at(-1)?.x ?? 0;
    return { width: last + 145, ribbons, trailAt: last };
  }
  const back = Math.floor(people / 2);
  const front = people - back;
  const wave = (at: number, of: number, turn: number) =>
    0.5 + 0.5 * Math.sin(turn + (Math.PI * 2 * at) / Math.max(1, of));
  const row = (of: number, from: number, turn: number, shade: 1 | 3, tall: number) =>
    Array.from({ length: of }, (_, at): Ribbon => ({
      x: from + (at * 250) / Math.max(1, of - 1),
      height: tall * (0.6 + 0.4 * wave(at, of, turn)),
      shade,
    }));
  return {
    width: 340,
    ribbons: [...row(back, 24, -1.2, 3, 98), ...row(front, 6, 0.6, 1, 70)],
    trailAt: null,
  };
}

const SHADES: Record<Ribbon['shade'], CSSProperties['fill']> = {
  1: 'var(--plum)',
  2: 'color-mix(in oklab, var(--plum) 66%, var(--paper))',
  3: 'color-mix(in oklab, var(--plum) 38%, var(--paper))',
};

const TRAIL = Array.from({ length: 16 }, (_, at) => at);

export function Dancers({ seats }: { seats: number }) {
  const { width, ribbons, trailAt } = place(seats);
  return (
    <svg
      className="plan-dancers"
      viewBox={`0 0 ${round(width)} ${FLOOR}`}
      width={round(width)}
      height={FLOOR}
      aria-hidden="true"
    >
      {trailAt !== null &&
        TRAIL.map((at) => (
          <path
            key={at}
            d={trailPath(trailAt, at)}
            fill="none"
            stroke="var(--plum)"
            strokeOpacity={0.52 - at * 0.026}
          />
        ))}
      {ribbons.map((ribbon) => (
        <path key={ribbonPath(ribbon)} d={ribbonPath(ribbon)} fill={SHADES[ribbon.shade]} />
      ))}
    </svg>
  );
}
