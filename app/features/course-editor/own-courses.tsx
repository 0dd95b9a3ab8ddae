// The viewer's own courses, each leading to its editor.
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { countOf } from '#shared/features/course/course.rules.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { listOwnCoursesQuery } from './course-editor.api.ts';
import { editorPath } from './editor-path.ts';
import './course-editor.css';

const STATE_LABELS = { draft: 'Draft', published: 'Published', archived: 'Archived' } as const;

export function OwnCourses({ empty }: { empty: string }) {
  const { pathname } = useLocation();
  const query = useQuery(listOwnCoursesQuery());
  return (
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
          <p className="meta mt-3">{empty}</p>
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
  );
}
