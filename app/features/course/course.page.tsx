// One course or certification: what it promises, what is in it, who teaches it, what it costs.
import './course.css';
import { useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, type MetaArgs, useParams } from 'react-router';
import { MissingItem } from '#app/components/catalogue/missing-item.tsx';
import { PrerequisiteNote } from '#app/components/purchase/prerequisite-note.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { AlsoInBundle } from '#app/features/bundle/bundle-card.tsx';
import { listBundlesQuery } from '#app/features/bundle/bundle.api.ts';
import { AddToCartButton } from '#app/features/cart/add-to-cart-button.tsx';
import { HeldCertificate, RequirementList } from '#app/features/learning/certificate-progress.tsx';
import { CourseProgress } from '#app/features/learning/course-progress.tsx';
import {
  getCertificateProgressQuery,
  getCertificateRequirementsQuery,
} from '#app/features/learning/learning.api.ts';
import { ReviewSection } from '#app/features/review/review-section.tsx';
import { reviewsQuery } from '#app/features/review/review.api.ts';
import { CoverArt } from '#app/components/ui/cover-art.tsx';
import { WishlistButton } from '#app/features/wishlist/wishlist-button.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { myItemQuery } from '#app/lib/item-access.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { summaryOf } from '#app/lib/plain-text.ts';
import { browserPrefetch, pageNotFound, prefetchedData, serverPrefetch } from '#app/lib/query.ts';
import { rootDataOf } from '#app/lib/root-data.ts';
import { coverSubjectOf, coverUrl } from '#shared/features/cover/cover.rules.ts';
import { parseId } from '#shared/ids.ts';
import { CourseHero, CourseEnroll, CourseFacts } from './course-hero.tsx';
import { CourseOutline } from './course-outline.tsx';
import {
  CertificateSheet,
  CertificateValue,
  CourseBrief,
  CourseDescription,
  CourseOutcomes,
  CoursePart,
  CourseRequirements,
  CourseSkeleton,
  CourseTeacher,
} from './course-parts.tsx';
import { courseStructuredData } from './course-structured-data.ts';
import {
  type CourseDetail,
  getCourseQuery,
  listPrerequisitesQuery,
  type Prerequisite,
} from './course.api.ts';

type Params = LoaderFunctionArgs['params'];

function queries({ params }: { params: Params }) {
  const id = parseId(params['id']);
  if (id === null) throw pageNotFound();
  return [
    getCourseQuery(id),
    reviewsQuery({ type: 'course', id }),
    listBundlesQuery({ itemType: 'course', itemId: id }),
    getCertificateRequirementsQuery(id),
  ];
}
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches, params, loaderData }: MetaArgs<typeof loader>) {
  const course = prefetchedData(getCourseQuery(parseId(params['id']) ?? 0), loaderData);
  if (!course) return [];
  const { siteName, publicUrl } = rootDataOf(matches);
  const image = coverUrl(coverSubjectOf.course(course.id), 'band', 1280);
  return pageMeta(matches, {
    title: course.title,
    description: summaryOf([course.tagline, course.description].filter(Boolean).join(' ')),
    path: `/courses/${course.id}`,
    image,
    isHidden: course.state !== 'published',
    jsonLd: courseStructuredData(course, { siteName, publicUrl, image }),
  });
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <MissingItem error={error} title="This course isn’t available" action="/courses" />;
}

export default function CoursePage() {
  const {
    data: course,
    error,
    refetch,
    isFetching,
  } = useQuery(getCourseQuery(parseId(useParams()['id']) ?? 0));
  if (course) return <Course key={course.id} course={course} />;
  if (!error) return <CourseSkeleton />;
  return (
    <div className="wrap section">
      <ErrorState
        title="Couldn’t load this course"
        headingLevel={1}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {failureTextOf(error)}
      </ErrorState>
    </div>
  );
}

