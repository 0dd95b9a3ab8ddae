// The audit log: every staff action, newest first.
import type { MetaArgs } from 'react-router';
import { parseId } from '#shared/ids.ts';
import { rolesOf } from '#shared/roles.ts';
import { AuditList } from '#app/components/staff/audit-list.tsx';
import { StaffList, useStaffList } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { RemoveChip } from '#app/components/ui/chip.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { pageOf, useListAddress, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { listAuditQuery, type AuditPage as Audit } from './staff.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Audit log',
    description: 'Staff actions on record.',
    path: '/admin/audit',
    isHidden: true,
  });
}

const filtersIn = (params: URLSearchParams) => ({
  q: searchOf(params),
  action: params.get('action')?.slice(0, 60) || undefined,
  userId: parseId(params.get('userId')) ?? undefined,
  page: pageOf(params),
});

export default function AuditPage() {
  const user = useUser();
  const { to } = useListAddress();
  const list = useStaffList(filtersIn, listAuditQuery);
  const { data, filters } = list;
  return (
    <StaffList
      list={list}
      nouns="entries"
      what="the audit log"
      title="Audit log"
      intro="Staff actions, newest first. Entries can’t be changed."
      pageTabs={user && <StaffTabs area="people" roles={rolesOf(user)} />}
      search={{ label: 'Search the audit log', placeholder: 'Staff member or user' }}
      filters={[
        {
          name: 'action',
          label: 'Action',
          all: 'All actions',
          options: (data?.actions ?? []).map(({ name, label }) => ({ value: name, label })),
        },
      ]}
      chips={
        filters.userId && (
          <RemoveChip to={to({ userId: undefined })}>{userFilterLabel(data, filters.userId)}</RemoveChip>
        )
      }
      empty={{
        title: 'No entries yet',
        text: 'Suspensions, role changes, decisions and settings changes appear here.',
      }}
    >
      {(entries) => (
        <div className="mt-6">
          <AuditList entries={entries} />
        </div>
      )}
    </StaffList>
  );
}

/** The name comes from the loaded entries, if one of them is about the user. */
function userFilterLabel(audit: Audit | undefined, userId: number): string {
  const user = audit?.items.find((entry) => entry.person?.id === userId)?.person;
  return user ? `About ${user.name}` : 'About one user';
}
