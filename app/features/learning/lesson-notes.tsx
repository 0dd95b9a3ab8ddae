// The learner's notes beside a lesson: each at its second, to go there again; all of the course in a dialog.
import { useQuery } from '@tanstack/react-query';
import Pencil from 'icon:pencil';
import Plus from 'icon:plus';
import Trash2 from 'icon:trash-2';
import { useEffect, useState, type RefObject } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { classroomPath, MAX_NOTE_LENGTH } from '#shared/features/learning/learning.rules.ts';
import { formatSecond } from '#shared/features/learning/practice.rules.ts';
import {
  type Lesson,
  type LessonNote,
  listNotesQuery,
  notesFileUrl,
  useCreateNote,
  useDeleteNote,
  useUpdateNote,
} from './learning.api.ts';
import type { PlayerHandle } from './player/practice-player.tsx';

type Player = RefObject<PlayerHandle | null>;

export function LessonNotes({ lesson, player }: { lesson: Lesson; player: Player }) {
  const user = useUser();
  const { data: notes = [] } = useQuery({ ...listNotesQuery(lesson.courseId), enabled: Boolean(user) });
  const [newAt, setNewAt] = useState<number | 'whole' | null>(null);
  const second = useSecond(lesson, player);
  if (!user) return null;
  const start = () => setNewAt(lesson.media ? second : 'whole');
  return (
    <section className="classroom-notes" aria-label="Your notes">
      <div className="classroom-notes-head">
        <h2 className="t-s">Your notes</h2>
        {newAt === null && (
          <Button
            variant="quiet"
            size="s"
            icon={<Plus className="icon" aria-hidden="true" />}
            onClick={start}
          >
            {lesson.media ? `Note at ${formatSecond(second)}` : 'Add a note'}
          </Button>
        )}
      </div>
      {newAt !== null && (
        <NewNote
          lessonId={lesson.id}
          atSecond={newAt === 'whole' ? null : newAt}
          onClose={() => setNewAt(null)}
        />
      )}
      <ul>
        {notes
          .filter(({ lessonId }) => lessonId === lesson.id)
          .map((note) => (
            <li key={note.id}>
              <Note note={note} player={player} />
            </li>
          ))}
      </ul>
      {newAt === null && !notes.some(({ lessonId }) => lessonId === lesson.id) && (
        <p className="meta">
          {lesson.media
            ? 'A note keeps its moment, so you find it again. Only you can read it.'
            : 'Write down what you want to keep. Only you can read it.'}
        </p>
      )}
      {notes.length > 0 && <AllNotes courseId={lesson.courseId} notes={notes} />}
    </section>
  );
}

/** Where the player is, once a second: enough for a label. */
function useSecond(lesson: Lesson, player: Player): number {
  const [second, setSecond] = useState(lesson.position);
  useEffect(() => {
    if (!lesson.media) return undefined;
    const timer = setInterval(() => setSecond(Math.floor(player.current?.second() ?? 0)), 1000);
    return () => clearInterval(timer);
  }, [lesson.media, player]);
  return second;
}

type NewNoteProps = { lessonId: number; atSecond: number | null; onClose: () => void };

function NewNote({ lessonId, atSecond, onClose }: NewNoteProps) {
  const create = useCreateNote();
  const save = (text: string) => create.mutate({ lessonId, atSecond, text }, { onSuccess: () => onClose() });
  const label = atSecond === null ? 'Note' : `Note at ${formatSecond(atSecond)}`;
  return <NoteForm label={label} isSaving={create.isPending} onSave={save} onCancel={onClose} />;
}

type NoteFormProps = {
  label: string;
  text?: string;
  isSaving: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
};

function NoteForm({ label, text = '', isSaving, onSave, onCancel }: NoteFormProps) {
  const [typed, setTyped] = useState(text);
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    setMissing(!typed.trim());
    if (typed.trim()) onSave(typed);
  };
  return (
    <form
      className="classroom-note-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FormField label={label} error={isMissing && 'Write a note first.'}>
        <Textarea
          rows={3}
          maxLength={MAX_NOTE_LENGTH}
          value={typed}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens because its button was pressed
          autoFocus
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel();
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
          }}
        />
      </FormField>
      <div className="flex gap-2">
        <Button type="submit" size="s" isBusy={isSaving}>
          Save note
        </Button>
        <Button variant="quiet" size="s" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Note({ note, player }: { note: LessonNote; player: Player }) {
  const [isEditing, setEditing] = useState(false);
  const update = useUpdateNote();
  const remove = useDeleteNote();
  const { atSecond } = note;
  if (isEditing) {
    const save = (text: string) =>
      update.mutate({ id: note.id, text }, { onSuccess: () => setEditing(false) });
    return (
      <NoteForm
        label="Change your note"
        text={note.text}
        isSaving={update.isPending}
        onSave={save}
        onCancel={() => setEditing(false)}
      />
    );
  }
  return (
    <div className="classroom-note">
      <p>
        {atSecond !== null && (
          <button
            type="button"
            className="classroom-note-time num"
            aria-label={`Go to ${formatSecond(atSecond)}`}
            onClick={() => player.current?.seek(atSecond)}
          >
            {formatSecond(atSecond)}
          </button>
        )}
        {note.text}
      </p>
      <IconButton
        label="Change this note"
        icon={<Pencil className="icon" aria-hidden="true" />}
        onClick={() => setEditing(true)}
      />
      <IconButton
        label="Delete this note"
        icon={<Trash2 className="icon" aria-hidden="true" />}
        onClick={() => remove.mutate(note.id)}
      />
    </div>
  );
}

function AllNotes({ courseId, notes }: { courseId: number; notes: readonly LessonNote[] }) {
  const byLesson = [...Map.groupBy(notes, ({ lessonId }) => lessonId)];
  return (
    <Dialog
      isWide
      title="Your notes in this course"
      trigger={
        <Button variant="quiet" size="s">
          All notes of this course ({notes.length})
        </Button>
      }
      footer={
        <>
          <a className={buttonClass({})} href={notesFileUrl(courseId, 'txt')} download>
            <span className="btn-label">Save as text</span>
          </a>
          <a className={buttonClass({})} href={notesFileUrl(courseId, 'md')} download>
            <span className="btn-label">Save as Markdown</span>
          </a>
        </>
      }
    >
      {byLesson.map(([lessonId, ofLesson]) => (
        <section key={lessonId} className="classroom-all-notes">
          <h3>
            <Link className="link" to={classroomPath(courseId, { ...keyOf(ofLesson), itemId: lessonId })}>
              {ofLesson[0]?.lessonTitle}
            </Link>
          </h3>
          <ul>
            {ofLesson.map(({ id, atSecond, text }) => (
              <li key={id}>
                {atSecond !== null && <span className="num">{formatSecond(atSecond)} </span>}
                {text}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

const keyOf = (notes: readonly LessonNote[]) =>
  ({ itemType: 'lesson', moduleId: notes[0]?.moduleId ?? 0 }) as const;