/** For guests as for someone who has finished nothing; for users, what the server knows of them. */
function usePrerequisites({ id, prerequisites }: CourseDetail): readonly Prerequisite[] {
  const user = useUser();
  const { data = [] } = useQuery({
    ...listPrerequisitesQuery(id),
    enabled: Boolean(user) && prerequisites.length > 0,
  });
  if (user) return data;
  return prerequisites
    .filter(({ isListed }) => isListed)
    .map((course) => ({ ...course, standing: Number(course.price) === 0 ? 'free' : 'for-sale' }));
}

function Course({ course }: { course: CourseDetail }) {
  const item = { type: 'course', id: course.id } as const;
  const user = useUser();
  const { data: mine } = useQuery({ ...myItemQuery(item), enabled: Boolean(user) });
  const missing = usePrerequisites(course);
  return (
    <>
      <CourseHero
        course={course}
        art={
          <CoverArt
            subject={coverSubjectOf.course(course.id)}
            shape="band"
            // A phone takes the half-size drawing: flat colours bear a little enlarging.
            sizes="(width < 40rem) 88vw, (width < 56.25rem) 100vw, 54vw"
            isFirst
          />
        }
      />
      <div className="wrap">
        <CourseFacts course={course} />
        {course.state !== 'published' && (
          <Notice tone="warn" className="mt-6">
            {course.state === 'draft'
              ? 'This is a draft. Only its instructor and our staff can see it.'
              : 'This is no longer on sale. Learners who have it keep it.'}
          </Notice>
        )}
        <div className="course-two">
          {/* First here as on a phone; beside the rest where there is room. */}
          <aside className="course-buy" aria-label="Price and enrollment">
            {course.kind === 'certification' && (
              <CertificateSheet
                course={course}
                art={<CoverArt subject="site-empty" shape="square" sizes="12rem" />}
              />
            )}
            <CourseEnroll
              course={course}
              mine={mine}
              cart={
                <AddToCartButton
                  itemType={course.kind}
                  itemId={course.id}
                  title={course.title}
                  price={course.price}
                  imageUrl={course.thumbnailUrl}
                  size="l"
                  isFull
                />
              }
              wish={
                <WishlistButton
                  item={item}
                  title={course.title}
                  mine={mine}
                  isGuest={user === null}
                  onSignIn={() => rememberDestination(`/courses/${course.id}`)}
                  variant="quiet"
                  isFull
                />
              }
              prerequisites={
                missing.length > 0 && (
                  <Notice className="mt-4">
                    <PrerequisiteNote courses={missing} />
                  </Notice>
                )
              }
              signIn={
                user === null && (
                  <p className="meta mt-3">
                    Already enrolled?{' '}
                    <Link
                      className="link"
                      to="/auth"
                      onClick={() => rememberDestination(`/courses/${course.id}`)}
                    >
                      Sign in
                    </Link>
                  </p>
                )
              }
              progress={<CourseProgress courseId={course.id} />}
            />
            <AlsoInBundle itemType="course" itemId={course.id} />
            <CourseBrief course={course} />
          </aside>
          <div className="course-main">
            <CourseDescription text={course.description} />
            {course.modules.length > 0 && (
              <CoursePart title="The programme">
                <CourseOutline course={course} />
              </CoursePart>
            )}
            <CourseOutcomes outcomes={course.outcomes} />
            <CourseRequirements course={course} />
            <CertificateRule courseId={course.id} isOwned={mine?.isOwned ?? false} />
            <CertificateValue course={course} />
            <CourseTeacher course={course} />
            <CoursePart title="What teachers say">
              <ReviewSection item={item} numbers={course} mine={mine} />
            </CoursePart>
          </div>
        </div>
      </div>
    </>
  );
}

/** As text for everyone; with their own progress for learners. */
function CertificateRule({ courseId, isOwned }: { courseId: number; isOwned: boolean }) {
  const { data: rule } = useQuery(getCertificateRequirementsQuery(courseId));
  const { data: progress } = useQuery({ ...getCertificateProgressQuery(courseId), enabled: isOwned });
  if (!rule?.isOffered || rule.requirements.length === 0) return null;
  return (
    <CoursePart title="How you earn the certificate">
      <RequirementList requirements={progress?.requirements ?? rule.requirements} />
      <HeldCertificate held={progress?.certificate ?? null} />
    </CoursePart>
  );
}
