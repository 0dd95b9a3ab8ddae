// The footer: links and the support address.
import { Link } from 'react-router';
import { Wordmark } from '#app/components/ui/wordmark.tsx';
import { useRootData } from '#app/lib/root-data.ts';

type FooterLink = readonly [label: string, to: string];

const LEARN: readonly FooterLink[] = [
  ['Certification', '/courses'],
  ['My courses', '/my-courses'],
  ['Verify a certificate', '/verify'],
];
const TEACH: readonly FooterLink[] = [
  ['Curriculum store', '/curriculum'],
  ['Book an instructor', '/connect'],
  ['Sell your resources', '/my-store'],
  ['Offer bookings', '/connect/profile'],
];
const SITE: readonly FooterLink[] = [
  ['About', '/about'],
  ['Help', '/help'],
  ['Contact', '/contact'],
  ['Terms of sale', '/terms'],
  ['Membership', '/subscription'],
];

export function SiteFooter() {
  const { siteName, tagline, supportEmail } = useRootData();
  return (
    <footer className="site-foot">
      <div className="wrap">
        <div className="site-foot-intro">
          <Wordmark name={siteName} />
          <p className="meta">{tagline}</p>
        </div>
        <Column title="Learn" links={LEARN} />
        <Column title="Teach" links={TEACH} />
        <Column title={siteName} links={SITE} />
        <p className="site-foot-last small">
          © {siteName}
          {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
        </p>
      </div>
    </footer>
  );
}

function Column({ title, links }: { title: string; links: readonly FooterLink[] }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      {links.map(([label, to]) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
