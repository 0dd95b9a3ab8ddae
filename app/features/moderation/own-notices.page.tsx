// A seller's takedowns with their reasons, and the counter-notice form. Never says who reported them.
import type { MetaArgs } from 'react-router';
import { StaffList, useStaffList } from '#app/components/staff/staff-list.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { idsOf, pageOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { CounterNoticeForm } from './counter-notice-form.tsx';
import { listOwnNoticesQuery } from './rights-notice.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Rights notices',
    description: 'Resources that were taken down, and how to respond.',
    path: '/seller/notices',
    isHidden: true,
  });
}

export default function OwnNoticesPage() {
  const { params } = useListAddress();
  const [requestedId] = idsOf(params.getAll('notice')) ?? [];
  return (
    <StaffList
      list={useStaffList((given) => ({ page: pageOf(given) }), listOwnNoticesQuery)}
      nouns="notices"
      what="your notices"
      title="Rights notices"
      intro="When someone reports a resource and our staff agree, we take it off sale. Buyers keep their copies, and you can file a counter-notice."
      empty={{
        title: 'No takedowns',
        text: 'If we take down one of your resources, you’ll find the reason here and can respond.',
        action: <ButtonLink to="/my-resources">Your resources</ButtonLink>,
      }}
    >
      {(notices) => (
        <ul className="mt-8 border-t border-ink" aria-label="Rights notices">
          {notices.map((notice) => (
            <CounterNoticeForm key={notice.id} notice={notice} isWanted={String(notice.id) === requestedId} />
          ))}
        </ul>
      )}
    </StaffList>
  );
}
