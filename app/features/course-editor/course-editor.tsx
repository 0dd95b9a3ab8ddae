// The course editor: outline, the chosen item, and what isn't published yet.
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'icon:arrow-left';
import { type ComponentType, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { DRAFT_ITEMS } from '#shared/features/course-editor/course-editor.rules.ts';
import type { CourseState } from '#shared/features/course/course.rules.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { IconLink } from '#app/components/ui/icon-button.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import {
  type CourseDraft,
  type DraftItem,
  getDraftItemQuery,
  itemAutosaveApi,
  type ItemName,
  settingsAutosaveApi,
} from './course-editor.api.ts';
import { CourseMenu } from './course-menu.tsx';
import { EditorOutline } from './editor-outline.tsx';
import { LessonEditor } from './lesson-editor.tsx';
import { ModuleEditor } from './module-editor.tsx';
import { PublishPanel } from './publish-panel.tsx';
import { QuizEditor } from './quiz-editor.tsx';
import { SaveLine, SaveSlot } from './save-state.tsx';
import { type Choice, SettingsEditor } from './settings-editor.tsx';
import { type Uploads, type UploadTarget, useCourseUploads } from './use-course-uploads.ts';
import { type DraftFields, useDraftFields } from './use-draft-fields.ts';
import './course-editor.css';

export type EditorChoices = {
  styles: readonly Choice[];
  categories: readonly Choice[];
  courses: readonly Choice[];
  /** The course's question bank; undefined while it loads. */
  bank: readonly { tags: readonly string[] }[] | undefined;
};
/** What pages bring along from other features. */
export type EditorProps<U extends Uploads> = {
  draft: CourseDraft;
  choices: EditorChoices;
  uploads: U;
  UploadList: ComponentType<{ uploads: U; label: string }>;
};

type Chosen = ItemName | 'settings';

const STATE_BADGES: Readonly<Record<CourseState, [tone: BadgeTone, label: string]>> = {
  draft: ['plain', 'Draft'],
  published: ['ok', 'Published'],
  archived: ['warn', 'Archived'],
};

export function CourseEditor<U extends Uploads>({ draft, choices, uploads, UploadList }: EditorProps<U>) {
  const [chosen, choose] = useChosen(draft);
  const [round, setRound] = useState(0);
  const flush = useRef<() => Promise<unknown>>(() => Promise.resolve());
  const reload = () => setRound((before) => before + 1);
  const upload = useCourseUploads(draft.id, uploads, { flush: () => flush.current(), reload });
  const isStaffPage = useLocation().pathname.startsWith('/admin');
  const [tone, label] = STATE_BADGES[draft.state];
  const count = draft.changes.length;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <div className={isStaffPage ? 'editor' : 'editor editor-bare'}>
      <header className="editor-bar">
        <IconLink
          to={isStaffPage ? '/admin/courses' : '/instructor/courses'}
          label="Back to the courses"
          icon={<ArrowLeft className="icon" aria-hidden="true" />}
        />
        <h1 className="editor-bar-title">{draft.settings.title}</h1>
        <Badge tone={tone}>{label}</Badge>
        <div ref={setSlot} className="editor-bar-end" />
        <CourseMenu draft={draft} />
      </header>
      {count > 0 && (
        <p className="editor-mini">
          <span className="num">{count === 1 ? '1 change' : `${count} changes`} not yet published</span>
          <a className="link" href="#publish">
            Review
          </a>
        </p>
      )}
      <div className="editor-columns">
        <EditorOutline draft={draft} chosen={chosen} onChoose={choose} onUpload={upload} />
        <SaveSlot value={slot}>
          <div className="editor-item">
            <UploadList uploads={uploads} label="Files on their way" />
            {chosen === 'settings' ? (
              <Settings
                key={`settings ${round}`}
                draft={draft}
                choices={choices}
                flush={flush}
                onReload={reload}
              />
            ) : (
              <Item
                key={`${chosen.type} ${chosen.id} ${round}`}
                draft={draft}
                bank={choices.bank}
                item={chosen}
                flush={flush}
                onUpload={upload}
                onReload={reload}
              />
            )}
          </div>
        </SaveSlot>
        <PublishPanel
          draft={draft}
          chosen={chosen}
          onChoose={choose}
          onBefore={() => flush.current()}
          onChanged={reload}
        />
      </div>
    </div>
  );
}

