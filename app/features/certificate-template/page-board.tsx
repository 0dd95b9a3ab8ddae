// The page at real size with rulers: choose, drag, resize, and nudge with the arrow keys.
import { type DragEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { CertificateElement } from '#app/components/certificate/certificate-drawing.tsx';
import {
  pageSize,
  type Placeholder,
  PLACEHOLDERS,
  TEMPLATE_COLOR_VALUES,
  TEMPLATE_MARK_COLOR,
  type TemplateElement,
  type TemplateLayout,
} from '#shared/features/certificate-template/certificate-template.rules.ts';
import type { CertificateDrawing, DrawnText } from '#shared/features/certificate-template/drawing.rules.ts';
import type { Measure } from '#shared/features/certificate-template/text-fit.rules.ts';
import {
  addElement,
  type Box,
  type Corner,
  deleteElement,
  keepsShape,
  resizeBox,
  roundBox,
  updateElement,
} from './layout-changes.ts';
import { Ruler } from './page-ruler.tsx';
import { type Guide, snapBox } from './snapping.ts';
import './page-board.css';

const CORNERS: readonly Corner[] = ['nw', 'ne', 'sw', 'se'];
/** Pixels on screen. */
const SNAP_REACH = 6;
const NUDGE = 1;
const BIG_NUDGE = 10;
export const DRAGGED_PLACEHOLDER = 'application/x-placeholder';

type BoardProps = {
  layout: TemplateLayout;
  drawing: CertificateDrawing;
  measure: Measure;
  /** Pixels per point. */
  scale: number;
  chosenId: string | null;
  isReadOnly: boolean;
  guides: readonly Guide[];
  onChoose: (id: string | null) => void;
  onChange: (layout: TemplateLayout, step: string | null) => void;
  onGuides: (guides: Guide[]) => void;
};

type Drag = { id: string; corner: Corner | null; box: Box; from: { x: number; y: number }; step: string };

export function PageBoard(props: BoardProps) {
  const { layout, drawing, measure, scale, chosenId, isReadOnly, guides, onChoose, onChange, onGuides } =
    props;
  const { width, height } = drawing;
  const drag = useRef<Drag | null>(null);
  const [count, setCount] = useState(0);
  const chosen = layout.elements.find(({ id }) => id === chosenId);

  const start = (event: PointerEvent, element: TemplateElement, corner: Corner | null) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    onChoose(element.id);
    if (isReadOnly || element.isLocked) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y, width: across, height: down } = element;
    setCount(count + 1);
    drag.current = {
      id: element.id,
      corner,
      box: { x, y, width: across, height: down },
      from: { x: event.clientX, y: event.clientY },
      step: `drag ${count}`,
    };
  };
  const move = (event: PointerEvent) => {
    const { current } = drag;
    const element = layout.elements.find(({ id }) => id === current?.id);
    if (!current || !element) return;
    const by = {
      x: (event.clientX - current.from.x) / scale,
      y: (event.clientY - current.from.y) / scale,
    };
    if (current.corner) {
      const box = resizeBox(current.box, current.corner, by, keepsShape(element) || event.shiftKey);
      return onChange(updateElement(layout, current.id, roundBox(box)), current.step);
    }
    const moved = { ...current.box, x: current.box.x + by.x, y: current.box.y + by.y };
    const others = layout.elements.filter(({ id, isHidden }) => id !== current.id && !isHidden);
    const snapped =
      event.ctrlKey || event.metaKey
        ? { box: moved, guides: [] }
        : snapBox(moved, { page: { width, height }, others, reach: SNAP_REACH / scale });
    onGuides(snapped.guides);
    onChange(updateElement(layout, current.id, roundBox(snapped.box)), current.step);
  };
  const end = () => {
    drag.current = null;
  };
  const press = (event: KeyboardEvent, element: TemplateElement) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return onChoose(element.id);
    }
    if (event.key === 'Escape') return onChoose(null);
    if (isReadOnly || element.isLocked) return;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onChange(deleteElement(layout, element.id), null);
      return onChoose(null);
    }
    const by = ARROWS[event.key];
    if (!by || event.altKey) return;
    event.preventDefault();
    const far = event.shiftKey ? BIG_NUDGE : NUDGE;
    onChoose(element.id);
    onGuides([]);
    const box = roundBox({ ...element, x: element.x + by[0] * far, y: element.y + by[1] * far });
    onChange(updateElement(layout, element.id, box), `nudge ${element.id}`);
  };
  const drop = (event: DragEvent<SVGSVGElement>) => {
    const name = event.dataTransfer.getData(DRAGGED_PLACEHOLDER);
    if (!(name in PLACEHOLDERS)) return;
    event.preventDefault();
    const page = event.currentTarget.getBoundingClientRect();
    const at = { x: (event.clientX - page.left) / scale, y: (event.clientY - page.top) / scale };
    const added = addElement(layout, { placeholder: name as Placeholder }, at);
    onChange(added.layout, null);
    onChoose(added.id);
  };

  return (
    <div className="board" style={{ width: width * scale + 30 }}>
      <Ruler axis="x" page={pageSize(layout)} paper={layout.paper} scale={scale} />
      <Ruler axis="y" page={pageSize(layout)} paper={layout.paper} scale={scale} />
      <svg
        className="board-page"
        viewBox={`0 0 ${width} ${height}`}
        width={width * scale}
        height={height * scale}
        // The section around it is named; what can be chosen on it are buttons.
        role="presentation"
        onPointerDown={() => onChoose(null)}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes(DRAGGED_PLACEHOLDER)) event.preventDefault();
        }}
        onDrop={drop}
      >
        <rect width={width} height={height} fill={TEMPLATE_COLOR_VALUES.paper} />
        {layout.elements.map((element) => {
          const drawn = drawing.elements.find(({ id }) => id === element.id);
          if (!drawn) return null;
          return (
            <g
              key={element.id}
              role="button"
              tabIndex={0}
              aria-label={element.label}
              aria-pressed={element.id === chosenId}
              className={element.isLocked ? 'board-element board-locked' : 'board-element'}
              onPointerDown={(event) => start(event, element, null)}
              onPointerMove={move}
              onPointerUp={end}
              onKeyDown={(event) => press(event, element)}
            >
              {drawn.kind === 'text' && <PlaceholderMarks drawn={drawn} measure={measure} />}
              <CertificateElement element={drawn} />
              <HitArea element={element} />
            </g>
          );
        })}
        {guides.map(({ axis, at }) => (
          <line
            key={`${axis}${at}`}
            stroke={TEMPLATE_COLOR_VALUES.coral}
            x1={axis === 'x' ? at : -10}
            x2={axis === 'x' ? at : width + 10}
            y1={axis === 'x' ? -10 : at}
            y2={axis === 'x' ? height + 10 : at}
            strokeWidth={1 / scale}
          />
        ))}
        {chosen && !chosen.isHidden && (
          <Selection
            element={chosen}
            scale={scale}
            canResize={!isReadOnly && !chosen.isLocked}
            onStart={(event, corner) => start(event, chosen, corner)}
            onMove={move}
            onEnd={end}
          />
        )}
      </svg>
    </div>
  );
}

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Frames are taken by their line, everything else by its box; lines get a little more than their width. */
function HitArea({ element }: { element: TemplateElement }) {
  const { x, y, width, height, kind } = element;
  const isFrame = kind === 'rectangle' && !element.fill;
  const room = kind === 'line' ? 4 : 0;
  return (
    <rect
      x={x - (width === 0 ? room : 0)}
      y={y - (height === 0 ? room : 0)}
      width={Math.max(width, room * 2)}
      height={Math.max(height, room * 2)}
      fill={isFrame ? 'none' : 'transparent'}
      stroke="transparent"
      strokeWidth={isFrame ? 8 : 0}
      pointerEvents={isFrame ? 'stroke' : 'all'}
    />
  );
}

