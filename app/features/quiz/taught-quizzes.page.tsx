// The quizzes of an instructor's courses: how often they are taken, and how many pass.
import { Link, type MetaArgs } from 'react-router';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { pageOf, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { formatCount } from '#shared/numbers.ts';
import { listTaughtQuizzesQuery, type TaughtQuiz } from './quiz-teaching.api.ts';
import { QuizTabs } from './quiz-tabs.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Quizzes',
    description: 'Quizzes of your courses and their results.',
    path: '/instructor/quizzes',
    isHidden: true,
  });
}

const filtersOf = (params: URLSearchParams) => ({ q: searchOf(params), page: pageOf(params) });

const COLUMNS: readonly StaffColumn<TaughtQuiz>[] = [
  {
    key: 'quiz',
    header: 'Quiz',
    card: 'title',
    cell: ({ id, title, courseTitle }) => (
      <>
        <Link className="font-semibold hover:underline" to={`/instructor/quizzes/${id}`}>
          {title}
        </Link>
        <span className="small block">{courseTitle}</span>
      </>
    ),
  },
  { key: 'questions', header: 'Questions', align: 'right', card: 'hide', cell: (quiz) => quiz.questionCount },
  {
    key: 'learners',
    header: 'Learners',
    align: 'right',
    card: 'line',
    cell: (quiz) => formatCount(quiz.learners),
  },
  {
    key: 'attempts',
    header: 'Tries',
    align: 'right',
    card: 'line',
    cell: (quiz) => formatCount(quiz.attempts),
  },
  { key: 'passed', header: 'Passed', align: 'right', card: 'line', cell: (quiz) => percent(quiz.passRate) },
  {
    key: 'average',
    header: 'Average',
    align: 'right',
    card: 'line',
    cell: (quiz) => percent(quiz.averagePercent),
  },
  {
    key: 'state',
    header: 'To grade',
    card: 'state',
    cell: ({ toGrade }) => (toGrade > 0 ? <Badge tone="warn">{toGrade} to grade</Badge> : null),
  },
];

const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share)}%`);

export default function TaughtQuizzesPage() {
  const list = useStaffList(filtersOf, listTaughtQuizzesQuery);
  return (
    <StaffList
      list={list}
      nouns="quizzes"
      title="Quizzes"
      intro="Open one to see which questions are hard, and to give someone more time or another try."
      pageTabs={<QuizTabs />}
      search={{ placeholder: 'Quiz or course' }}
      columns={COLUMNS}
      empty={{
        title: 'No quizzes yet',
        text: 'Add a quiz to one of your courses, and its results appear here.',
      }}
    />
  );
}
