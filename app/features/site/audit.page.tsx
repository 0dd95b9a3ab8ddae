// The audit log: what staff did, to whom, when.
import type { MetaArgs } from 'react-router';
import type { ContractOutput } from '#shared/contract.ts';
import type { listAudit } from '#shared/features/site/site.contract.ts';
import { parseId } from '#shared/ids.ts';
import { rolesOf } from '#shared/roles.ts';
import { AuditList } from '#app/components/staff/audit-list.tsx';
import { StaffList, useStaffList } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { RemoveChip } from '#app/components/ui/chip.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { pageOf, useListAddress, wordsOf } from '#app/lib/list-address.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { auditQuery } from './staff.api.ts';

export const handle: StaffHandle = { permission: 'audit.view' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Audit log',
    description: 'What staff did.',
    path: '/admin/audit',
    isHidden: true,
  });
}

type Audit = ContractOutput<typeof listAudit>;

const filtersIn = (params: URLSearchParams) => ({
  q: wordsOf(params),
  action: params.get('action')?.slice(0, 60) || undefined,
  userId: parseId(params.get('userId')) ?? undefined,
  page: pageOf(params),
});

export default function AuditPage() {
  const user = useUser();
  const { to } = useListAddress();
  const list = useStaffList(filtersIn, auditQuery);
  const { data, filters } = list;
  return (
    <StaffList
      list={list}
      nouns="entries"
      what="the audit log"
      title="Audit log"
      intro="What staff did to other people’s things, the newest first. Nothing here can be changed."
      pageTabs={user && <StaffTabs area="people" roles={rolesOf(user)} />}
      search={{ label: 'Search the audit log', placeholder: 'Who did it, or to whom' }}
      filters={[
        {
          name: 'action',
          label: 'What was done',
          all: 'Everything that was done',
          options: (data?.actions ?? []).map(({ name, label }) => ({ value: name, label })),
        },
      ]}
      chips={
        filters.userId && (
          <RemoveChip to={to({ userId: undefined })}>{personWords(data, filters.userId)}</RemoveChip>
        )
      }
      empty={{
        title: 'Nothing so far',
        text: 'Suspensions, role changes, decisions and settings will be written down here.',
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

/** The name is known once the log has come, if it holds anything of the person. */
function personWords(audit: Audit | undefined, userId: number): string {
  const person = audit?.items.find((entry) => entry.person?.id === userId)?.person;
  return person ? `About ${person.name}` : 'About one person';
}
