// One lesson: title, recording or text, sections, captions, attachments, and what completes it.
import { lazy, Suspense, useState } from 'react';
import type { LessonContent } from '#shared/features/course-editor/course-editor.schema.ts';
import type { CompletionRule, LessonKind } from '#shared/features/course/course.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { EditorPart, NumberField, TitleField } from './editor-parts.tsx';
import { AssignmentPart, LivePart } from './lesson-kinds.tsx';
import { CaptionsPart, FilesPart, type LessonEditorProps, MediaPart, SectionsPart } from './lesson-media.tsx';
import type { DraftFields } from './use-draft-fields.ts';

const MarkdownPreview = lazy(() => import('./markdown-preview.tsx'));

const KIND_LABELS: Readonly<Record<LessonKind, string>> = {
  video: 'Video',
  audio: 'Audio',
  reading: 'Text',
  document: 'Document',
  practice: 'Practice',
  assignment: 'Assignment',
  live: 'Live session',
};

const PLAYED: readonly LessonKind[] = ['video', 'audio', 'practice'];

export function LessonEditor(props: LessonEditorProps) {
  const { values, set } = props.fields;
  const { kind } = values;
  const isPlayed = PLAYED.includes(kind);
  const words = values.body.split(/\s+/).filter(Boolean).length;
  return (
    <>
      <TitleField label="Lesson title" value={values.title} onChange={(title) => set({ title })} />
      <div className="editor-facts">
        <FormField label="Kind of lesson">
          <Select
            value={kind}
            options={Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }))}
            onChange={(event) => set({ kind: event.target.value as LessonKind })}
          />
        </FormField>
        <NumberField
          key={values.fileId}
          label="Minutes"
          min={1}
          max={600}
          value={values.minutes}
          onChange={(minutes) => minutes !== null && set({ minutes })}
        />
        <Switch
          checked={values.isPreview}
          onChange={(event) => set({ isPreview: event.target.checked })}
          help="Anyone can open it without enrolling."
        >
          Free preview
        </Switch>
      </div>
      {(isPlayed || kind === 'document') && <MediaPart {...props} />}
      {isPlayed && values.fileId !== null && <SectionsPart {...props} />}
      {isPlayed && values.fileId !== null && <CaptionsPart {...props} />}
      {kind === 'assignment' && <AssignmentPart fields={props.fields} />}
      {kind === 'live' && <LivePart fields={props.fields} />}
      <EditorPart
        title={kind === 'reading' ? 'Text' : kind === 'assignment' ? 'Task' : 'Under the recording'}
        aside={<span className="small num">{words === 1 ? '1 word' : `${words} words`}</span>}
      >
        <BodyField value={values.body} onChange={(body) => set({ body })} />
      </EditorPart>
      <FilesPart {...props} />
      <CompletionPart fields={props.fields} />
    </>
  );
}

function BodyField({ value, onChange }: { value: string; onChange: (body: string) => void }) {
  const [isPreview, setPreview] = useState(false);
  return (
    <>
      {isPreview ? (
        <Suspense fallback={<p className="meta">Loading preview…</p>}>
          <MarkdownPreview text={value} />
        </Suspense>
      ) : (
        <FormField
          label="Lesson text"
          isLabelHidden
          help="Markdown: **bold**, lists with -, headings with ##, links."
        >
          <Textarea
            rows={12}
            maxLength={100_000}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </FormField>
      )}
      <Button variant="quiet" size="s" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
        {isPreview ? 'Edit text' : 'Preview text'}
      </Button>
    </>
  );
}

const RULE_LABELS: Readonly<Record<Exclude<CompletionRule, 'assignment'>, string>> = {
  opened: 'opening it',
  watched: 'watching',
  marked: 'marking it as done',
};

function CompletionPart({ fields }: { fields: DraftFields<LessonContent> }) {
  const { completionRule, watchShare, kind, fileId } = fields.values;
  const canWatch = PLAYED.includes(kind) && fileId !== null;
  const rules = (['opened', 'watched', 'marked'] as const).filter((rule) => rule !== 'watched' || canWatch);
  return (
    <EditorPart title="When is it done?">
      {kind === 'assignment' ? (
        <p className="editor-rule">A learner finishes this lesson after the assignment is passed.</p>
      ) : (
        <div className="editor-rule">
          A learner finishes this lesson after{' '}
          <Select
            aria-label="What completes the lesson"
            value={completionRule}
            options={rules.map((rule) => ({ value: rule, label: RULE_LABELS[rule] }))}
            onChange={(event) => fields.set({ completionRule: event.target.value as CompletionRule })}
          />
          {completionRule === 'watched' && canWatch && (
            <>
              {' '}
              <Select
                aria-label="How much of it"
                value={String(watchShare)}
                options={[...new Set([50, 70, 80, 90, 100, watchShare])]
                  .toSorted((a, b) => a - b)
                  .map((share) => ({ value: String(share), label: `${share}% of it` }))}
                onChange={(event) => fields.set({ watchShare: Number(event.target.value) })}
              />
            </>
          )}
          .
        </div>
      )}
      <p className="help">Learners who have finished it stay finished.</p>
    </EditorPart>
  );
}
