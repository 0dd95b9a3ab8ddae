// For users who open a seller page without being a seller: what selling involves, and the state of their application.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAgo } from '#shared/dates.ts';
import { coverUrl, styleCoverSubject } from '#shared/features/cover/cover.rules.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { listOwnApplicationsQuery, type OwnApplication } from './own-seller.api.ts';

const STEPS = [
  'Apply and tell us briefly what you make. We’ll reply by email.',
  'Your store opens under your name, with its own address and banner.',
  'Add resources. Our curriculum officers review each one before it goes on sale.',
  'Set a price or offer it for free, and see how many people view, buy and download it.',
];

/** `apply`: the button that opens the application form. */
export function BecomeSeller({ apply }: { apply: ReactNode }) {
  const query = useQuery(listOwnApplicationsQuery());
  return (
    <div className="wrap section grid items-start gap-x-16 gap-y-10 md:grid-cols-[minmax(0,8fr)_minmax(0,4fr)]">
      <div>
        <h1 className="t-l t-l-tool">Sell your teaching material</h1>
        <p className="lead mt-4 max-w-measure">
          Lesson plans, music, videos: what you made for your own classes can save another teacher an evening.
        </p>
        <p className="meta mt-3">
          <Link className="link" to="/help/start-selling">
            How selling works
          </Link>
        </p>
        <ol className="mt-8 max-w-measure border-t border-ink" aria-label="How it works">
          {STEPS.map((step, at) => (
            <li key={step} className="flex items-baseline gap-5 border-b border-rule py-4">
              <span className="t-s num w-5 shrink-0" aria-hidden="true">
                {at + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
        <section aria-labelledby="application-state" className="mt-10 max-w-measure">
          <h2 id="application-state" className="t-s mb-4">
            Your application
          </h2>
          <QueryView query={query} what="your application" skeleton={<Skeleton className="h-16" />}>
            {(applications) => (
              <ApplicationState latest={applications.find(({ kind }) => kind === 'sell')} apply={apply} />
            )}
          </QueryView>
        </section>
      </div>
      <img
        className="hidden w-full rounded-paper md:block"
        src={coverUrl(styleCoverSubject('Folk'), 'poster', 640)}
        alt=""
        width={640}
        height={800}
        loading="lazy"
      />
    </div>
  );
}

/** The list starts with the latest one. */
function ApplicationState({ latest, apply }: { latest: OwnApplication | undefined; apply: ReactNode }) {
  if (latest?.state === 'waiting') {
    return (
      <Notice tone="warn">
        <strong className="font-semibold">We’re reviewing it.</strong> You sent it{' '}
        {formatAgo(latest.createdAt)}. We’ll email you our decision.
      </Notice>
    );
  }
  return (
    <>
      {latest?.state === 'declined' && (
        <Notice tone="bad" className="mb-4">
          <strong className="font-semibold">We couldn’t approve it.</strong> {latest.reason} You’re welcome to
          apply again.
        </Notice>
      )}
      {latest?.state === 'approved' && (
        <Notice className="mb-4">You sold here before. Apply again to reopen your store.</Notice>
      )}
      {apply}
    </>
  );
}
