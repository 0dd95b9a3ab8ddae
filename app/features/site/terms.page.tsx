// What buyers and we agree on with every purchase: prices, licences, refunds, sessions and memberships.
import { Link, type MetaArgs } from 'react-router';
import { LICENCE_NOTES } from '#shared/features/resource/resource.rules.ts';
import { REFUND_WINDOW_DAYS } from '#shared/features/refund/refund.rules.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useRootData } from '#app/lib/root-data.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Terms of sale',
    description: 'Prices, licences and refunds: what holds for every purchase.',
    path: '/terms',
  });
}

export default function TermsPage() {
  const { siteName, supportEmail } = useRootData();
  return (
    <div className="wrap pt-10 md:pt-14">
      <h1 className="t-l">Terms of sale</h1>
      <p className="lead mt-4 max-w-measure">What holds for every purchase on {siteName}.</p>
      <div className="prose mt-8 max-w-measure">
        <h2>Prices</h2>
        <p>
          Prices are in US dollars. Where tax applies, it is added before you pay, and the total you see on
          the button is exactly what your card is charged.
        </p>
        <h2 id="licence">What you may do with it</h2>
        <p>
          You buy a licence to use an item in your own teaching, for as long as you like and including every
          later version. {LICENCE_NOTES.single_teacher} {LICENCE_NOTES.studio} You may not sell it, pass the
          files on or publish them. A resource’s page says what else its seller allows.
        </p>
        <h2 id="refunds">Refunds</h2>
        <p>
          You can ask for a refund within {REFUND_WINDOW_DAYS} days of paying, with the button under your
          receipt. The seller decides, and if they can’t, we do. A file that won’t open is on us. The money
          goes back to the card you paid with, and what was refunded can no longer be opened or downloaded.
        </p>
        <h2>Sessions</h2>
        <p>
          Sessions with an instructor follow the instructor’s cancellation policy, which you see before you
          book. If the instructor cancels, you get everything back.
        </p>
        <h2>Memberships</h2>
        <p>
          A membership renews at the end of each period until you cancel it. You can cancel at any time and
          keep it until the end of the period you paid for.
        </p>
        <h2>Questions</h2>
        <p>
          <Link className="link" to="/contact">
            Write to us
          </Link>
          {supportEmail && (
            <>
              {' '}
              or email{' '}
              <a className="link" href={`mailto:${supportEmail}`}>
                {supportEmail}
              </a>
            </>
          )}
          . How to ask for a refund is in{' '}
          <Link className="link" to="/help">
            Help
          </Link>
          .
        </p>
      </div>
    </div>
  );
}
