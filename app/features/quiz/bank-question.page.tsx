// Writing one question of a course's bank: a new one, a copy of a quiz's question, or one that is there.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type SyntheticEvent } from 'react';
import { Link, type MetaArgs, useNavigate, useParams, useSearchParams } from 'react-router';
import type { DraftQuestion } from '#shared/features/course-editor/course-editor.schema.ts';
import { parseId } from '#shared/ids.ts';
import { DetailPage } from '#app/components/staff/detail-page.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { UnsavedGuard } from '#app/components/ui/leave-guard.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import {
  getCourseDraftQuery,
  getQuestionBankQuery,
  listOwnCoursesQuery,
} from '#app/features/course-editor/course-editor.api.ts';
import { lessonChoices } from '#app/features/course-editor/course-editor.tsx';
import { QuestionEditor } from '#app/features/course-editor/question-editor.tsx';
import { newQuestion } from '#app/features/course-editor/question-values.ts';
import { useCourseUploads } from '#app/features/course-editor/use-course-uploads.ts';
import { UploadList } from '#app/features/upload/upload-list.tsx';
import { useUploads } from '#app/features/upload/use-uploads.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import {
  getTaughtQuestionQuery,
  useCreateBankQuestion,
  useUpdateBankQuestion,
  type WrittenQuestion,
} from './question-bank.api.ts';

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Bank question',
    description: 'Write a question for the question bank.',
    path: location.pathname,
    isHidden: true,
  });
}

const BACK = { to: '/instructor/questions', label: 'Question bank' };

export default function BankQuestionPage() {
  const { id: inPath } = useParams();
  const [params] = useSearchParams();
  const copied = parseId(params.get('copy'));
  const id = inPath === undefined ? copied : parseId(inPath);
  const query = useQuery({ ...getTaughtQuestionQuery(id ?? 0), enabled: id !== null, gcTime: 0 });
  if (inPath === undefined && copied === null) {
    const courseId = parseId(params.get('course'));
    return (
      <>
        <Link className="link meta" to={BACK.to}>
          {BACK.label}
        </Link>
        <QuestionForm id={null} courseId={courseId} question={newQuestion('single')} file={null} />
      </>
    );
  }
  return (
    <DetailPage query={query} back={BACK} noun="question">
      {({ id: found, courseId, question, file }) => (
        <QuestionForm
          key={found}
          id={inPath === undefined ? null : found}
          courseId={courseId}
          question={{ ...question, id: null }}
          file={file}
        />
      )}
    </DetailPage>
  );
}

const toTags = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

type QuestionFormProps = {
  /** Null: it is new. */
  id: number | null;
  courseId: number | null;
  question: DraftQuestion;
  file: WrittenQuestion['file'];
};

function QuestionForm({ id, courseId: given, question: first, file }: QuestionFormProps) {
  const [courseId, setCourseId] = useState(given);
  const [question, setQuestion] = useState(first);
  const [tags, setTags] = useState(first.tags.join(', '));
  const [files, setFiles] = useState(file ? [file] : []);
  const { problems, isBusy, isSaved, isDirty, touch, save } = useSave({ id, courseId, question, tags });
  const { data: draft } = useQuery({ ...getCourseDraftQuery(courseId ?? 0), enabled: courseId !== null });
  const change = (next: DraftQuestion) => {
    touch();
    setQuestion(next);
  };
  const uploads = useUploads({ purpose: 'course-file', max: 1, finds: false });
  const upload = useCourseUploads(courseId ?? 0, uploads, {
    flush: () => Promise.resolve(),
    reload: () => undefined,
  });
  const onUpload = (file: File) =>
    upload([file], {
      to: 'question',
      onFile(arrived) {
        touch();
        setFiles((before) => [...before, arrived]);
        setQuestion((before) => ({ ...before, fileId: arrived.id }));
      },
    });
  return (
    <>
      <UnsavedGuard isDirty={isDirty && !isSaved} />
      <h1 className="t-l t-l-tool mt-3">{id === null ? 'Add a question to the bank' : 'Edit question'}</h1>
      <form noValidate className="editor-create mt-6" onSubmit={save}>
        {id === null && <CourseField value={courseId} isFixed={given !== null} onChange={setCourseId} />}
        <QuestionEditor
          question={question}
          name="Question"
          files={files}
          lessons={draft ? lessonChoices(draft) : []}
          onUpload={courseId === null ? undefined : onUpload}
          onChange={change}
        />
        <UploadList uploads={uploads} label="Files on their way" />
        <FormField label="Tags" help="Separate them with commas. A quiz draws questions by tag.">
          <Input
            value={tags}
            onChange={(event) => {
              touch();
              setTags(event.target.value);
            }}
          />
        </FormField>
        {problems.length > 0 && (
          <ul className="error-text" role="alert">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        <Button variant="primary" type="submit" isBusy={isBusy}>
          {id === null ? 'Add to bank' : 'Save question'}
        </Button>
      </form>
    </>
  );
}

type Written = { id: number | null; courseId: number | null; question: DraftQuestion; tags: string };

/** The server checks the question; what it finds is shown above the button. */
function useSave({ id, courseId, question, tags }: Written) {
  const navigate = useNavigate();
  const create = useCreateBankQuestion();
  const update = useUpdateBankQuestion();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isDirty, setDirty] = useState(false);
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    // Once the guard has seen that nothing is unsaved any more.
    if (isSaved) void navigate(`${BACK.to}?place=bank${courseId ? `&course=${courseId}` : ''}`);
  }, [isSaved, courseId, navigate]);
  async function save(event: SyntheticEvent) {
    event.preventDefault();
    if (courseId === null) return setProblems(['Choose the course whose bank it goes into']);
    const { id: _, ...written } = { ...question, tags: toTags(tags) };
    // Every kind has its own content and key; the contract checks that they fit.
    const body = { question: written as WrittenQuestion['question'] };
    try {
      if (id === null) await create.mutateAsync({ body: { courseId, ...body } });
      else await update.mutateAsync({ params: { id }, body });
      toast({ title: id === null ? 'Question added' : 'Question saved' });
      setSaved(true);
    } catch (error) {
      const details = error instanceof ApiError ? error.details.map(({ message }) => message) : [];
      setProblems(details.length > 0 ? [...new Set(details)] : [failureTextOf(error)]);
    }
  }
  return {
    problems,
    isBusy: create.isPending || update.isPending,
    isSaved,
    isDirty,
    touch: () => setDirty(true),
    save: (event: SyntheticEvent) => void save(event),
  };
}

type CourseFieldProps = {
  value: number | null;
  /** Chosen by the link that led here. */
  isFixed: boolean;
  onChange: (courseId: number | null) => void;
};

function CourseField({ value, isFixed, onChange }: CourseFieldProps) {
  const { data: courses = [] } = useQuery(listOwnCoursesQuery());
  const { data: bank } = useQuery({ ...getQuestionBankQuery(value ?? 0), enabled: isFixed });
  if (isFixed) return <p className="meta">For quizzes of {bank ? `“${bank.courseTitle}”` : 'this course'}</p>;
  return (
    <FormField label="Course" help="Its quizzes can draw the question.">
      <Select
        value={String(value ?? '')}
        placeholder="Choose a course"
        options={courses.map(({ id, title }) => ({ value: String(id), label: title }))}
        onChange={(event) => onChange(parseId(event.target.value))}
      />
    </FormField>
  );
}
