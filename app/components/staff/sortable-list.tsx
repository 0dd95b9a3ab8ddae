// A list whose rows can be reordered: dragged by their handle, or moved with the arrow keys after picking the
// handle up with the space bar. Screen readers announce both.
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import GripVertical from 'icon:grip-vertical';
import { useId, type ReactNode } from 'react';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { cx } from '#app/lib/cx.ts';

type SortableListProps = {
  label: string;
  items: readonly { id: number; name: string }[];
  /** Dropped on the row of `overId`. */
  onDrop: (id: number, overId: number) => void;
  children: ReactNode;
};

const HOW = {
  draggable: 'Press space to pick up the row, arrow keys to move it, space to drop it, escape to cancel.',
};

export function SortableList({ label, items, onDrop, children }: SortableListProps) {
  const id = useId();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announcementsFor(items), screenReaderInstructions: HOW }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onDrop(Number(active.id), Number(over.id));
      }}
    >
      <SortableContext items={items.map((item) => item.id)} strategy={verticalListSortingStrategy}>
        <ul aria-label={label} className="mt-6 border-t border-ink">
          {children}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function announcementsFor(items: SortableListProps['items']): Announcements {
  const name = (id: UniqueIdentifier) => items.find((item) => item.id === id)?.name ?? '';
  return {
    onDragStart: ({ active }) => `Picked up ${name(active.id)}.`,
    onDragOver: ({ active, over }) => {
      // It starts over itself, which onDragStart has announced.
      if (over?.id === active.id) return undefined;
      return over
        ? `${name(active.id)} is over ${name(over.id)}.`
        : `${name(active.id)} is outside the list.`;
    },
    onDragEnd: ({ active, over }) =>
      over ? `${name(active.id)} was dropped at ${name(over.id)}.` : `${name(active.id)} was put back.`,
    onDragCancel: ({ active }) => `${name(active.id)} stays where it was.`,
  };
}

type SortableRowProps = {
  id: number;
  name: string;
  /** Indentation, for trees. */
  level?: number;
  children: ReactNode;
};

const INDENTS = ['', 'pl-6 md:pl-9', 'pl-12 md:pl-18'];

export function SortableRow({ id, name, level = 1, children }: SortableRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  const moved = transform ? `translate3d(0, ${transform.y}px, 0)` : undefined;
  return (
    <li
      ref={setNodeRef}
      style={{ transform: moved, transition }}
      className={cx(
        'flex min-h-16 items-center gap-2 border-b border-rule bg-paper py-2',
        INDENTS[level - 1],
        isDragging && 'relative z-10 shadow-float',
      )}
    >
      <IconButton
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        label={`Move ${name}`}
        aria-roledescription="Handle"
        className="cursor-grab touch-none"
        icon={<GripVertical size={18} aria-hidden="true" />}
      />
      {children}
    </li>
  );
}
