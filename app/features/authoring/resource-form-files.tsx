// The attached files: sortable, each with a description and a preview switch.
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import GripVertical from 'icon:grip-vertical';
import X from 'icon:x';
import { useState } from 'react';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { fileTitle } from '#app/lib/file-kind.ts';
import { fileFacts } from '#app/components/resource/resource-format.ts';

export type OwnFile = OwnResource['files'][number];

export type FileWork = {
  change: (file: OwnFile, change: { label?: string; isPreviewed?: boolean; position?: number }) => void;
  remove: (file: OwnFile) => Promise<unknown>;
  retryPreviews: () => void;
};

type FileListProps = { files: readonly OwnFile[]; isLocked: boolean; work: FileWork };

export function DraftFiles({ files, isLocked, work }: FileListProps) {
  const [moved, setMoved] = useState<readonly number[] | null>(null);
  const shown = inOrder(files, moved);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    const file = shown.find(({ id }) => id === active.id);
    const position = shown.findIndex(({ id }) => id === over?.id);
    if (!file || position < 0 || active.id === over?.id) return;
    const rest = shown.filter((one) => one !== file).map(({ id }) => id);
    setMoved(rest.toSpliced(position, 0, file.id));
    work.change(file, { position });
  };
  return (
    <DndContext
      // A fixed id, because the library's counter differs between server and browser.
      id="draft-files"
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements: announcements(shown) }}
    >
      <SortableContext items={shown.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol className="draft-files" aria-label="Files">
          {shown.map((file) => (
            <FileRow key={file.id} file={file} isLocked={isLocked} isAlone={shown.length === 1} work={work} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

/** The dropped order until the server confirms it. */
function inOrder(files: readonly OwnFile[], ids: readonly number[] | null): readonly OwnFile[] {
  if (ids?.length !== files.length) return files;
  const found = ids.map((id) => files.find((file) => file.id === id));
  return found.every((file) => file !== undefined) ? found : files;
}

function announcements(files: readonly OwnFile[]): Announcements {
  const nameOf = (id: unknown) => {
    const file = files.find((one) => one.id === id);
    return file ? fileTitle(file) : 'The file';
  };
  const positionOf = (id: unknown) => `${files.findIndex((one) => one.id === id) + 1} of ${files.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up, position ${positionOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} is over position ${positionOf(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} was dropped at position ${positionOf(over.id)}.` : undefined,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back where it was.`,
  };
}

type FileRowProps = { file: OwnFile; isLocked: boolean; isAlone: boolean; work: FileWork };

function FileRow({ file, isLocked, isAlone, work }: FileRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: file.id, disabled: isLocked || isAlone });
  const style = transform ? { transform: `translate3d(0, ${transform.y}px, 0)`, transition } : undefined;
  const name = fileTitle(file);
  return (
    <li ref={setNodeRef} style={style} className="draft-file" data-dragging={isDragging || undefined}>
      {!isAlone && !isLocked && (
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={`Move ${name}`}
          className="icon-btn draft-grip"
        >
          <GripVertical size={20} aria-hidden="true" />
        </button>
      )}
      <div className="draft-file-body">
        <div className="draft-file-name">
          <strong className="min-w-0 wrap-anywhere">{file.name}</strong>
          <span className="small num">{fileFacts(file)}</span>
        </div>
        {!isLocked && (
          <>
            <FormField label={`Label for ${file.name}`} isLabelHidden>
              <Input
                placeholder="What it is, in a few words (optional)"
                maxLength={120}
                defaultValue={file.label}
                onBlur={(event) => {
                  const label = event.target.value.trim();
                  if (label !== file.label) work.change(file, { label });
                }}
              />
            </FormField>
            <Switch
              checked={file.isPreviewed}
              onChange={(event) => work.change(file, { isPreviewed: event.target.checked })}
            >
              Show a preview<span className="sr-only"> of {name}</span>
            </Switch>
          </>
        )}
        <PreviewState file={file} onRetry={work.retryPreviews} />
      </div>
      {!isLocked && (
        <ConfirmDialog
          title={`Remove “${name}”?`}
          description="This removes the file from the resource. To add it again, you’d have to upload it again."
          confirmLabel="Remove"
          failure={failureTextOf}
          onConfirm={() => work.remove(file)}
          trigger={<IconButton label={`Remove ${name}`} icon={<X size={20} aria-hidden="true" />} />}
        />
      )}
    </li>
  );
}

function PreviewState({ file, onRetry }: { file: OwnFile; onRetry: () => void }) {
  if (!file.isPreviewed) return <p className="small">Buyers won’t see a preview.</p>;
  switch (file.previewState) {
    case 'waiting':
      return <p className="small">We’re creating the preview. You can keep working.</p>;
    case 'none':
      return <p className="small">We can’t create previews for this type of file.</p>;
    case 'failed':
      return (
        <p className="error-text">
          {file.previewProblem ?? 'We couldn’t create a preview. The file itself is safe.'}{' '}
          <button type="button" className="link" onClick={onRetry}>
            Try again
          </button>
        </p>
      );
    case 'made':
    default:
      return null;
  }
}
