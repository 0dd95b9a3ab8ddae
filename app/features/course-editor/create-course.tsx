// Creating a course from its title, or going on with one of the viewer's own.
import { type SyntheticEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useCreateCourse } from './course-editor.api.ts';
import { editorPath } from './editor-path.ts';
import { OwnCourses } from './own-courses.tsx';
import './course-editor.css';

export function CreateCourse({ heading }: { heading: string }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const create = useCreateCourse();
  const [title, setTitle] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (title.trim() === '') return setProblem('Enter a title');
    try {
      const { id } = await create.mutateAsync(title);
      await navigate(editorPath(pathname, id));
    } catch (error) {
      setProblem(failureTextOf(error));
    }
  };
  return (
    <>
      <h1 className="t-l t-l-tool">{heading}</h1>
      <p className="lead mt-3 mb-6 max-w-measure">
        Start with a title. Nobody sees the course until you publish it, and you can change everything later.
      </p>
      <form noValidate className="editor-create" onSubmit={(event) => void submit(event)}>
        <FormField label="Title" error={problem}>
          <Input maxLength={160} value={title} onChange={(event) => setTitle(event.target.value)} />
        </FormField>
        <Button variant="primary" type="submit" isBusy={create.isPending}>
          Create course
        </Button>
      </form>
      <section className="mt-10" aria-labelledby="own-courses">
        <h2 id="own-courses" className="t-s">
          Your courses
        </h2>
        <OwnCourses empty="No courses yet. The first one starts above." />
      </section>
    </>
  );
}
