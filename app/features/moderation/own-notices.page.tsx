// What was taken down of a seller's, why, and the one answer they can give. Never who reported it.
import { useQuery } from '@tanstack/react-query';
import type { MetaArgs } from 'react-router';
import { ListPager } from '#app/components/staff/list-pager.tsx';
import { idsOf, pageOf, useListAddress } from '#app/lib/list-address.ts';
import { ListSkeleton } from '#app/components/staff/list-skeleton.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { CounterNoticeForm } from './counter-notice-form.tsx';
import { listOwnNoticesQuery } from './rights-notice.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Rights notices',
    description: 'What was taken down, and how to answer.',
    path: '/seller/notices',
    isHidden: true,
  });
}

export default function OwnNoticesPage() {
  const { params } = useListAddress();
  const query = useQuery(listOwnNoticesQuery({ page: pageOf(params) }));
  const [wanted] = idsOf(params.getAll('notice')) ?? [];
  return (
    <StaffPage
      title="Rights notices"
      intro="When somebody reports a resource and our officers agree, it is taken down. Whoever bought it keeps it, and you can answer."
    >
      <QueryView query={query} what="your notices" skeleton={<ListSkeleton label="Loading your notices" />}>
        {({ items, total, page, pageSize }) =>
          items.length === 0 ? (
            <EmptyState
              className="mt-8"
              title="Nothing of yours was taken down"
              action={<ButtonLink to="/my-resources">Your resources</ButtonLink>}
            >
              If that ever happens, the reason and the way to answer will be here.
            </EmptyState>
          ) : (
            <>
              <ul className="mt-8 border-t border-ink" aria-label="Rights notices">
                {items.map((notice) => (
                  <CounterNoticeForm
                    key={notice.id}
                    notice={notice}
                    isWanted={String(notice.id) === wanted}
                  />
                ))}
              </ul>
              <ListPager page={page} pageSize={pageSize} total={total} />
            </>
          )
        }
      </QueryView>
    </StaffPage>
  );
}
