// What was taken down of a seller's, why, and the one answer they can give. Never who reported it.
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
    description: 'What was taken down, and how to answer.',
    path: '/seller/notices',
    isHidden: true,
  });
}

export default function OwnNoticesPage() {
  const { params } = useListAddress();
  const [wanted] = idsOf(params.getAll('notice')) ?? [];
  return (
    <StaffList
      list={useStaffList((given) => ({ page: pageOf(given) }), listOwnNoticesQuery)}
      nouns="notices"
      what="your notices"
      title="Rights notices"
      intro="When somebody reports a resource and our officers agree, it is taken down. Whoever bought it keeps it, and you can answer."
      empty={{
        title: 'Nothing of yours was taken down',
        text: 'If that ever happens, the reason and the way to answer will be here.',
        action: <ButtonLink to="/my-resources">Your resources</ButtonLink>,
      }}
    >
      {(notices) => (
        <ul className="mt-8 border-t border-ink" aria-label="Rights notices">
          {notices.map((notice) => (
            <CounterNoticeForm key={notice.id} notice={notice} isWanted={String(notice.id) === wanted} />
          ))}
        </ul>
      )}
    </StaffList>
  );
}
