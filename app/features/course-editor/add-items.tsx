// Several items at once: a pasted list of titles, or videos that become lessons.
import { useState, type SyntheticEvent } from 'react';
import { parsePastedOutline, type PastedItem } from '#shared/features/course-editor/course-editor.rules.ts';
import { countOf } from '#shared/features/course/course.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useCreateDraftItems } from './course-editor.api.ts';
import { ChooseFiles } from './editor-parts.tsx';
import type { UploadTarget } from './use-course-uploads.ts';

const MOST = 200;

type AddManyProps = {
  courseId: number;
  moduleId: number | null;
  onUpload: (files: File[], target: UploadTarget) => void;
};

export function AddMany({ courseId, moduleId, onUpload }: AddManyProps) {
  return (
    <>
      <PasteTitles courseId={courseId} moduleId={moduleId} />
      {moduleId !== null && (
        <ChooseFiles
          label="Upload videos"
          accept="video/*,audio/*,application/pdf"
          isMultiple
          onFiles={(files) => onUpload(files, { to: 'new-lesson', moduleId })}
        />
      )}
    </>
  );
}

function PasteTitles({ courseId, moduleId }: { courseId: number; moduleId: number | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="Paste a list of titles"
      description="One lesson per line. A line with # in front is a module, one that starts with “Quiz:” a quiz."
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="quiet" size="s">
          Paste titles
        </Button>
      }
    >
      <PasteForm courseId={courseId} moduleId={moduleId} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

type PasteFormProps = { courseId: number; moduleId: number | null; onDone: () => void };

function PasteForm({ courseId, moduleId, onDone }: PasteFormProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const create = useCreateDraftItems(courseId);
  const items = withModule(parsePastedOutline(text), moduleId);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (items.length === 0) return setProblem('Enter at least one title.');
    if (items.length > MOST) return setProblem(`Paste at most ${MOST} titles at once.`);
    try {
      await create.mutateAsync({ moduleId, items });
      toast({ title: `${countOf(items.length, 'item')} added` });
      onDone();
    } catch (error) {
      setProblem(failureTextOf(error));
    }
  };
  return (
    <DialogForm problem={problem} onSubmit={submit} submitLabel="Add to outline" isBusy={create.isPending}>
      <FormField label="Titles" help={items.length > 0 ? summaryOf(items) : undefined}>
        <Textarea rows={10} value={text} onChange={(event) => setText(event.target.value)} />
      </FormField>
    </DialogForm>
  );
}

/** Lessons need a module to go into. */
function withModule(items: PastedItem[], moduleId: number | null): PastedItem[] {
  const isHomeless = moduleId === null && items[0] !== undefined && items[0].type !== 'module';
  return isHomeless ? [{ type: 'module', title: 'Module 1' }, ...items] : items;
}

function summaryOf(items: readonly PastedItem[]): string {
  const count = (type: PastedItem['type']) => items.filter((item) => item.type === type).length;
  const parts = [
    count('module') > 0 && countOf(count('module'), 'module'),
    count('lesson') > 0 && countOf(count('lesson'), 'lesson'),
    count('quiz') > 0 && countOf(count('quiz'), 'quiz', 'quizzes'),
  ];
  return parts.filter(Boolean).join(', ');
}
