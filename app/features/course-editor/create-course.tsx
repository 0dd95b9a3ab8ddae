// Creating a course from its title, or going on with one of the viewer's own.
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { countOf } from '#shared/features/course/course.rules.ts';
import { When } from '#app/components/staff/when.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { listOwnCoursesQuery, useCreateCourse } from './course-editor.api.ts';
import { editorPath } from './editor-path.ts';
import './course-editor.css';

const STATE_LABELS = { draft: 'Draft', published: 'Published', archived: 'Archived' } as const;

export function CreateCourse({ heading }: { heading: string }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const create = useCreateCourse();
  const [title, setTitle] = useState('');
  const [problem, setProblem] = useState<string>();
  const query = useQuery(listOwnCoursesQuery());
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
        <QueryView
          query={query}
          what="your courses"
          skeleton={
            <SkeletonGroup label="Loading your courses" className="grid gap-3">
              <Skeleton className="h-14" />
              <Skeleton className="h-14" />
            </SkeletonGroup>
          }
        >
          {(courses) =>
            courses.length === 0 ? (
              <p className="meta mt-3">No courses yet. The first one starts above.</p>
            ) : (
              <ul className="editor-courses">
                {courses.map((course) => (
                  <li key={course.id}>
                    <Link className="link" to={editorPath(pathname, course.id)}>
                      {course.title}
                    </Link>
                    <Badge tone={course.state === 'published' ? 'ok' : 'plain'}>
                      {STATE_LABELS[course.state]}
                    </Badge>
                    {course.hasUnpublishedChanges && course.state === 'published' && (
                      <span className="small">Unpublished changes</span>
                    )}
                    <span className="meta num">
                      {countOf(course.lessonCount, 'lesson')}, {countOf(course.learnerCount, 'learner')}
                    </span>
                    <span className="meta">
                      <When iso={course.updatedAt} />
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
      </section>
    </>
  );
}
