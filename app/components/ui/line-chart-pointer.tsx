// What a line chart says about the point nearest to the mouse or finger.
import { useEffect, useState } from 'react';
import { useSize, type Size } from '#app/lib/use-size.ts';
import type { Plot } from './line-chart-layout.ts';
import type { LineChartProps } from './line-chart-props.ts';

type LineChartPointerProps = Pick<LineChartProps, 'points' | 'formatValue'> & { plot: Plot };
type Place = { clientX: number; clientY: number };

const TIP_GAP = 10;

export function LineChartPointer({ plot, points, formatValue }: LineChartPointerProps) {
  const [pointer, setPointer] = useState<{ index: number; y: number } | null>(null);
  const [tip, setTip] = useState<HTMLElement | null>(null);
  const tipSize = useSize(tip);
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
        <div
          ref={setTip}
          className="chart-tip"
          style={{ transform: besidePoint(plot, plot.x(pointer.index), pointer.y, tipSize) }}
        >
          <div className="tooltip num">
            <strong>{formatValue(point.value)}</strong> {point.label}
            {point.lastYear !== undefined && <div>{formatValue(point.lastYear)} last year</div>}
          </div>
        </div>
      )}
    </>
  );
}

/** To the right and below, unless it would leave the plot there. */
function besidePoint({ right, bottom }: Plot, x: number, y: number, size: Size | null): string {
  const beside = (at: number, length: number, end: number) =>
    at + TIP_GAP + length > end ? at - TIP_GAP - length : at + TIP_GAP;
  return `translate(${beside(x, size?.width ?? 0, right)}px, ${beside(y, size?.height ?? 0, bottom)}px)`;
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
