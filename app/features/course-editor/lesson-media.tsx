// The recording of a lesson and what belongs to it: sections, captions, attachments.
import { useState } from 'react';
import type { CourseFile, LessonContent } from '#shared/features/course-editor/course-editor.schema.ts';
import { DEFAULT_PHRASE_COUNTS } from '#shared/features/course/course.rules.ts';
import { formatClock } from '#shared/features/quiz/quiz.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { formatBytes } from '#app/lib/format-bytes.ts';
import { useDeleteCourseCaptions } from './course-editor.api.ts';
import { ChooseFiles, EditorPart, NumberField } from './editor-parts.tsx';
import type { UploadTarget } from './use-course-uploads.ts';
import type { DraftFields } from './use-draft-fields.ts';

export type LessonEditorProps = {
  courseId: number;
  lessonId: number;
  fields: DraftFields<LessonContent>;
  files: readonly CourseFile[];
  onUpload: (files: File[], target: UploadTarget) => void;
  /** The lesson has other files now. */
  onFilesChanged: () => void;
};

const ACCEPT = {
  video: 'video/*',
  audio: 'audio/*',
  practice: 'video/*,audio/*',
  document: 'application/pdf',
} as const;

export function MediaPart({ fields, files, lessonId, onUpload }: LessonEditorProps) {
  const { kind, fileId } = fields.values;
  const file = files.find(({ id }) => id === fileId);
  const accept = ACCEPT[kind as keyof typeof ACCEPT] ?? '*';
  const title = kind === 'document' ? 'Document' : kind === 'audio' ? 'Audio' : 'Video';
  return (
    <EditorPart
      title={title}
      aside={
        <ChooseFiles
          label={file ? 'Replace' : `Upload ${title.toLowerCase()}`}
          accept={accept}
          onFiles={(chosen) => onUpload(chosen, { to: 'lesson', lessonId })}
        />
      }
    >
      {file ? (
        <div className="editor-media">
          <p>
            <strong className="wrap-anywhere">{file.name}</strong>{' '}
            <span className="meta num">
              {formatBytes(file.bytes)}
              {file.seconds !== null && `, ${formatClock(file.seconds)}`}
              {file.pages !== null && `, ${file.pages} pages`}
            </span>
          </p>
          <Button variant="quiet" size="s" onClick={() => fields.set({ fileId: null })}>
            Remove
          </Button>
        </div>
      ) : (
        <p className="meta">No file yet. Keep working while it uploads.</p>
      )}
      {kind === 'video' && fileId === null && <EmbedField fields={fields} />}
      {kind !== 'document' && fileId !== null && (
        <div className="editor-facts mt-4">
          <NumberField
            label="Beats per minute"
            isOptional
            min={30}
            max={300}
            value={fields.values.bpm}
            onChange={(bpm) => fields.set({ bpm })}
          />
          <NumberField
            label="First beat, in seconds"
            isOptional
            min={0}
            max={3600}
            step={0.01}
            value={fields.values.firstBeat}
            onChange={(firstBeat) => fields.set({ firstBeat })}
          />
          <NumberField
            label="Counts in a phrase"
            help="8, or 6 for a waltz."
            min={2}
            max={16}
            value={fields.values.phraseCounts}
            onChange={(phraseCounts) => fields.set({ phraseCounts: phraseCounts ?? DEFAULT_PHRASE_COUNTS })}
          />
        </div>
      )}
    </EditorPart>
  );
}

/** “1:05” or “65”. */
function parseClock(text: string): number | null {
  const parts = text.trim().split(':').map(Number);
  if (parts.length > 3 || parts.some((part) => Number.isNaN(part) || part < 0)) return null;
  return parts.reduce((sum, part) => sum * 60 + part, 0);
}

