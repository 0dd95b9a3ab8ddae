// The outline of a course: choose, add, move by dragging or with Alt and the arrow keys, duplicate, delete with undo.
import {
  closestCenter,
  DndContext,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import BookOpen from 'icon:book-open';
import ChevronDown from 'icon:chevron-down';
import ChevronRight from 'icon:chevron-right';
import ClipboardList from 'icon:clipboard-list';
import Ellipsis from 'icon:ellipsis';
import FileText from 'icon:file-text';
import GripVertical from 'icon:grip-vertical';
import Hand from 'icon:hand';
import ListChecks from 'icon:list-checks';
import Music from 'icon:music';
import Plus from 'icon:plus';
import Radio from 'icon:radio';
import Settings2 from 'icon:settings-2';
import Video from 'icon:video';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import {
  findPlace,
  stepInOutline,
  type Outline,
  type OutlinePlace,
} from '#shared/features/course-editor/course-editor.rules.ts';
import { countOf, formatDuration, type LessonKind } from '#shared/features/course/course.rules.ts';
import { formatClock } from '#shared/features/quiz/quiz.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import type { Icon } from '#app/components/ui/icon.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem } from '#app/components/ui/menu.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { AddMany, PasteTitles } from './add-items.tsx';
import type { UploadTarget } from './use-course-uploads.ts';
import {
  type CourseDraft,
  type ItemName,
  type OutlineEntry,
  useCreateDraftItems,
  useDeleteDraftItem,
  useDuplicateDraftItem,
  useMoveDraftItem,
  useRestoreDraftItem,
} from './course-editor.api.ts';

type OutlineProps = {
  draft: CourseDraft;
  chosen: ItemName | 'settings' | null;
  onChoose: (item: ItemName | 'settings') => void;
  onUpload: (files: File[], target: UploadTarget) => void;
};

const keyOf = ({ type, id }: ItemName) => `${type}-${id}`;
const isSame = (one: ItemName, other: OutlineProps['chosen']) =>
  typeof other === 'object' && other !== null && keyOf(one) === keyOf(other);

export function EditorOutline({ draft, chosen, onChoose, onUpload }: OutlineProps) {
  const outline: Outline = draft.outline.map(({ id, items }) => ({
    id,
    items: items.map((item) => ({ type: item.type === 'quiz' ? 'quiz' : 'lesson', id: item.id })),
  }));
  const work = useOutlineWork(draft, outline, onChoose);
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setClosed((before) => (before.has(id) ? without(before, id) : new Set([...before, id])));
  const lessons = draft.outline.flatMap(({ items }) => items.filter(({ type }) => type === 'lesson'));
  const minutes = lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);
  const shown = draft.outline.flatMap((module) => [module, ...(closed.has(module.id) ? [] : module.items)]);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const drop = ({ active, over }: DragEndEvent) => {
    const item = shown.find((one) => keyOf(one) === active.id);
    const target = shown.find((one) => keyOf(one) === over?.id);
    if (item && target && item !== target) work.drop(item, target);
  };
  return (
    <aside className="editor-outline" aria-label="Course outline">
      <div className="editor-outline-top">
        <div>
          <h2 className="t-s">Outline</h2>
          <p className="small num">
            {countOf(draft.outline.length, 'module')}, {countOf(lessons.length, 'lesson')}
            {minutes > 0 && `, ${formatDuration(minutes)}`}
          </p>
        </div>
        <IconButton
          label="Course settings"
          icon={<Settings2 className="icon" aria-hidden="true" />}
          aria-pressed={chosen === 'settings'}
          onClick={() => onChoose('settings')}
        />
      </div>
      <DndContext id="course-outline" sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={shown.map(keyOf)} strategy={verticalListSortingStrategy}>
          {draft.outline.map((module, at) => (
            <section key={module.id} className="editor-module" aria-label={module.title}>
              <Row
                item={module}
                label={`${at + 1}. ${module.title}`}
                isChosen={isSame(module, chosen)}
                work={work}
                onChoose={onChoose}
                icon={
                  <button
                    type="button"
                    className="editor-fold"
                    aria-expanded={!closed.has(module.id)}
                    aria-label={`${closed.has(module.id) ? 'Show' : 'Hide'} the lessons of ${module.title}`}
                    onClick={() => toggle(module.id)}
                  >
                    {closed.has(module.id) ? (
                      <ChevronRight className="icon" aria-hidden="true" />
                    ) : (
                      <ChevronDown className="icon" aria-hidden="true" />
                    )}
                  </button>
                }
                detail={String(module.items.length)}
              />
              {!closed.has(module.id) && (
                <>
                  <ol aria-label={`Lessons of ${module.title}`}>
                    {module.items.map((item) => (
                      <li key={keyOf(item)}>
                        <Row
                          item={item}
                          label={item.title}
                          isChosen={isSame(item, chosen)}
                          work={work}
                          onChoose={onChoose}
                          icon={<ItemIcon item={item} />}
                          detail={detailOf(item)}
                        />
                      </li>
                    ))}
                  </ol>
                  <div className="editor-adds">
                    <AddButton label="Lesson" onClick={() => work.add(module.id, 'lesson')} />
                    <AddButton label="Quiz" onClick={() => work.add(module.id, 'quiz')} />
                    <AddMany
                      courseId={draft.id}
                      moduleId={module.id}
                      moduleTitle={module.title}
                      onUpload={onUpload}
                    />
                  </div>
                </>
              )}
            </section>
          ))}
        </SortableContext>
      </DndContext>
      <div className="editor-outline-foot">
        <AddButton label="Add a module" onClick={() => work.add(null, 'module')} />
        {draft.outline.length === 0 && <PasteTitles courseId={draft.id} />}
        <p className="editor-keys small max-md:hidden">
          <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd> moves what is selected
        </p>
      </div>
      <p className="sr-only" role="status">
        {work.announcement}
      </p>
    </aside>
  );
}

