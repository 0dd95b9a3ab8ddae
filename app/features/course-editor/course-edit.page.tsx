// Editing one course, for its instructor. Admins reach the same editor through /admin/course-creator.
import { useQuery } from '@tanstack/react-query';
import { type MetaArgs, useParams, useSearchParams } from 'react-router';
import { MAX_UNFINISHED } from '#shared/features/upload/upload.rules.ts';
import { parseId } from '#shared/ids.ts';
import { AutosaveGuard } from '#app/components/ui/leave-guard.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { getCourseFacetsQuery, listCoursesQuery } from '#app/features/course/course.api.ts';
import { UploadList } from '#app/features/upload/upload-list.tsx';
import { useUploads } from '#app/features/upload/use-uploads.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { getCourseDraftQuery, getQuestionBankQuery } from './course-editor.api.ts';
import { CourseEditor, NoCourse } from './course-editor.tsx';
import { CreateCourse } from './create-course.tsx';

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Course editor',
    description: 'Edit a course: outline, lessons, quizzes and settings.',
    path: location.pathname,
    isHidden: true,
  });
}

const NO_FILTERS = new URLSearchParams();

export default function CourseEditPage() {
  const { id: inPath } = useParams();
  const [params] = useSearchParams();
  const given = inPath ?? params.get('course');
  if (given === null) return <CreateCourse heading="Course creator" />;
  const id = parseId(given);
  return id === null ? <NoCourse /> : <Editor key={id} id={id} />;
}

function Editor({ id }: { id: number }) {
  const query = useQuery(getCourseDraftQuery(id));
  const { data: facets } = useQuery(getCourseFacetsQuery(NO_FILTERS));
  const { data: offered } = useQuery(listCoursesQuery(NO_FILTERS));
  const { data: bank } = useQuery(getQuestionBankQuery(id));
  const uploads = useUploads({ purpose: 'course-file', max: MAX_UNFINISHED, finds: false });
  const isSending = uploads.items.some(({ state }) => state === 'sending' || state === 'waiting');
  const choices = {
    styles: facets?.style ?? [],
    categories: facets?.category ?? [],
    courses: offered?.items.map((course) => ({ value: String(course.id), label: course.title })) ?? [],
    bank: bank?.questions,
  };
  if (query.error instanceof ApiError && query.error.status === 404) return <NoCourse />;
  return (
    <QueryView query={query} what="this course" skeleton={<EditorSkeleton />}>
      {(draft) => (
        <>
          <AutosaveGuard isBusy={isSending} isBlocking={isSending} />
          <CourseEditor draft={draft} choices={choices} uploads={uploads} UploadList={UploadList} />
        </>
      )}
    </QueryView>
  );
}

function EditorSkeleton() {
  return (
    <SkeletonGroup label="Loading the course" className="grid gap-4">
      <Skeleton className="h-10" />
      <Skeleton className="h-96" />
    </SkeletonGroup>
  );
}
