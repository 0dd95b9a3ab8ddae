// An instructor's courses.
import type { MetaArgs } from 'react-router';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { OwnCourses } from './own-courses.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Courses',
    description: 'The courses you teach.',
    path: '/instructor/courses',
    isHidden: true,
  });
}

export default function OwnCoursesPage() {
  return (
    <StaffPage
      title="Courses"
      intro="The courses you teach. Changes reach learners when you publish them."
      actions={
        <>
          <ButtonLink to="/instructor/quizzes">Quizzes and question bank</ButtonLink>
          <ButtonLink variant="primary" to="/instructor/courses/create">
            Create course
          </ButtonLink>
        </>
      }
    >
      <OwnCourses empty="No courses yet. Create your first one." />
    </StaffPage>
  );
}
