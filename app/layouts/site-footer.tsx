// The footer: links and the support address. Columns without a public page are left out.
import { Link } from 'react-router';
import { isPublicPage } from '#shared/public-pages.ts';
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
  const built = links.filter(([, to]) => isPublicPage(to));
  if (built.length === 0) return null;
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      {built.map(([label, to]) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
