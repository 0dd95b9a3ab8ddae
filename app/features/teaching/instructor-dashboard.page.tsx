// An instructor's dashboard: what waits, how the courses are doing, and what they earned.
import '#app/components/staff/dashboard.css';
import { useQuery } from '@tanstack/react-query';
import UserPlus from 'icon:user-plus';
import type { ReactNode } from 'react';
import { Link, type MetaArgs } from 'react-router';
import { avatarCandidates } from '#shared/avatar.ts';
import { formatAgo } from '#shared/dates.ts';
import { formatSecond } from '#shared/features/assignment/assignment.rules.ts';
import { formatMoney } from '#shared/money.ts';
import { isBuilt } from '#shared/site-pages.ts';
import { endSentence, quoteAtEnd } from '#shared/quote.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage, StaffPart } from '#app/components/staff/staff-page.tsx';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { VerifyEmailNotice } from '#app/features/account/verify-email-notice.tsx';
import { ThisWeek } from '#app/features/booking/this-week.tsx';
import { useWaitingOrders } from '#app/features/order/waiting-orders.api.ts';
import { formatDayOfGreeting, greetingFor } from '#app/lib/greeting.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { getInstructorDashboardQuery, type InstructorDashboard, type TaughtCourse } from './teaching.api.ts';
import './teaching.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Teaching',
    description: 'What waits for you, and how your courses are doing.',
    path: '/instructor/dashboard',
    isHidden: true,
  });
}

const CREATE_COURSE = '/instructor/courses/create';

export default function InstructorDashboardPage() {
  const user = useUser();
  const waitingOrders = useWaitingOrders(user);
  const query = useQuery(getInstructorDashboardQuery());
  return (
    <>
      {user && <VerifyEmailNotice user={user} waitingOrders={waitingOrders} />}
      <StaffPage
        title={greetingFor(user?.firstName ?? '')}
        intro={`${formatDayOfGreeting()}. ${query.data ? formatWaiting(query.data) : ''}`}
        actions={
          <>
            <ButtonLink to="/instructor/students/add" icon={<UserPlus className="icon" aria-hidden="true" />}>
              Add students
            </ButtonLink>
            {isBuilt(CREATE_COURSE) && <ButtonLink to={CREATE_COURSE}>Create course</ButtonLink>}
          </>
        }
      >
        <QueryView query={query} what="your dashboard" skeleton={<DashboardSkeleton />}>
          {(dashboard) => <Dashboard dashboard={dashboard} />}
        </QueryView>
      </StaffPage>
    </>
  );
}

function formatWaiting({ toGrade, questions, reports }: InstructorDashboard): string {
  const count = toGrade.count + questions.count + reports;
  if (count === 0) return 'Nothing to grade or answer.';
  return count === 1
    ? '1 person is waiting to hear from you.'
    : `${count} people are waiting to hear from you.`;
}