const without = (set: ReadonlySet<number>, id: number) => new Set([...set].filter((one) => one !== id));

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="quiet" size="s" icon={<Plus className="icon" aria-hidden="true" />} onClick={onClick}>
      {label}
    </Button>
  );
}

const KIND_ICONS: Readonly<Record<LessonKind, Icon>> = {
  video: Video,
  audio: Music,
  reading: BookOpen,
  document: FileText,
  practice: Hand,
  assignment: ClipboardList,
  live: Radio,
};

function ItemIcon({ item }: { item: OutlineEntry }) {
  const Icon = item.kind ? KIND_ICONS[item.kind] : ListChecks;
  return <Icon className="icon editor-kind" aria-hidden="true" />;
}

function detailOf({ type, seconds, minutes, questionCount }: OutlineEntry): string {
  if (type === 'quiz') return `${questionCount} q.`;
  return seconds === null ? formatDuration(minutes) : formatClock(seconds);
}

type OutlineWork = ReturnType<typeof useOutlineWork>;
type RowProps = {
  item: OutlineEntry;
  label: string;
  isChosen: boolean;
  work: OutlineWork;
  onChoose: (item: ItemName) => void;
  icon: ReactNode;
  detail: string;
};

const STATE_LABELS = { new: 'New', edited: 'Edited', moved: 'Moved' } as const;

