// Reported posts: the instructor or an admin leaves them or removes them.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { listPostReportsQuery, useDecidePostReport, type PostReport } from './discussion.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Reported posts',
    description: 'Questions and answers that learners reported.',
    path: '/instructor/reports',
    isHidden: true,
  });
}

export default function ReportsPage() {
  const query = useQuery(listPostReportsQuery());
  return (
    <StaffPage
      title="Reported posts"
      intro="Questions and answers under your lessons that learners reported."
    >
      <QueryView query={query} what="the reports" skeleton={<ListSkeleton label="Loading the reports" />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState className="mt-8" title="No reports">
              When a learner reports a question or an answer, you decide about it here.
            </EmptyState>
          ) : (
            <ul className="mt-6" aria-label="Reported posts">
              {items.map((report) => (
                <Report key={report.id} report={report} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </StaffPage>
  );
}

function Report({ report: { id, post, reason, course, lesson, createdAt } }: { report: PostReport }) {
  const decide = useDecidePostReport();
  const send = (decision: 'dismissed' | 'removed') =>
    decide.mutate(
      { params: { id }, body: { decision } },
      { onSuccess: () => toast({ title: decision === 'removed' ? 'Post removed' : 'Report dismissed' }) },
    );
  return (
    <li className="border-b border-rule py-5">
      <p className="small">
        {post.author} in{' '}
        <Link className="link" to={`/courses/${course.id}/lessons/${lesson.id}#questions`}>
          {lesson.title}
        </Link>
        , reported <When iso={createdAt} />
      </p>
      <blockquote className="mt-2 max-w-measure whitespace-pre-wrap wrap-anywhere">{post.text}</blockquote>
      <p className="meta mt-2 max-w-measure wrap-anywhere">Reason: {reason}</p>
      <div className="mt-3 flex gap-3">
        <Button size="s" variant="danger" isBusy={decide.isPending} onClick={() => send('removed')}>
          Remove post
        </Button>
        <Button size="s" isBusy={decide.isPending} onClick={() => send('dismissed')}>
          Dismiss report
        </Button>
      </div>
    </li>
  );
}
