// What a line chart says about the point nearest to the mouse or finger.
import { useEffect, useState } from 'react';
import type { Plot } from './line-chart-layout.ts';
import type { LineChartProps } from './line-chart-props.ts';

type LineChartPointerProps = Pick<LineChartProps, 'points' | 'formatValue'> & { plot: Plot };
type Place = { clientX: number; clientY: number };

const TIP_GAP = 10;

export function LineChartPointer({ plot, points, formatValue }: LineChartPointerProps) {
  const [pointer, setPointer] = useState<{ index: number; y: number } | null>(null);
  const hide = () => setPointer(null);
  useEscape(pointer !== null, hide);
  const point = pointer && points[pointer.index];
  const { left, right, top, bottom } = plot;

  function follow(plotArea: Element, { clientX, clientY }: Place) {
    const box = plotArea.getBoundingClientRect();
    setPointer({ index: Math.round(plot.x.invert(left + clientX - box.left)), y: top + clientY - box.top });
  }

  return (
    <>
      <svg>
        {point && (
          <>
            <path d={`M${plot.x(pointer.index)},${top}V${bottom}`} stroke="var(--edge)" />
            <circle
              cx={plot.x(pointer.index)}
              cy={plot.y(point.value)}
              r={4}
              fill="var(--chart-1)"
              stroke="var(--paper)"
              strokeWidth={2}
            />
          </>
        )}
        <rect
          x={left}
          y={top}
          width={right - left}
          height={bottom - top}
          fill="none"
          pointerEvents="all"
          onMouseMove={(event) => follow(event.currentTarget, event)}
          onMouseLeave={hide}
          onTouchMove={(event) => follow(event.currentTarget, event.touches.item(0))}
        />
      </svg>
      {point && (
        <div className="chart-tip" style={{ transform: tipPlace(plot, plot.x(pointer.index), pointer.y) }}>
          <div className="tooltip num">
            <strong>{formatValue(point.value)}</strong> {point.label}
            {point.lastYear !== undefined && <div>{formatValue(point.lastYear)} last year</div>}
          </div>
        </div>
      )}
    </>
  );
}

/** Toward the middle of the plot, where it has room. */
function tipPlace({ left, right, top, bottom }: Plot, x: number, y: number): string {
  const beside = (at: number, middle: number) =>
    at < middle ? `${at + TIP_GAP}px` : `calc(${at - TIP_GAP}px - 100%)`;
  return `translate(${beside(x, (left + right) / 2)}, ${beside(y, (top + bottom) / 2)})`;
}

/** What appears under the mouse covers something, so it can be dismissed without moving the mouse (WCAG 1.4.13). */
function useEscape(isActive: boolean, dismiss: () => void) {
  useEffect(() => {
    if (!isActive) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') dismiss();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
