// Adding students: paste or upload a list, see what became of every line, and open invitations.
import { useQuery } from '@tanstack/react-query';
import FileUp from 'icon:file-up';
import { useRef, useState } from 'react';
import type { MetaArgs } from 'react-router';
import { formatDay } from '#shared/dates.ts';
import {
  ADD_OUTCOME_LABELS,
  ADD_OUTCOMES,
  MAX_ADDED_STUDENTS,
  parseStudentLines,
} from '#shared/features/teaching/teaching.rules.ts';
import { parseId } from '#shared/ids.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage, StaffPart } from '#app/components/staff/staff-page.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import {
  listInvitationsQuery,
  listTaughtCoursesQuery,
  useAddStudents,
  useDeleteInvitation,
  type AddReport,
  type TaughtCourse,
} from './teaching.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Add students',
    description: 'Add people to one of your courses.',
    path: '/instructor/students/add',
    isHidden: true,
  });
}

export default function AddStudentsPage() {
  const courses = useQuery(listTaughtCoursesQuery());
  return (
    <StaffPage
      title="Add students"
      intro="People with an account can start at once. Everyone else gets an invitation by email."
    >
      <div className="mt-8 max-w-measure">
        <QueryView query={courses} what="your courses" skeleton={<Skeleton className="h-40" />}>
          {(list) => <AddForm courses={list.filter(({ state }) => state !== 'draft')} />}
        </QueryView>
      </div>
      <Invitations />
    </StaffPage>
  );
}

function AddForm({ courses }: { courses: readonly TaughtCourse[] }) {
  const { params } = useListAddress();
  const asked = parseId(params.get('course') ?? '');
  const [courseId, setCourseId] = useState(courses.find(({ id }) => id === asked)?.id ?? courses[0]?.id);
  const [people, setPeople] = useState('');
  const add = useAddStudents();
  const file = useRef<HTMLInputElement>(null);
  const count = parseStudentLines(people).length;
  const isTooMany = count > MAX_ADDED_STUDENTS;
  if (courseId === undefined) {
    return <Notice>Publish a course first. Then you can add students to it.</Notice>;
  }
  const submit = () => {
    if (count === 0 || isTooMany || add.isPending) return;
    add.mutate({ params: { id: courseId }, body: { people } });
  };
  return (
    <>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <FormField label="Course">
          <Select value={String(courseId)} onChange={(event) => setCourseId(Number(event.target.value))}>
            {courses.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        </FormField>
        <FormField
          label="Email addresses or usernames"
          help="One a line. You can paste a CSV: the first column counts."
          error={isTooMany ? `Add at most ${MAX_ADDED_STUDENTS} people at once.` : undefined}
          aside={
            <Button
              variant="quiet"
              size="s"
              className="whitespace-nowrap"
              icon={<FileUp className="icon" aria-hidden="true" />}
              onClick={() => file.current?.click()}
            >
              Load a CSV file
            </Button>
          }
        >
          <Textarea
            rows={8}
            spellCheck={false}
            value={people}
            onChange={(event) => setPeople(event.target.value)}
          />
        </FormField>
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
          aria-label="CSV file"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            if (chosen) void chosen.text().then((text) => setPeople(text.replace(/^\uFEFF/, '')));
          }}
        />
        {add.error && (
          <Notice tone="bad" isAlert>
            {failureTextOf(add.error)}
          </Notice>
        )}
        <div>
          <Button
            variant="primary"
            type="submit"
            isBusy={add.isPending}
            aria-disabled={count === 0 || isTooMany || undefined}
          >
            {count > 1 ? `Add ${count} people` : 'Add student'}
          </Button>
        </div>
      </form>
      {add.data && <Report report={add.data} onRetry={setPeople} />}
    </>
  );
}

const TONES = { added: 'ok', invited: 'new', already: 'plain', refused: 'bad' } as const;

function Report({ report: { results }, onRetry }: { report: AddReport; onRetry: (people: string) => void }) {
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  const summary = ADD_OUTCOMES.flatMap((outcome) => {
    const count = results.filter((result) => result.outcome === outcome).length;
    return count > 0 ? [`${ADD_OUTCOME_LABELS[outcome]}: ${count}`] : [];
  });
  return (
    <section className="mt-8" aria-labelledby="report">
      <h2 id="report" className="t-s">
        What became of each line
      </h2>
      <p className="meta mt-1" role="status">
        {summary.join(', ')}.
      </p>
      <table className="table table-flush mt-3">
        <caption className="sr-only">Results by line</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Who</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ line, text, outcome, message }) => (
            <tr key={line}>
              <td className="num">{line}</td>
              <td className="wrap-anywhere">{text}</td>
              <td>
                <Badge tone={TONES[outcome]}>{ADD_OUTCOME_LABELS[outcome]}</Badge>
                <span className="small block">{message}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {refused.length > 0 && (
        <Button className="mt-4" onClick={() => onRetry(refused.map(({ text }) => text).join('\n'))}>
          Correct the lines that weren’t added
        </Button>
      )}
    </section>
  );
}

function Invitations() {
  const query = useQuery(listInvitationsQuery());
  const withdraw = useDeleteInvitation();
  if (!query.data || query.data.total === 0) return null;
  const { items, total } = query.data;
  return (
    <div className="mt-12 max-w-measure">
      <StaffPart title="Open invitations">
        {total > items.length && (
          <p className="meta py-2">
            The oldest {items.length} of {total}.
          </p>
        )}
        <ul aria-label="Open invitations">
          {items.map(({ id, email, course, expiresAt }) => (
            <li key={id} className="flex items-center justify-between gap-4 border-b border-rule py-3">
              <span className="min-w-0 wrap-anywhere">
                {email}
                <span className="small block">
                  {course.title}, until {formatDay(expiresAt)}
                </span>
              </span>
              <ConfirmDialog
                trigger={
                  <Button size="s" variant="quiet" aria-label={`Withdraw the invitation to ${email}`}>
                    Withdraw
                  </Button>
                }
                title={`Withdraw the invitation to ${email}?`}
                description="The link in the email stops working. You can invite them again."
                confirmLabel="Withdraw"
                onConfirm={() => withdraw.mutateAsync({ params: { id } })}
              />
            </li>
          ))}
        </ul>
      </StaffPart>
    </div>
  );
}
