// The grading queue: what learners handed in, those that wait longest first.
import { Link, type MetaArgs } from 'react-router';
import { avatarCandidates } from '#shared/avatar.ts';
import { formatMoment } from '#shared/dates.ts';
import {
  SUBMISSION_STATES,
  SUBMISSION_STATE_LABELS,
  formatSecond,
} from '#shared/features/assignment/assignment.rules.ts';
import { parseId } from '#shared/ids.ts';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { listSubmissionsToGradeQuery, type SubmissionRow } from './assignment.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Grading',
    description: 'Submissions waiting for a grade.',
    path: '/instructor/grading',
    isHidden: true,
  });
}

function gradingFilters(params: URLSearchParams) {
  return {
    q: searchOf(params),
    state: oneOf(SUBMISSION_STATES, params.get('state')) ?? 'submitted',
    course: parseId(params.get('course') ?? '') ?? undefined,
    page: pageOf(params),
  };
}

const TONES = { submitted: 'warn', returned: 'bad', passed: 'ok' } as const;

const COLUMNS: readonly StaffColumn<SubmissionRow>[] = [
  {
    key: 'learner',
    header: 'Learner',
    card: 'title',
    cell: ({ id, learner, number }) => (
      <span className="flex min-w-0 items-center gap-3.5">
        <Avatar
          sources={avatarCandidates({ profileImageUrl: learner.imageUrl, name: learner.name, kind: 'user' })}
          name={learner.name}
        />
        <span className="min-w-0 wrap-anywhere">
          <Link className="font-semibold hover:underline" to={`/instructor/grading/${id}`}>
            {learner.name}
          </Link>
          {number > 1 && <span className="small block">Try {number}</span>}
        </span>
      </span>
    ),
  },
  {
    key: 'lesson',
    header: 'Assignment',
    card: 'line',
    cell: ({ lesson, course, isAssessment }) => (
      <span>
        {lesson.title}
        <span className="small block">
          {course.title}
          {isAssessment && ', practical assessment'}
        </span>
      </span>
    ),
  },
  {
    key: 'work',
    header: 'Handed in',
    card: 'hide',
    cell: describeWork,
  },
  { key: 'when', header: 'When', card: 'figure', cell: ({ submittedAt }) => <When iso={submittedAt} /> },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: ({ state }) => <Badge tone={TONES[state]}>{SUBMISSION_STATE_LABELS[state]}</Badge>,
  },
];

function describeWork({ fileCount, seconds, isLive, sessionAt }: SubmissionRow): string {
  if (isLive) return sessionAt ? `Live, ${formatMoment(sessionAt)}` : 'Live, no date yet';
  if (seconds !== null) return `Video, ${formatSecond(seconds)}`;
  return fileCount === 0 ? 'Text' : `${fileCount} ${fileCount === 1 ? 'file' : 'files'}`;
}

export default function GradingPage() {
  const list = useStaffList(gradingFilters, listSubmissionsToGradeQuery);
  const { counts, items } = list.data ?? {};
  const first = list.filters.state === 'submitted' ? items?.[0] : undefined;
  return (
    <StaffList
      list={list}
      nouns="submissions"
      title="Grading"
      intro="Those that wait longest come first. Open one and grade it with the keyboard."
      actions={
        first && (
          <ButtonLink variant="primary" to={`/instructor/grading/${first.id}`}>
            Start grading
          </ButtonLink>
        )
      }
      tabs={{
        label: 'State',
        name: 'state',
        tabs: SUBMISSION_STATES.map((state) => ({
          label: SUBMISSION_STATE_LABELS[state],
          value: state,
          count: counts?.[state],
        })),
      }}
      search={{ placeholder: 'Learner or assignment' }}
      columns={COLUMNS}
      hasFaces
      empty={{
        title: 'Nothing to grade',
        text: 'When a learner hands in an assignment of one of your courses, it waits here.',
      }}
    />
  );
}
