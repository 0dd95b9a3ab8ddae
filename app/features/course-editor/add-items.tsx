// Several items at once: a pasted list of titles, or videos that become lessons.
import ListPlus from 'icon:list-plus';
import { useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { parsePastedOutline, type PastedItem } from '#shared/features/course-editor/course-editor.rules.ts';
import { countOf } from '#shared/features/course/course.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Menu, MenuItem } from '#app/components/ui/menu.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useCreateDraftItems } from './course-editor.api.ts';
import { FilesInput } from './editor-parts.tsx';
import type { UploadTarget } from './use-course-uploads.ts';

const MOST = 200;

type AddManyProps = {
  courseId: number;
  moduleId: number;
  moduleTitle: string;
  onUpload: (files: File[], target: UploadTarget) => void;
};

/** For a module, behind one button: most of the time lessons are added one by one. */
export function AddMany({ courseId, moduleId, moduleTitle, onUpload }: AddManyProps) {
  const [isPasting, setPasting] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button variant="quiet" size="s" aria-label={`Add several lessons to ${moduleTitle}`}>
            Several…
          </Button>
        }
      >
        <MenuItem onSelect={() => setPasting(true)}>Paste titles</MenuItem>
        <MenuItem onSelect={() => files.current?.click()}>Upload videos</MenuItem>
      </Menu>
      <FilesInput
        ref={files}
        label={`Upload videos to ${moduleTitle}`}
        accept="video/*,audio/*,application/pdf"
        isMultiple
        onFiles={(chosen) => onUpload(chosen, { to: 'new-lesson', moduleId })}
      />
      <PasteDialog courseId={courseId} moduleId={moduleId} isOpen={isPasting} onOpenChange={setPasting} />
    </>
  );
}

/** For a course without modules: how most outlines start. */
export function PasteTitles({ courseId }: { courseId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <PasteDialog
      courseId={courseId}
      moduleId={null}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="quiet" size="s" icon={<ListPlus className="icon" aria-hidden="true" />}>
          Paste titles
        </Button>
      }
    />
  );
}

type PasteDialogProps = {
  courseId: number;
  moduleId: number | null;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  trigger?: ReactNode;
};

function PasteDialog({ courseId, moduleId, ...dialog }: PasteDialogProps) {
  return (
    <Dialog
      title="Paste a list of titles"
      description="One lesson per line. A line with # in front is a module, one that starts with “Quiz:” a quiz."
      {...dialog}
    >
      <PasteForm courseId={courseId} moduleId={moduleId} onDone={() => dialog.onOpenChange(false)} />
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