/** What we fill in is marked; on a large name the mark would only be in the way. */
function PlaceholderMarks({ drawn: { lines, size, font }, measure }: { drawn: DrawnText; measure: Measure }) {
  if (size > 40) return null;
  return lines.flatMap(({ text, x, y }) =>
    Object.values(PLACEHOLDERS).flatMap((label) => {
      const at = text.indexOf(label);
      if (at < 0) return [];
      const left = x + measure(text.slice(0, at), font) * size;
      return [
        <rect
          key={`${y} ${label}`}
          fill={TEMPLATE_MARK_COLOR}
          x={left - size * 0.15}
          y={y - size * 0.92}
          width={measure(label, font) * size + size * 0.3}
          height={size * 1.24}
          rx={size * 0.16}
        />,
      ];
    }),
  );
}

type SelectionProps = {
  element: TemplateElement;
  scale: number;
  canResize: boolean;
  onStart: (event: PointerEvent, corner: Corner) => void;
  onMove: (event: PointerEvent) => void;
  onEnd: () => void;
};

function Selection({ element, scale, canResize, onStart, onMove, onEnd }: SelectionProps) {
  const { x, y, width, height } = element;
  const side = 9 / scale;
  return (
    <g className="board-chosen" stroke={TEMPLATE_COLOR_VALUES.plum} strokeWidth={1.5 / scale}>
      <rect x={x} y={y} width={width} height={height} fill="none" pointerEvents="none" />
      {canResize &&
        CORNERS.map((corner) => (
          <rect
            key={corner}
            className={`board-handle board-handle-${corner}`}
            x={(corner.endsWith('w') ? x : x + width) - side / 2}
            y={(corner.startsWith('n') ? y : y + height) - side / 2}
            width={side}
            height={side}
            rx={2 / scale}
            fill={TEMPLATE_COLOR_VALUES.paper}
            onPointerDown={(event) => onStart(event, corner)}
            onPointerMove={onMove}
            onPointerUp={onEnd}
          />
        ))}
    </g>
  );
}
