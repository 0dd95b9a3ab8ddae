// Creating a course, and the way back to the ones an instructor already has.
import type { MetaArgs } from 'react-router';
import { pageMeta } from '#app/lib/page-meta.ts';
import { CreateCourse } from './create-course.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Create a course',
    description: 'Start a new course, or go on with one of yours.',
    path: '/instructor/courses/create',
    isHidden: true,
  });
}

export default function CourseCreatePage() {
  return <CreateCourse heading="Create a course" />;
}
