// Announcements of an instructor or a seller: write one, and see how far it is and what was sent before.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation, type MetaArgs } from 'react-router';
import { formatRecipients } from '#shared/features/announcement/announcement.rules.ts';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage, StaffPart } from '#app/components/staff/staff-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { SellerSuspended, useSellerSuspension } from '#app/components/seller/seller-suspended.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Progress } from '#app/components/ui/progress.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { SellerTabs } from '#app/features/seller/seller-tabs.tsx';
import { pageOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { AnnouncementForm } from './announcement-form.tsx';
import { titleOf } from './audience-names.ts';
import {
  listAnnouncementAudiencesQuery,
  listOwnAnnouncementsQuery,
  type SentAnnouncement,
} from './announcement.api.ts';

const SELLER_PAGE = '/seller/announcements';

export function meta({ matches, location }: MetaArgs) {
  const isSeller = location.pathname.startsWith(SELLER_PAGE);
  return pageMeta(matches, {
    title: 'Announcements',
    description: 'Write to everyone at once.',
    path: isSeller ? SELLER_PAGE : '/instructor/announcements',
    isHidden: true,
  });
}

export default function AnnouncementsPage() {
  const isSeller = useLocation().pathname.startsWith(SELLER_PAGE);
  return isSeller ? <SellerAnnouncements /> : <Announcements isSeller={false} />;
}

function SellerAnnouncements() {
  const suspended = useSellerSuspension();
  return <Announcements isSeller notice={suspended && <SellerSuspended seller={suspended} />} />;
}

type AnnouncementsProps = { isSeller: boolean; /** Instead of the form. */ notice?: ReactNode };

function Announcements({ isSeller, notice }: AnnouncementsProps) {
  const audiences = useQuery(listAnnouncementAudiencesQuery());
  return (
    <StaffPage
      title="Announcements"
      intro={
        isSeller
          ? 'News for everyone who has your resources or follows your store. For a new version, publish it with a note: we tell the people who have it.'
          : 'News for all students of a course at once. They can write back to you alone.'
      }
      {...(isSeller && { tabs: <SellerTabs /> })}
    >
      <div className="mt-8 max-w-measure">
        {notice || (
          <QueryView query={audiences} what="who you can write to" skeleton={<Skeleton className="h-72" />}>
            {({ items }) => {
              const shown = items.filter(({ audience }) => (audience === 'students') !== isSeller);
              return shown.some(({ count }) => count > 0) ? (
                <AnnouncementForm audiences={shown} />
              ) : (
                <NobodyYet isSeller={isSeller} />
              );
            }}
          </QueryView>
        )}
      </div>
      <Sent />
    </StaffPage>
  );
}

function NobodyYet({ isSeller }: { isSeller: boolean }) {
  return isSeller ? (
    <EmptyState
      title="Nobody to write to yet"
      action={<ButtonLink to="/my-resources">Your resources</ButtonLink>}
    >
      Once people have your resources or follow your store, you can write to all of them here.
    </EmptyState>
  ) : (
    <EmptyState
      title="No students yet"
      action={<ButtonLink to="/instructor/students/add">Add students</ButtonLink>}
    >
      Once your courses have students, you can write to all of them here.
    </EmptyState>
  );
}

function Sent() {
  const { params, to } = useListAddress();
  const query = useQuery(listOwnAnnouncementsQuery(pageOf(params)));
  return (
    <div className="mt-12">
      <StaffPart title="Sent">
        <QueryView
          query={query}
          what="your announcements"
          skeleton={<ListSkeleton label="Loading your announcements" />}
          isAside
        >
          {({ items, total, page, pageSize }) =>
            items.length === 0 ? (
              <p className="meta py-3">Nothing sent yet.</p>
            ) : (
              <>
                <ul aria-label="Sent announcements">
                  {items.map((announcement) => (
                    <SentItem key={announcement.id} announcement={announcement} />
                  ))}
                </ul>
                <Pagination
                  page={page}
                  pageCount={Math.ceil(total / pageSize)}
                  pageTo={(next) => to({ page: next })}
                />
              </>
            )
          }
        </QueryView>
      </StaffPart>
    </div>
  );
}

function SentItem({ announcement }: { announcement: SentAnnouncement }) {
  const { id, subject, audience, createdAt, state, plannedCount, recipientCount } = announcement;
  return (
    <li className="border-b border-rule py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <Link className="font-semibold wrap-anywhere hover:underline" to={`/announcements/${id}`}>
          {subject}
        </Link>
        <span className="small">
          <When iso={createdAt} />
        </span>
      </div>
      <p className="small">{titleOf(announcement)}</p>
      {state === 'sending' ? (
        <div className="mt-2 max-w-measure">
          <Progress
            label="Sending"
            value={recipientCount}
            max={plannedCount}
            detail={`${recipientCount} of ${plannedCount}`}
          />
        </div>
      ) : (
        <p className="small">Sent to {formatRecipients(audience, recipientCount)}</p>
      )}
    </li>
  );
}
