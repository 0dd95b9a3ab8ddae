// Who assesses a course besides its own instructor.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { listCourseAssessorsQuery, useAddCourseAssessor, useRemoveCourseAssessor } from './assignment.api.ts';

export function CourseAssessors({ courseId }: { courseId: number }) {
  const { data: assessors = [] } = useQuery(listCourseAssessorsQuery(courseId));
  const add = useAddCourseAssessor();
  const remove = useRemoveCourseAssessor();
  const [user, setUser] = useState('');
  return (
    <section className="mt-12 border-t border-rule pt-6" aria-labelledby="assessors">
      <h2 id="assessors" className="t-s">
        Assessors
      </h2>
      <p className="meta mt-1">
        You and the platform’s staff assess the practical assessment. Other instructors you add here can as
        well: they see what learners hand in for it, and nothing else of the course.
      </p>
      {assessors.length > 0 && (
        <ul className="mt-4 border-t border-rule">
          {assessors.map(({ id, name, username }) => (
            <li key={id} className="flex items-center justify-between gap-4 border-b border-rule py-2.5">
              <span className="min-w-0 wrap-anywhere">
                {name} <span className="small">{username}</span>
              </span>
              <Button
                variant="quiet"
                size="s"
                aria-label={`Remove ${name}`}
                onClick={() => remove.mutate({ params: { id: courseId, userId: id } })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="mt-4 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (user.trim() === '' || add.isPending) return;
          add.mutate({ params: { id: courseId }, body: { user } }, { onSuccess: () => setUser('') });
        }}
      >
        <FormField
          className="min-w-60 flex-1"
          label="Instructor’s email address or username"
          error={add.error ? failureTextOf(add.error) : undefined}
        >
          <Input value={user} maxLength={254} onChange={(event) => setUser(event.target.value)} />
        </FormField>
        <Button type="submit" isBusy={add.isPending}>
          Add assessor
        </Button>
      </form>
    </section>
  );
}
