// The classroom: the outline with progress, one lesson, and notes. All its addresses open the same room at a different
// spot: the course where the learner left off, a module, or a lesson.
import './classroom.css';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useParams, type MetaArgs } from 'react-router';
import { HandIn } from '#app/features/assignment/hand-in.tsx';
import { LessonDiscussion } from '#app/features/discussion/lesson-discussion.tsx';
import { UploadDrop } from '#app/features/upload/upload-drop.tsx';
import { UploadList } from '#app/features/upload/upload-list.tsx';
import { useUploads } from '#app/features/upload/use-uploads.ts';
import { useInvalidate } from '#app/lib/use-contract-mutation.ts';
import { MAX_SUBMISSION_FILES } from '#shared/features/assignment/assignment.rules.ts';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { isSameItem } from '#shared/features/learning/learning.rules.ts';
import { parseId } from '#shared/ids.ts';
import { RepeatCourse } from './certificate-progress.tsx';
import { ClassroomBar } from './classroom-bar.tsx';
import { ClassroomOutline } from './classroom-outline.tsx';
import { ClassroomSkeleton, CourseOverview, NotEnrolled, QuizCard } from './classroom-states.tsx';
import { CourseCompleted } from './course-completed.tsx';
import { LessonView, type LessonSlots } from './lesson-view.tsx';
import { type Classroom, type ClassroomItem, CLASSROOM, getClassroomQuery } from './learning.api.ts';

export const meta = ({ matches }: MetaArgs) => {
  const { pathname } = matches.at(-1) ?? { pathname: '/my-courses' };
  return pageMeta(matches, {
    title: 'Classroom',
    description: 'Learn at your own pace.',
    path: pathname,
    isHidden: true,
  });
};

export default function ClassroomPage() {
  const params = useParams();
  const courseId = parseId(params['courseId']);
  const query = useQuery({ ...getClassroomQuery(courseId ?? 0), enabled: courseId !== null });
  if (query.data) return <Room key={query.data.course.id} classroom={query.data} />;
  const isMissing = courseId === null || (query.error instanceof ApiError && query.error.status === 404);
  if (!isMissing && !query.error) return <ClassroomSkeleton />;
  return (
    <div className="wrap section">
      {isMissing ? (
        <ErrorState title="This course isn’t available" headingLevel={1}>
          It may have been taken off sale, or the link is incomplete.
        </ErrorState>
      ) : (
        <ErrorState
          title="We couldn’t load the classroom"
          headingLevel={1}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        >
          {failureTextOf(query.error)} Your progress is safe.
        </ErrorState>
      )}
    </div>
  );
}

function Room({ classroom }: { classroom: Classroom }) {
  const [isOutlineOpen, setOutlineOpen] = useState(true);
  const outline = useRef<HTMLElement>(null);
  const items = classroom.modules.flatMap((module) => module.items);
  const item = useCurrentItem(classroom, items);
  return (
    <div className="classroom">
      <ClassroomBar
        classroom={classroom}
        isOutlineOpen={isOutlineOpen}
        onOutline={() => setOutlineOpen((isOpen) => !isOpen)}
        onGoToOutline={() => outline.current?.scrollIntoView()}
      />
      <div className="classroom-room" data-outline={isOutlineOpen ? 'open' : 'closed'}>
        <div className="classroom-main">
          <CourseCompleted classroom={classroom} />
          {classroom.isCompleted && <RepeatCourse courseId={classroom.course.id} />}
          <CurrentItem classroom={classroom} items={items} item={item} />
        </div>
        {isOutlineOpen && <ClassroomOutline ref={outline} classroom={classroom} current={item} />}
      </div>
    </div>
  );
}

/** By the address; without a lesson in it, where the module or the course goes on. */
function useCurrentItem(classroom: Classroom, items: readonly ClassroomItem[]): ClassroomItem | null {
  const params = useParams();
  const lessonId = parseId(params['lessonId']);
  if (lessonId !== null) {
    return items.find((item) => isSameItem(item, { itemType: 'lesson', itemId: lessonId })) ?? null;
  }
  const moduleId = parseId(params['moduleId']);
  if (moduleId !== null) {
    const inModule = items.filter((item) => item.moduleId === moduleId);
    return inModule.find((item) => !item.isCompleted && !item.lock) ?? inModule[0] ?? null;
  }
  const { resume } = classroom;
  return (resume && items.find((item) => isSameItem(item, resume))) ?? null;
}

type CurrentItemProps = { classroom: Classroom; items: readonly ClassroomItem[]; item: ClassroomItem | null };

function CurrentItem({ classroom, items, item }: CurrentItemProps) {
  if (!item) {
    if (items.length === 0) return <CourseOverview classroom={classroom} />;
    return (
      <ErrorState className="classroom-words" title="This lesson isn’t in the course" headingLevel={1}>
        It may have been moved or taken out. Choose another one from the outline; your progress is kept.
      </ErrorState>
    );
  }
  if (classroom.role === null && !item.isPreview) return <NotEnrolled classroom={classroom} />;
  if (item.itemType === 'quiz') return <QuizCard classroom={classroom} items={items} item={item} />;
  return <LessonView key={item.itemId} classroom={classroom} items={items} item={item} slots={SLOTS} />;
}

/** What other features put into a lesson. */
const SLOTS: LessonSlots = { HandIn: HandInSlot, Discussion: DiscussionSlot };

function HandInSlot({ lesson }: Parameters<LessonSlots['HandIn']>[0]) {
  const uploads = useUploads({ purpose: 'submission', max: MAX_SUBMISSION_FILES });
  const refresh = useInvalidate(CLASSROOM);
  return (
    <HandIn
      lessonId={lesson.id}
      uploads={uploads}
      uploadFields={
        <>
          <UploadDrop
            label="Choose files"
            hint={`Up to ${MAX_SUBMISSION_FILES} files: videos, pictures, documents.`}
            onFiles={uploads.add}
          />
          <UploadList uploads={uploads} label="Files to hand in" />
        </>
      }
      onSubmitted={refresh}
    />
  );
}

function DiscussionSlot({ lesson, player }: Parameters<LessonSlots['Discussion']>[0]) {
  if (!lesson.media) return <LessonDiscussion lessonId={lesson.id} />;
  return (
    <LessonDiscussion
      lessonId={lesson.id}
      currentSecond={() => player.current?.second() ?? null}
      onJump={(second) => player.current?.seek(second)}
    />
  );
}