function Row({ item, label, isChosen, work, onChoose, icon, detail }: RowProps) {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: keyOf(item),
  });
  const style = transform ? { transform: `translate3d(0, ${transform.y}px, 0)`, transition } : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    work.step(item, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <div
      ref={setNodeRef}
      style={style}
      className="editor-row"
      data-type={item.type}
      data-current={isChosen || undefined}
      data-dragging={isDragging || undefined}
    >
      <span ref={setActivatorNodeRef} {...listeners} className="editor-grip" aria-hidden="true">
        <GripVertical className="icon" />
      </span>
      {icon}
      <button
        type="button"
        className="editor-name"
        aria-current={isChosen || undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={() => onChoose(item)}
        onKeyDown={onKeyDown}
      >
        {label} {item.state && <em>{STATE_LABELS[item.state]}</em>}
      </button>
      <span className="editor-detail num">{detail}</span>
      <Menu
        trigger={
          <IconButton
            label={`More for ${item.title}`}
            className="editor-more"
            icon={<Ellipsis className="icon" aria-hidden="true" />}
          />
        }
      >
        <MenuItem onSelect={() => work.step(item, -1)}>Move up</MenuItem>
        <MenuItem onSelect={() => work.step(item, 1)}>Move down</MenuItem>
        <MenuItem onSelect={() => work.duplicate(item)}>Duplicate</MenuItem>
        <MenuItem isDanger onSelect={() => work.remove(item)}>
          Delete
        </MenuItem>
      </Menu>
    </div>
  );
}

const NEW_TITLES = { module: 'New module', lesson: 'New lesson', quiz: 'New quiz' } as const;

function useOutlineWork(
  draft: CourseDraft,
  outline: Outline,
  onChoose: (item: ItemName | 'settings') => void,
) {
  const create = useCreateDraftItems(draft.id);
  const move = useMoveDraftItem(draft.id);
  const remove = useDeleteDraftItem(draft.id);
  const restore = useRestoreDraftItem(draft.id);
  const duplicate = useDuplicateDraftItem(draft.id);
  const [announcement, setAnnouncement] = useState('');

  const moveTo = (item: OutlineEntry, place: OutlinePlace, isUndo = false) => {
    const before = findPlace(outline, item);
    const { type, id, title } = item;
    move.mutate(
      { type, id, place },
      {
        onSuccess() {
          setAnnouncement(`${title} moved to position ${place.position + 1}.`);
          if (isUndo || !before) return;
          toast({
            title: 'Moved',
            description: title,
            action: { label: 'Undo', onPress: () => moveTo(item, before, true) },
          });
        },
      },
    );
  };
  return {
    announcement,
    add(moduleId: number | null, type: ItemName['type']) {
      const items = [{ type, title: NEW_TITLES[type] }];
      create.mutate({ moduleId, items }, { onSuccess: ({ created }) => created[0] && onChoose(created[0]) });
    },
    step(item: OutlineEntry, by: -1 | 1) {
      const place = stepInOutline(outline, item, by);
      if (place) moveTo(item, place);
      else setAnnouncement(`${item.title} is already ${by === -1 ? 'first' : 'last'}.`);
    },
    /** Where the target is: a lesson dropped on a module goes to its top. */
    drop(item: OutlineEntry, target: OutlineEntry) {
      const place = findPlace(outline, target);
      if (!place) return;
      if (item.type === 'module') {
        const id = place.moduleId ?? target.id;
        moveTo(item, { moduleId: null, position: outline.findIndex((module) => module.id === id) });
      } else if (target.type === 'module') moveTo(item, { moduleId: target.id, position: 0 });
      else moveTo(item, place);
    },
    duplicate({ type, id }: OutlineEntry) {
      duplicate.mutate({ type, id }, { onSuccess: ({ created }) => onChoose(created) });
    },
    remove({ type, id, title }: OutlineEntry) {
      const place = findPlace(outline, { type, id });
      const items = type === 'module' ? (outline.find((module) => module.id === id)?.items ?? []) : [];
      remove.mutate(
        { type, id },
        {
          onSuccess() {
            onChoose('settings');
            toast({
              title: `“${title}” deleted`,
              description: 'Learners keep it until you publish.',
              ...(place && {
                action: {
                  label: 'Undo',
                  onPress: () =>
                    restore.mutate({ type, id, place, items }, { onSuccess: () => onChoose({ type, id }) }),
                },
              }),
            });
          },
        },
      );
    },
  };
}
