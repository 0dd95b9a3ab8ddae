// One student in one course: every lesson and quiz, how long they took, and what they handed in.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, type MetaArgs } from 'react-router';
import { avatarCandidates } from '#shared/avatar.ts';
import { formatMoment } from '#shared/dates.ts';
import { SUBMISSION_STATE_LABELS } from '#shared/features/assignment/assignment.rules.ts';
import { formatDuration } from '#shared/features/course/course.rules.ts';
import { STUDENT_STATE_LABELS } from '#shared/features/teaching/teaching.rules.ts';
import { parseId } from '#shared/ids.ts';
import { AskLink } from '#app/components/message/ask-link.tsx';
import { DetailPage, DetailSheet } from '#app/components/staff/detail-page.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { getStudentQuery, type StudentDetail } from './teaching.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Student',
    description: 'One student in one course.',
    path: '/instructor/students',
    isHidden: true,
  });
}

const TONES = { active: 'plain', stuck: 'warn', completed: 'ok', ended: 'bad' } as const;

export default function StudentPage() {
  const params = useParams();
  const [id, userId] = [parseId(params['id'] ?? ''), parseId(params['userId'] ?? '')];
  const query = useQuery({
    ...getStudentQuery({ id: id ?? 0, userId: userId ?? 0 }),
    enabled: id !== null && userId !== null,
  });
  return (
    <DetailPage
      query={query}
      back={{ to: '/instructor/students', label: 'All students' }}
      noun="student"
      hasFace
    >
      {(student) => <Sheet student={student} />}
    </DetailPage>
  );
}

function Sheet({ student }: { student: StudentDetail }) {
  const { name, imageUrl, course, state, progress, lastSeenAt } = student;
  return (
    <DetailSheet
      title={name}
      picture={
        <Avatar
          sources={avatarCandidates({ profileImageUrl: imageUrl, name, kind: 'user' })}
          name={name}
          size="l"
        />
      }
      state={
        <>
          <Badge tone={TONES[state]}>{STUDENT_STATE_LABELS[state]}</Badge>
          <span>
            {progress}% of {course.title}
          </span>
          {lastSeenAt && (
            <span>
              Last seen <When iso={lastSeenAt} />
            </span>
          )}
        </>
      }
      aside={<Aside student={student} />}
    >
      <StaffPart title="Lessons and quizzes">
        <Items student={student} />
      </StaffPart>
    </DetailSheet>
  );
}

const minutes = (seconds: number) =>
  seconds < 60 ? (seconds > 0 ? 'under 1 min' : '–') : formatDuration(Math.round(seconds / 60));

function Items({ student: { items } }: { student: StudentDetail }) {
  return (
    <table className="table table-flush">
      <caption className="sr-only">Progress by lesson and quiz</caption>
      <thead>
        <tr>
          <th scope="col">Lesson or quiz</th>
          <th scope="col">State</th>
          <th scope="col" data-align="right">
            Time
          </th>
          <th scope="col" data-align="right">
            Result
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={`${item.itemType}-${item.itemId}`}>
            <td>
              {item.title}
              <span className="small block">{item.module}</span>
            </td>
            <td>
              {item.completedAt ? (
                <>
                  Completed <When iso={item.completedAt} />
                </>
              ) : item.openedAt ? (
                'Started'
              ) : (
                <span className="meta">Not started</span>
              )}
            </td>
            <td data-align="right" className="num">
              {minutes(item.secondsSpent)}
            </td>
            <td data-align="right" className="num">
              {item.bestPercent === null ? '–' : `${item.bestPercent}%`}
              {item.attempts > 1 && <span className="small block">{item.attempts} attempts</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Aside({ student }: { student: StudentDetail }) {
  const { enrolledAt, completedAt, secondsSpent, quizPercent, nextItem, submissions, username } = student;
  return (
    <>
      <StaffPart title="At a glance" action={<AskLink ownerId={student.userId} label="Message" />}>
        <dl className="order meta">
          <Fact label="Username">{username}</Fact>
          <Fact label="Enrolled">{formatMoment(enrolledAt)}</Fact>
          {completedAt && <Fact label="Completed">{formatMoment(completedAt)}</Fact>}
          <Fact label="Time in lessons">{minutes(secondsSpent)}</Fact>
          <Fact label="Quiz average">{quizPercent === null ? '–' : `${quizPercent}%`}</Fact>
          {nextItem && <Fact label="Is at">{nextItem}</Fact>}
        </dl>
      </StaffPart>
      <StaffPart title="Handed in">
        {submissions.length === 0 && <p className="meta py-3">Nothing yet.</p>}
        <ul>
          {submissions.map(({ id, lesson, number, state, submittedAt }) => (
            <li key={id} className="border-b border-rule py-3">
              <Link className="link" to={`/instructor/grading/${id}`}>
                {lesson}
                {number > 1 && `, try ${number}`}
              </Link>
              <span className="small block">
                {SUBMISSION_STATE_LABELS[state]}, <When iso={submittedAt} />
              </span>
            </li>
          ))}
        </ul>
      </StaffPart>
    </>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex justify-between gap-4 border-b border-rule py-2">
      <dt>{label}</dt>
      <dd className="text-right wrap-anywhere">{children}</dd>
    </div>
  );
}
