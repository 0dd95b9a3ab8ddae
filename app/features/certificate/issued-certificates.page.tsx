// Certificates of an instructor's courses; staff see those of all courses, at /admin/certificates.
import { useQuery } from '@tanstack/react-query';
import Award from 'icon:award';
import { Link, type MetaArgs, useLocation } from 'react-router';
import { formatFullDay } from '#shared/dates.ts';
import {
  CERTIFICATE_STATUS_LABELS,
  CERTIFICATE_STATUSES,
} from '#shared/features/certificate/certificate.rules.ts';
import { parseId } from '#shared/ids.ts';
import { rolesOf } from '#shared/roles.ts';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { listTaughtCoursesQuery } from '#app/features/teaching/teaching.api.ts';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { CertificateStatusBadge } from './certificate-status.tsx';
import { ISSUED_CSV, listIssuedCertificatesQuery, type IssuedCertificateRow } from './certificate.api.ts';

/** Only asked for in the frame of staff pages. */
export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Certificates',
    description: 'Certificates of your courses.',
    path: '/instructor/certificates',
    isHidden: true,
  });
}

function filtersIn(params: URLSearchParams) {
  return {
    q: searchOf(params),
    course: parseId(params.get('course') ?? '') ?? undefined,
    status: oneOf(CERTIFICATE_STATUSES, params.get('status')),
    page: pageOf(params),
  };
}

const Day = ({ day }: { day: string }) => <span className="whitespace-nowrap">{formatFullDay(day)}</span>;

const COLUMNS: readonly StaffColumn<IssuedCertificateRow>[] = [
  {
    key: 'holder',
    header: 'Holder',
    card: 'title',
    cell: ({ id, holderName, user, code }) => (
      <span className="wrap-anywhere">
        <Link className="font-semibold hover:underline" to={`/certificates/${id}`}>
          {holderName}
        </Link>
        <span className="small block">
          {user.username}, <span className="num whitespace-nowrap">{code}</span>
        </span>
      </span>
    ),
  },
  {
    key: 'course',
    header: 'Course',
    card: 'line',
    cell: ({ course, cycle }) => (
      <>
        {course.title}
        {cycle > 1 && <span className="small block">Renewed, cycle {cycle}</span>}
      </>
    ),
  },
  { key: 'issued', header: 'Issued', card: 'hide', cell: ({ issuedOn }) => <Day day={issuedOn} /> },
  {
    key: 'expires',
    header: 'Valid until',
    card: 'line',
    cell: ({ expiresOn }) => (expiresOn ? <Day day={expiresOn} /> : 'For good'),
  },
  {
    key: 'status',
    header: 'Status',
    card: 'state',
    cell: ({ status, isRenewed }) => <CertificateStatusBadge status={status} isRenewed={isRenewed} />,
  },
];

export default function IssuedCertificatesPage() {
  const list = useStaffList(filtersIn, listIssuedCertificatesQuery);
  const { data: courses = [] } = useQuery(listTaughtCoursesQuery());
  const { pathname } = useLocation();
  const user = useUser();
  const isStaffPage = pathname.startsWith('/admin');
  return (
    <StaffList
      list={list}
      nouns="certificates"
      title="Certificates"
      pageTabs={isStaffPage && user && <StaffTabs area="certificates" roles={rolesOf(user)} />}
      csv={ISSUED_CSV}
      actions={
        <>
          <ButtonLink to="/certificate-templates">Templates</ButtonLink>
          <ButtonLink
            variant="primary"
            to="/instructor/certificates/issue"
            icon={<Award className="icon" aria-hidden="true" />}
          >
            Issue certificates
          </ButtonLink>
        </>
      }
      tabs={{
        label: 'Status',
        name: 'status',
        tabs: [
          { label: 'All' },
          ...CERTIFICATE_STATUSES.map((status) => ({
            value: status,
            label: CERTIFICATE_STATUS_LABELS[status],
          })),
        ],
      }}
      search={{ placeholder: 'Name, username or number' }}
      filters={[
        {
          name: 'course',
          label: 'Course',
          all: 'All courses',
          options: courses.map(({ id, title }) => ({ value: String(id), label: title })),
        },
      ]}
      columns={COLUMNS}
      empty={{
        title: 'No certificates yet',
        text: 'Learners get theirs when they complete a course that offers one.',
        action: <ButtonLink to="/instructor/certificates/issue">Issue certificates</ButtonLink>,
      }}
    />
  );
}