function Dashboard({ dashboard }: { dashboard: InstructorDashboard }) {
  if (dashboard.courses.length === 0) {
    return (
      <div className="teaching-columns">
        <EmptyState
          title="No courses yet"
          action={isBuilt(CREATE_COURSE) && <ButtonLink to={CREATE_COURSE}>Create course</ButtonLink>}
        >
          Your courses, their students and what you earn with them are shown here.
        </EmptyState>
        <div>
          <ThisWeek />
        </div>
        {Number(dashboard.earnings.month) + Number(dashboard.earnings.before) > 0 && (
          <Earnings earnings={dashboard.earnings} />
        )}
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <div className="teaching-columns">
        <Waiting dashboard={dashboard} />
        <div>
          <ThisWeek />
        </div>
      </div>
      <Earnings earnings={dashboard.earnings} />
      <Figures dashboard={dashboard} />
      <Courses courses={dashboard.courses} />
    </div>
  );
}

function Waiting({ dashboard: { toGrade, questions, reports, stuck } }: { dashboard: InstructorDashboard }) {
  const { oldest } = toGrade;
  const isQuiet = !oldest && questions.count === 0 && reports === 0 && stuck.count === 0;
  return (
    <StaffPart
      title="Waiting for you"
      action={
        toGrade.count > 0 && (
          <Link className="link" to="/instructor/grading">
            All {toGrade.count} to grade
          </Link>
        )
      }
    >
      {isQuiet && (
        <p className="meta py-4">Nothing to grade and no open questions. Everyone is moving along.</p>
      )}
      <ul className="teaching-waits" aria-label="Waiting for you">
        {oldest && (
          <Wait
            name={oldest.learner.name}
            imageUrl={oldest.learner.imageUrl}
            title={`${oldest.learner.name} handed in “${oldest.lesson.title}”`}
            action={
              <ButtonLink variant="primary" to={`/instructor/grading/${oldest.id}`}>
                Grade it
              </ButtonLink>
            }
          >
            {oldest.course.title}, {formatAgo(oldest.submittedAt)}.
            {toGrade.count > 1 && ` ${toGrade.count - 1} more came in after it.`}
          </Wait>
        )}
        {questions.items.map(({ id, author, imageUrl, text, lesson, course, createdAt, atSecond }) => (
          <Wait
            key={id}
            name={author}
            imageUrl={imageUrl}
            title={`${author} asks about “${lesson.title}”`}
            action={
              <ButtonLink size="s" to={`/courses/${course.id}/lessons/${lesson.id}#questions`}>
                Answer
              </ButtonLink>
            }
          >
            “{text.length > 140 ? `${text.slice(0, 140)}…` : text}” Asked {formatAgo(createdAt)}
            {atSecond !== null && `, under ${formatSecond(atSecond)}`}.
          </Wait>
        ))}
        {reports > 0 && (
          <Wait
            name="Reports"
            imageUrl={null}
            title={reports === 1 ? '1 post was reported' : `${reports} posts were reported`}
            action={
              <ButtonLink size="s" to="/instructor/reports">
                Review
              </ButtonLink>
            }
          >
            A learner thinks it doesn’t belong under your lesson.
          </Wait>
        )}
        {stuck.items.map(({ id, userId, name, imageUrl, course, nextItem, lastSeenAt, enrolledAt }) => (
          <Wait
            key={id}
            name={name}
            imageUrl={imageUrl}
            title={lastSeenAt ? `${name} was last here ${formatAgo(lastSeenAt)}` : `${name} hasn’t started`}
            action={
              <ButtonLink size="s" to={`/messages/new?to=${userId}`}>
                Write to {name.split(' ')[0]}
              </ButtonLink>
            }
          >
            {endSentence(course.title)}{' '}
            {lastSeenAt && nextItem
              ? `Stopped at ${quoteAtEnd(nextItem)}`
              : `Enrolled ${formatAgo(enrolledAt)}.`}{' '}
            <Link className="link" to={`/instructor/courses/${course.id}/students/${userId}`}>
              See how far {name.split(' ')[0]} is
            </Link>
          </Wait>
        ))}
      </ul>
      {stuck.count > stuck.items.length && (
        <p className="mt-3">
          <Link className="link" to="/instructor/students?state=stuck">
            All {stuck.count} who are stuck
          </Link>
        </p>
      )}
    </StaffPart>
  );
}

type WaitProps = {
  name: string;
  imageUrl: string | null;
  title: string;
  action: ReactNode;
  children: ReactNode;
};

function Wait({ name, imageUrl, title, action, children }: WaitProps) {
  return (
    <li>
      <Avatar sources={avatarCandidates({ profileImageUrl: imageUrl, name, kind: 'user' })} name={name} />
      <div className="min-w-0 wrap-anywhere">
        <strong className="block font-semibold">{title}</strong>
        <p className="meta">{children}</p>
      </div>
      {action}
    </li>
  );
}

const formatSales = (count: number) => (count === 1 ? '1 sale' : `${count} sales`);
const formatBookings = (count: number) => (count === 1 ? '1 booking' : `${count} bookings`);

function Earnings({ earnings }: Pick<InstructorDashboard, 'earnings'>) {
  const { month, before, courses, bookings, owed } = earnings;
  return (
    <StaffPart
      title="Earnings"
      action={
        <Link className="link" to="/seller/payments">
          Payments
        </Link>
      }
    >
      <dl className="figs">
        <Figure
          label="Earned this month"
          value={formatMoney(month)}
          note={`${formatMoney(before)} last month`}
        />
        <Figure label="Courses" value={formatMoney(courses.amount)} note={formatSales(courses.sales)} />
        <Figure label="Sessions" value={formatMoney(bookings.amount)} note={formatBookings(bookings.sales)} />
        <Figure label="Not paid out yet" value={formatMoney(owed)} note="From courses and sessions" />
      </dl>
    </StaffPart>
  );
}

function Figures({ dashboard }: { dashboard: InstructorDashboard }) {
  const { enrollments, completions, rating } = dashboard;
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="t-s">
        Your courses in numbers
      </h2>
      <dl className="figs">
        <Figure
          label="Enrollments, 30 days"
          value={String(enrollments.count)}
          to="/instructor/students?sort=newest"
          note={`${enrollments.before} in the 30 days before`}
        />
        <Figure
          label="Completions, 30 days"
          value={String(completions.count)}
          to="/instructor/students?state=completed"
          note={`${completions.before} in the 30 days before`}
        />
        <Figure
          label="Rating"
          value={rating.average === null ? '–' : rating.average.toFixed(1)}
          to="#courses"
          note={rating.count === 1 ? '1 review' : `${rating.count} reviews`}
        />
      </dl>
    </section>
  );
}

