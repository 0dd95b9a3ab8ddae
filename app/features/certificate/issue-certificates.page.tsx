// Issuing certificates by hand: one person or a list, with a dry run first and a report for every line.
import { useQuery } from '@tanstack/react-query';
import FileUp from 'icon:file-up';
import { type ReactNode, useRef, useState } from 'react';
import { Link, type MetaArgs } from 'react-router';
import { MAX_ISSUED_AT_ONCE, parsePeople } from '#shared/features/certificate/certificate.rules.ts';
import { parseId } from '#shared/ids.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { listTaughtCoursesQuery, type TaughtCourse } from '#app/features/teaching/teaching.api.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useIssueCertificates, type IssueReport } from './certificate.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Issue certificates',
    description: 'Issue certificates of your courses by hand.',
    path: '/instructor/certificates/issue',
    isHidden: true,
  });
}

export default function IssueCertificatesPage() {
  const courses = useQuery(listTaughtCoursesQuery());
  return (
    <StaffPage
      title="Issue certificates"
      intro="For people who earned one outside the course, at a workshop or before you taught here. Everyone gets an email."
    >
      <div className="mt-8 max-w-measure">
        <QueryView query={courses} what="your courses" skeleton={<Skeleton className="h-40" />}>
          {(list) => <IssueForm courses={list.filter(({ state }) => state !== 'draft')} />}
        </QueryView>
      </div>
    </StaffPage>
  );
}

function IssueForm({ courses }: { courses: readonly TaughtCourse[] }) {
  const { params } = useListAddress();
  const asked = parseId(params.get('course') ?? '');
  const [courseId, setCourseId] = useState(courses.find(({ id }) => id === asked)?.id ?? courses[0]?.id);
  const [people, setPeople] = useState('');
  const issue = useIssueCertificates();
  const file = useRef<HTMLInputElement>(null);
  const count = parsePeople(people).length;
  const isTooMany = count > MAX_ISSUED_AT_ONCE;
  if (courseId === undefined)
    return <Notice>Publish a course first. Then you can issue its certificates.</Notice>;
  const change = (text: string) => {
    setPeople(text);
    issue.reset();
  };
  const send = (isDryRun: boolean) => {
    if (count === 0 || isTooMany || issue.isPending) return;
    issue.mutate({ params: { id: courseId }, body: { people, isDryRun } });
  };
  const due = issue.data?.results.filter(({ outcome }) => outcome === 'would-issue').length ?? 0;
  return (
    <>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          send(true);
        }}
      >
        <FormField label="Course">
          <Select
            value={String(courseId)}
            onChange={(event) => {
              setCourseId(Number(event.target.value));
              issue.reset();
            }}
          >
            {courses.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        </FormField>
        <FormField
          label="Email addresses or usernames"
          help="One a line. After a comma you can add the name for the certificate, if it differs from the account’s."
          error={isTooMany ? `Issue at most ${MAX_ISSUED_AT_ONCE} certificates at once.` : undefined}
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
            onChange={(event) => change(event.target.value)}
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
            if (chosen) void chosen.text().then((text) => change(text.replace(/^\uFEFF/, '')));
          }}
        />
        {issue.error && (
          <Notice tone="bad" isAlert>
            {failureTextOf(issue.error)}
          </Notice>
        )}
        <div>
          <Button
            type="submit"
            isBusy={issue.isPending}
            aria-disabled={count === 0 || isTooMany || undefined}
          >
            {count > 1 ? `Check ${count} people` : 'Check'}
          </Button>
        </div>
      </form>
      {issue.data && (
        <Report report={issue.data}>
          {due > 0 && (
            <Button className="mt-5" variant="primary" isBusy={issue.isPending} onClick={() => send(false)}>
              {due === 1 ? 'Issue 1 certificate' : `Issue ${due} certificates`}
            </Button>
          )}
        </Report>
      )}
    </>
  );
}

const OUTCOMES = {
  issued: { label: 'Issued', tone: 'ok' },
  'would-issue': { label: 'Ready', tone: 'new' },
  refused: { label: 'Not issued', tone: 'bad' },
} as const;

type ReportProps = {
  report: IssueReport;
  /** The next step, above the lines: there may be hundreds. */
  children: ReactNode;
};

/** Lines that get nothing come first: they are what there is to correct. */
function Report({ report: { results }, children }: ReportProps) {
  const lines = results.toSorted((a, b) => Number(b.outcome === 'refused') - Number(a.outcome === 'refused'));
  const summary = (Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]).flatMap((outcome) => {
    const count = results.filter((result) => result.outcome === outcome).length;
    return count > 0 ? [`${OUTCOMES[outcome].label}: ${count}`] : [];
  });
  return (
    <section className="mt-8" aria-labelledby="report">
      <h2 id="report" className="t-s">
        Line by line
      </h2>
      <p className="meta mt-1" role="status">
        {summary.join(', ')}.{' '}
        {results.some(({ outcome }) => outcome === 'issued') && (
          <Link className="link" to="/instructor/certificates">
            See all certificates
          </Link>
        )}
      </p>
      {children}
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
          {lines.map(({ line, text, outcome, message }) => (
            <tr key={line}>
              <td className="num">{line}</td>
              <td className="wrap-anywhere">{text}</td>
              <td>
                <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Badge>
                <span className="small block">{message}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