/** What is chosen is in the address: a reload or a link opens the same item. */
function useChosen(draft: CourseDraft): [Chosen, (next: Chosen) => void] {
  const [params, setParams] = useSearchParams();
  const [type, id] = (params.get('item') ?? '').split('-');
  const found = DRAFT_ITEMS.find((one) => one === type);
  const all = draft.outline.flatMap((module) => [module, ...module.items]);
  const exists = all.some((item) => item.type === found && item.id === Number(id));
  const choose = (next: Chosen) => {
    const changed = new URLSearchParams(params);
    changed.set('item', next === 'settings' ? next : `${next.type}-${next.id}`);
    setParams(changed, { replace: true, preventScrollReset: true });
  };
  return [found && exists ? { type: found, id: Number(id) } : 'settings', choose];
}

type FlushRef = { current: () => Promise<unknown> };

type ItemProps = {
  draft: CourseDraft;
  bank: EditorChoices['bank'];
  item: ItemName;
  flush: FlushRef;
  onUpload: (files: File[], target: UploadTarget) => void;
  onReload: () => void;
};

function Item({ item, ...rest }: ItemProps) {
  const query = useQuery({ ...getDraftItemQuery(rest.draft.id, item), refetchOnMount: 'always' });
  if (query.isFetching && !query.isFetchedAfterMount) return <ItemSkeleton />;
  return (
    <QueryView query={query} what="this item" skeleton={<ItemSkeleton />}>
      {(found) => <ItemForm found={found} {...rest} />}
    </QueryView>
  );
}

function ItemSkeleton() {
  return (
    <SkeletonGroup label="Loading" className="grid gap-4">
      <Skeleton className="h-10 w-3/4" />
      <Skeleton className="h-40" />
    </SkeletonGroup>
  );
}

type ItemFormProps = Omit<ItemProps, 'item'> & { found: DraftItem };

function ItemForm({ draft, bank, found, flush, onUpload, onReload }: ItemFormProps) {
  const courseId = draft.id;
  const [first] = useState(found);
  const fields = useDraftFields<DraftItem, DraftItem['content']>(
    itemAutosaveApi(courseId, first),
    first,
    ({ content }) => content,
  );
  useFlush(flush, fields);
  return (
    <>
      <SaveLine {...fields} onRetry={() => void fields.flush()} onReload={() => void fields.reload()} />
      {first.type === 'module' && <ModuleEditor fields={fields as never} />}
      {first.type === 'quiz' && (
        <QuizEditor
          courseId={courseId}
          fields={fields as never}
          files={found.files}
          lessons={lessonChoices(draft)}
          bank={bank}
          onUpload={onUpload}
        />
      )}
      {first.type === 'lesson' && (
        <LessonEditor
          courseId={courseId}
          lessonId={first.id}
          fields={fields as never}
          files={found.files}
          onUpload={onUpload}
          onFilesChanged={() => void fields.flush().then(onReload)}
        />
      )}
    </>
  );
}

export const lessonChoices = ({ outline }: CourseDraft): Choice[] =>
  outline.flatMap(({ items }) =>
    items
      .filter(({ type }) => type === 'lesson')
      .map(({ id, title }) => ({ value: String(id), label: title })),
  );

type SettingsProps = { draft: CourseDraft; choices: EditorChoices; flush: FlushRef; onReload: () => void };

function Settings({ draft, choices, flush }: SettingsProps) {
  const fields = useDraftFields(settingsAutosaveApi, draft.settings, (settings) => settings);
  useFlush(flush, fields);
  const isPriceMissing = draft.checklist.some(({ id, state }) => id === 'price' && state === 'missing');
  return (
    <>
      <SaveLine {...fields} onRetry={() => void fields.flush()} onReload={() => void fields.reload()} />
      <SettingsEditor
        courseId={draft.id}
        fields={fields}
        {...choices}
        courses={choices.courses.filter(({ value }) => Number(value) !== draft.id)}
        isPriceChosen={!isPriceMissing}
      />
    </>
  );
}

/** Publishing and uploads save what is being typed first. */
function useFlush<Values>(flush: FlushRef, fields: DraftFields<Values>): void {
  flush.current = fields.flush;
}

export function NoCourse() {
  return (
    <EmptyState headingLevel={1} title="Course not found">
      This course doesn’t exist, or it isn’t yours.
    </EmptyState>
  );
}
