// Students of an instructor's courses: progress, last seen, where they are, results, export.
import { useQuery } from '@tanstack/react-query';
import UserPlus from 'icon:user-plus';
import { Link, type MetaArgs } from 'react-router';
import { avatarCandidates } from '#shared/avatar.ts';
import {
  STUDENT_SORTS,
  STUDENT_STATE_LABELS,
  STUDENT_STATES,
} from '#shared/features/teaching/teaching.rules.ts';
import { parseId } from '#shared/ids.ts';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { listStudentsQuery, listTaughtCoursesQuery, STUDENTS_CSV, type StudentRow } from './teaching.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Students',
    description: 'Students of your courses.',
    path: '/instructor/students',
    isHidden: true,
  });
}

function studentFilters(params: URLSearchParams) {
  return {
    q: searchOf(params),
    course: parseId(params.get('course') ?? '') ?? undefined,
    state: oneOf(STUDENT_STATES, params.get('state')),
    sort: oneOf(STUDENT_SORTS, params.get('sort')) ?? 'last-seen',
    page: pageOf(params),
  };
}

const STUDENT_TONES = { active: 'plain', stuck: 'warn', completed: 'ok', ended: 'bad' } as const;

const COLUMNS: readonly StaffColumn<StudentRow>[] = [
  {
    key: 'name',
    header: 'Student',
    card: 'title',
    sort: { ascending: 'name' },
    cell: ({ userId, name, username, imageUrl, course }) => (
      <span className="flex min-w-0 items-center gap-3.5">
        <Avatar sources={avatarCandidates({ profileImageUrl: imageUrl, name, kind: 'user' })} name={name} />
        <span className="min-w-0 wrap-anywhere md:min-w-36">
          <Link
            className="font-semibold hover:underline"
            to={`/instructor/courses/${course.id}/students/${userId}`}
          >
            {name}
          </Link>
          <span className="small block">{username}</span>
        </span>
      </span>
    ),
  },
  { key: 'course', header: 'Course', card: 'hide', cell: ({ course }) => course.title },
  {
    key: 'progress',
    header: 'Progress',
    card: 'figure',
    align: 'right',
    cell: ({ progress }) => <span className="num">{progress}%</span>,
  },
  { key: 'next', header: 'Is at', card: 'hide', cell: ({ nextItem }) => nextItem ?? '–' },
  {
    key: 'quiz',
    header: 'Quizzes',
    card: 'hide',
    align: 'right',
    cell: ({ quizPercent }) => <span className="num">{quizPercent === null ? '–' : `${quizPercent}%`}</span>,
  },
  {
    key: 'seen',
    header: 'Last seen',
    card: 'hide',
    sort: { descending: 'last-seen', ascending: 'longest-away' },
    cell: ({ lastSeenAt }) => (lastSeenAt ? <When iso={lastSeenAt} /> : 'Not yet'),
  },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: ({ state }) => <Badge tone={STUDENT_TONES[state]}>{STUDENT_STATE_LABELS[state]}</Badge>,
  },
];

export default function StudentsPage() {
  const list = useStaffList(studentFilters, listStudentsQuery);
  const { data: courses = [] } = useQuery(listTaughtCoursesQuery());
  return (
    <StaffList
      list={list}
      nouns="students"
      title="Students"
      csv={STUDENTS_CSV}
      actions={
        <>
          <ButtonLink to="/instructor/grading">Grading</ButtonLink>
          <ButtonLink to="/instructor/announcements">Write to all</ButtonLink>
          <ButtonLink
            variant="primary"
            to="/instructor/students/add"
            icon={<UserPlus className="icon" aria-hidden="true" />}
          >
            Add students
          </ButtonLink>
        </>
      }
      tabs={{
        label: 'State',
        name: 'state',
        tabs: [
          { label: 'All' },
          ...STUDENT_STATES.map((state) => ({ label: STUDENT_STATE_LABELS[state], value: state })),
        ],
      }}
      search={{ placeholder: 'Name or username' }}
      filters={[
        {
          name: 'course',
          label: 'Course',
          all: 'All courses',
          options: courses.map(({ id, title }) => ({ value: String(id), label: title })),
        },
      ]}
      columns={COLUMNS}
      hasFaces
      empty={{
        title: 'No students yet',
        text: 'Everyone who buys or gets one of your courses is listed here.',
        action: <ButtonLink to="/instructor/students/add">Add students</ButtonLink>,
      }}
    />
  );
}
