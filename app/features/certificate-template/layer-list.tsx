// The layers of a page, topmost first: choose, order, hide, lock, add. On a phone they are only listed.
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import Circle from 'icon:circle';
import Eye from 'icon:eye';
import EyeOff from 'icon:eye-off';
import Frame from 'icon:frame';
import GripVertical from 'icon:grip-vertical';
import Image from 'icon:image';
import Lock from 'icon:lock';
import LockOpen from 'icon:lock-open';
import Minus from 'icon:minus';
import Plus from 'icon:plus';
import QrCode from 'icon:qr-code';
import Signature from 'icon:signature';
import Spline from 'icon:spline';
import Square from 'icon:square';
import TextCursorInput from 'icon:text-cursor-input';
import Type from 'icon:type';
import { type KeyboardEvent, useRef } from 'react';
import type { Icon } from '#app/components/ui/icon.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#app/components/ui/menu.tsx';
import type {
  TemplateElement,
  TemplateLayout,
} from '#shared/features/certificate-template/certificate-template.rules.ts';
import { moveLayer, type NewElement, updateElement } from './layout-changes.ts';

export type ImageUse = 'picture' | 'signature' | 'background';

type LayerListProps = {
  layout: TemplateLayout;
  chosenId: string | null;
  isReadOnly: boolean;
  onChoose: (id: string) => void;
  onChange: (layout: TemplateLayout) => void;
  onAdd: (element: NewElement) => void;
  onImage: (file: File, as: ImageUse) => void;
};

export function LayerList({
  layout,
  chosenId,
  isReadOnly,
  onChoose,
  onChange,
  onAdd,
  onImage,
}: LayerListProps) {
  const topFirst = layout.elements.toReversed();
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const positionOf = (id: string) => layout.elements.findIndex((element) => element.id === id);
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) {
      onChange(moveLayer(layout, String(active.id), positionOf(String(over.id))));
    }
  };
  return (
    <section className="template-layers" aria-labelledby="layers-title">
      <div className="template-layers-top">
        <h2 id="layers-title" className="t-s">
          Layers
        </h2>
        {!isReadOnly && <AddLayer onAdd={onAdd} onImage={onImage} />}
      </div>
      <DndContext id="template-layers" sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={topFirst.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ol>
            {topFirst.map((element) => (
              <Layer
                key={element.id}
                element={element}
                isChosen={element.id === chosenId}
                isReadOnly={isReadOnly}
                onChoose={() => onChoose(element.id)}
                onUpdate={(changes) => onChange(updateElement(layout, element.id, changes))}
                onStep={(by) => onChange(moveLayer(layout, element.id, positionOf(element.id) + by))}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </section>
  );
}

function LayerIcon({ element }: { element: TemplateElement }) {
  const look = { className: 'icon', 'aria-hidden': true } as const;
  switch (element.kind) {
    case 'text':
      return element.text.includes('{') ? <TextCursorInput {...look} /> : <Type {...look} />;
    case 'image':
      return element.id.startsWith('signature') ? <Signature {...look} /> : <Image {...look} />;
    case 'qr':
      return <QrCode {...look} />;
    case 'ribbon':
      return <Spline {...look} />;
    case 'wordmark':
      return <Type {...look} />;
    case 'ellipse':
      return <Circle {...look} />;
    case 'line':
      return <Minus {...look} />;
    case 'rectangle':
    default:
      return element.fill ? <Square {...look} /> : <Frame {...look} />;
  }
}

type LayerProps = {
  element: TemplateElement;
  isChosen: boolean;
  isReadOnly: boolean;
  onChoose: () => void;
  onUpdate: (changes: { isHidden?: boolean; isLocked?: boolean }) => void;
  /** 1: one layer up. */
  onStep: (by: 1 | -1) => void;
};

function Layer({ element, isChosen, isReadOnly, onChoose, onUpdate, onStep }: LayerProps) {
  const { id, label, isHidden = false, isLocked = false } = element;
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition } = useSortable({
    id,
    disabled: isReadOnly,
  });
  const press = (event: KeyboardEvent) => {
    if (isReadOnly || !event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    onStep(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <li
      ref={setNodeRef}
      className="template-layer"
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
      aria-current={isChosen || undefined}
    >
      <span ref={setActivatorNodeRef} className="template-layer-grip" {...listeners} aria-hidden="true">
        <GripVertical className="icon" />
      </span>
      <LayerIcon element={element} />
      <button
        type="button"
        className={isHidden ? 'template-layer-name template-layer-hidden' : 'template-layer-name'}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={onChoose}
        onKeyDown={press}
      >
        {label}
      </button>
      {!isReadOnly && (
        <>
          <button
            type="button"
            className="template-layer-action"
            aria-label={isLocked ? `Unlock ${label}` : `Lock ${label}`}
            data-is-quiet={!isLocked || undefined}
            onClick={() => onUpdate({ isLocked: !isLocked })}
          >
            {isLocked ? <Lock className="icon" /> : <LockOpen className="icon" />}
          </button>
          <button
            type="button"
            className="template-layer-action"
            aria-label={isHidden ? `Show ${label}` : `Hide ${label}`}
            onClick={() => onUpdate({ isHidden: !isHidden })}
          >
            {isHidden ? <EyeOff className="icon" /> : <Eye className="icon" />}
          </button>
        </>
      )}
    </li>
  );
}

const ADDED: readonly { label: string; element: NewElement & string; icon: Icon }[] = [
  { label: 'Text', element: 'text', icon: Type },
  { label: 'Rectangle', element: 'rectangle', icon: Square },
  { label: 'Circle', element: 'ellipse', icon: Circle },
  { label: 'Line', element: 'line', icon: Minus },
  { label: 'QR code', element: 'qr', icon: QrCode },
  { label: 'Ribbon', element: 'ribbon', icon: Spline },
  { label: 'Wordmark', element: 'wordmark', icon: Type },
];
const IMAGES: readonly { label: string; as: ImageUse; icon: Icon }[] = [
  { label: 'Signature…', as: 'signature', icon: Signature },
  { label: 'Picture…', as: 'picture', icon: Image },
  { label: 'Background…', as: 'background', icon: Image },
];

function AddLayer({ onAdd, onImage }: Pick<LayerListProps, 'onAdd' | 'onImage'>) {
  const input = useRef<HTMLInputElement>(null);
  const use = useRef<ImageUse>('picture');
  return (
    <>
      <Menu trigger={<IconButton label="Add a layer" icon={<Plus className="icon" aria-hidden="true" />} />}>
        {ADDED.map(({ label, element, icon: Icon }) => (
          <MenuItem
            key={element}
            icon={<Icon className="icon" aria-hidden="true" />}
            onSelect={() => onAdd(element)}
          >
            {label}
          </MenuItem>
        ))}
        <MenuSeparator />
        {IMAGES.map(({ label, as, icon: Icon }) => (
          <MenuItem
            key={as}
            icon={<Icon className="icon" aria-hidden="true" />}
            onSelect={() => {
              use.current = as;
              input.current?.click();
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Choose a picture"
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onImage(file, use.current);
          event.target.value = '';
        }}
      />
    </>
  );
}
