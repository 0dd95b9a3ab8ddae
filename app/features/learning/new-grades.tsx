// For a learner's dashboard: recent feedback on their work.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatAgo } from '#shared/dates.ts';
import type { OwnGrade } from '#shared/features/learning/learning.contract.ts';
import { listOwnGradesQuery } from './learning.api.ts';

/** Nothing while loading or when it fails: the bell and an email said so, too. */
export function NewGrades() {
  const { data: grades = [] } = useQuery(listOwnGradesQuery());
  if (grades.length === 0) return null;
  return (
    <section aria-label="New grades">
      <div className="head mb-0">
        <h2 className="t-s">New grades</h2>
      </div>
      <ul>
        {grades.map((grade) => (
          <li key={`${grade.kind} ${grade.id}`} className="border-b border-rule">
            <Link to={pathOf(grade)} className="block py-3 text-sm leading-ui hover:text-plum">
              <strong className="font-semibold">
                {grade.title}: {outcomeOf(grade)}
              </strong>
              <span className="small block">
                {grade.course.title}, {formatAgo(grade.gradedAt)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const pathOf = ({ kind, id, course }: OwnGrade) =>
  kind === 'quiz' ? `/quizzes/${id}/results` : `/courses/${course.id}/lessons/${id}`;

function outcomeOf({ kind, hasPassed }: OwnGrade): string {
  if (hasPassed) return 'passed';
  return kind === 'quiz' ? 'not passed yet' : 'returned with notes';
}