export function SectionsPart({ fields }: LessonEditorProps) {
  const { sections } = fields.values;
  const change = (at: number, section: Partial<LessonContent['sections'][number]>) =>
    fields.set({ sections: sections.map((one, index) => (index === at ? { ...one, ...section } : one)) });
  const last = sections.at(-1)?.start ?? -30;
  return (
    <EditorPart
      title="Sections"
      aside={
        <Button
          variant="quiet"
          size="s"
          onClick={() => fields.set({ sections: [...sections, { label: 'New section', start: last + 30 }] })}
        >
          Add a section
        </Button>
      }
    >
      {sections.length === 0 && (
        <p className="meta">Name parts of the recording so that learners can loop them.</p>
      )}
      <ol className="editor-sections">
        {sections.map((section, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- sections have no id; their place is what they are
          <li key={at}>
            <Input
              aria-label={`Start of section ${at + 1}`}
              defaultValue={formatClock(section.start)}
              onBlur={(event) => {
                const start = parseClock(event.target.value);
                if (start !== null) change(at, { start });
              }}
            />
            <Input
              aria-label={`Name of section ${at + 1}`}
              maxLength={120}
              value={section.label}
              onChange={(event) => change(at, { label: event.target.value })}
            />
            <Button
              variant="quiet"
              size="s"
              onClick={() => fields.set({ sections: sections.filter((_, index) => index !== at) })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
    </EditorPart>
  );
}

const LANGUAGES = {
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  de: 'German',
  it: 'Italian',
  pt: 'Portuguese',
  ja: 'Japanese',
};
const languageOf = (code: string | null) => LANGUAGES[code as keyof typeof LANGUAGES] ?? code ?? '';

export function CaptionsPart({
  courseId,
  fields,
  files,
  lessonId,
  onUpload,
  onFilesChanged,
}: LessonEditorProps) {
  const [language, setLanguage] = useState('en');
  const remove = useDeleteCourseCaptions(courseId);
  const parentId = fields.values.fileId;
  const captions = files.filter((file) => file.kind === 'caption' && file.parentId === parentId);
  if (parentId === null) return null;
  return (
    <EditorPart title="Captions">
      <ul className="editor-captions">
        {captions.map((file: CourseFile) => (
          <li key={file.id}>
            <b>{languageOf(file.language)}</b>
            <span className="meta wrap-anywhere">{file.name}</span>
            <Button
              variant="quiet"
              size="s"
              onClick={() => remove.mutate(file.id, { onSuccess: onFilesChanged })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <div className="editor-facts mt-2">
        <FormField label="Language of the captions">
          <Select
            value={language}
            options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
            onChange={(event) => setLanguage(event.target.value)}
          />
        </FormField>
        <ChooseFiles
          label="Upload a .vtt file"
          accept=".vtt"
          onFiles={(chosen) => onUpload(chosen, { to: 'captions', lessonId, parentId, language })}
        />
      </div>
      <p className="help">WebVTT files. Captions of a published video are visible right away.</p>
    </EditorPart>
  );
}

export function FilesPart({ fields, files, lessonId, onUpload }: LessonEditorProps) {
  const { attachmentIds } = fields.values;
  const attached = attachmentIds.flatMap((id) => files.find((file) => file.id === id) ?? []);
  return (
    <EditorPart
      title="Files"
      aside={
        <ChooseFiles
          label="Add files"
          accept="*"
          isMultiple
          onFiles={(chosen) => onUpload(chosen, { to: 'attachments', lessonId })}
        />
      }
    >
      {attached.length === 0 && <p className="meta">Handouts and music that go with the lesson.</p>}
      <ul className="editor-captions">
        {attached.map((file) => (
          <li key={file.id}>
            <b className="wrap-anywhere">{file.name}</b>
            <span className="meta num">{formatBytes(file.bytes)}</span>
            <Button
              variant="quiet"
              size="s"
              onClick={() => fields.set({ attachmentIds: attachmentIds.filter((id) => id !== file.id) })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </EditorPart>
  );
}

/** A YouTube link in any form. */
function EmbedField({ fields }: { fields: DraftFields<LessonContent> }) {
  const [text, setText] = useState(fields.values.embedUrl ?? '');
  const [error, setError] = useState<string>();
  return (
    <FormField label="Or a YouTube link" isOptional error={error}>
      <Input
        type="url"
        value={text}
        placeholder="https://www.youtube.com/watch?v=…"
        onChange={(event) => {
          const url = event.target.value.trim();
          setText(event.target.value);
          const isFit = url === '' || /youtu(be\.com|\.be)\//i.test(url);
          setError(isFit ? undefined : 'Paste a YouTube link');
          if (isFit) fields.set({ embedUrl: url === '' ? null : url });
        }}
      />
    </FormField>
  );
}