type FigureProps = { label: string; value: string; to?: string; note: string };

function Figure({ label, value, to, note }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {to ? (
          <Link className="figs-number num hover:underline" to={to}>
            {value}
          </Link>
        ) : (
          <span className="figs-number num">{value}</span>
        )}
        <span className="small">{note}</span>
      </dd>
    </div>
  );
}

function Courses({ courses }: { courses: readonly TaughtCourse[] }) {
  return (
    <div id="courses">
      <StaffPart title="Courses">
        <ul aria-label="Courses">
          {courses.map((course) => (
            <li key={course.id} className="teaching-course">
              <div className="min-w-0">
                <strong className="block font-semibold">
                  {course.state === 'draft' ? (
                    course.title
                  ) : (
                    <Link className="hover:underline" to={`/courses/${course.id}`}>
                      {course.title}
                    </Link>
                  )}
                </strong>
                <span className="small">
                  {course.state === 'draft' && 'Draft. '}
                  {course.state === 'archived' && 'Archived. '}
                  {course.rating === null
                    ? 'No reviews yet'
                    : `${course.rating.toFixed(1)} from ${course.reviewCount} ${course.reviewCount === 1 ? 'review' : 'reviews'}`}
                </span>
              </div>
              <div className="teaching-course-links">
                <Link className="link" to={`/instructor/students?course=${course.id}`}>
                  {course.students === 1 ? '1 student' : `${course.students} students`}
                </Link>
                <Link className="link" to={`/instructor/students?course=${course.id}&state=completed`}>
                  {course.completed} completed
                </Link>
                {course.toGrade > 0 && (
                  <Link className="link" to={`/instructor/grading?course=${course.id}`}>
                    {course.toGrade} to grade
                  </Link>
                )}
                <Link className="link" to={`/instructor/courses/${course.id}/analytics`}>
                  Analytics<span className="sr-only"> of {course.title}</span>
                </Link>
              </div>
            </li>
          ))}
        </ul>
      </StaffPart>
    </div>
  );
}

function DashboardSkeleton() {
  return (
    <SkeletonGroup label="Loading your dashboard" className="mt-8 grid gap-4">
      <Skeleton className="h-6 w-48" />
      {['a', 'b', 'c', 'd'].map((row) => (
        <div key={row} className="flex items-center gap-4 border-b border-rule py-3.5">
          <Skeleton className="size-10 rounded-round" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      ))}
      <Skeleton className="mt-6 h-28" />
    </SkeletonGroup>
  );
}
