// For a dashboard: certificates that expire soon, or have and can still be renewed.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listCertificatesQuery } from './certificate.api.ts';
import { deadlineText, listDue, localDay } from './timeline.ts';

/** Nothing while loading or when it fails: Your certifications says more. */
export function DueCertificates() {
  const { data: certificates = [] } = useQuery(listCertificatesQuery());
  const due = listDue(certificates);
  if (due.length === 0) return null;
  return (
    <section aria-label="To renew">
      <div className="head mb-0">
        <h2 className="t-s">To renew</h2>
        <Link className="link meta" to="/my-certifications">
          Your certifications
        </Link>
      </div>
      <ul>
        {due.map((certificate) => (
          <li key={certificate.id} className="border-b border-rule">
            <Link
              to={`/certificates/${certificate.id}`}
              className="block py-3 text-sm leading-ui hover:text-plum"
            >
              <strong className="font-semibold">{certificate.course.title}</strong>
              <span className="small num block">{deadlineText(certificate, localDay())}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
