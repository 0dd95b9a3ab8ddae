// For someone who opens a seller's page without a shop: what selling here means, and how their application stands.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatAgo } from '#shared/dates.ts';
import { coverUrl, styleCoverSubject } from '#shared/features/cover/cover.rules.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { listOwnApplicationsQuery, type OwnApplication } from './own-seller.api.ts';

const STEPS = [
  'You apply, with a few words about what you make. We answer by mail.',
  'Your shop opens in your name, with an address and a banner of its own.',
  'You add resources. Our curriculum officers look at each one before it goes on sale.',
  'You set the price, or give it away, and see how often it is looked at and taken.',
];

/** `apply`: the button that asks for a few words and sends them. */
export function BecomeSeller({ apply }: { apply: ReactNode }) {
  const query = useQuery(listOwnApplicationsQuery());
  return (
    <div className="wrap section grid items-start gap-x-16 gap-y-10 md:grid-cols-[minmax(0,8fr)_minmax(0,4fr)]">
      <div>
        <h1 className="t-l t-l-tool">Sell your teaching material</h1>
        <p className="lead mt-4 max-w-measure">
          Lesson plans, music, videos: what you made for your own classes saves another teacher an evening.
        </p>
        <ol className="mt-8 max-w-measure border-t border-ink" aria-label="How it goes">
          {STEPS.map((step, at) => (
            <li key={step} className="flex items-baseline gap-5 border-b border-rule py-4">
              <span className="t-s num w-5 shrink-0" aria-hidden="true">
                {at + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
        <section aria-labelledby="standing" className="mt-10 max-w-measure">
          <h2 id="standing" className="t-s mb-4">
            Your application
          </h2>
          <QueryView query={query} what="your application" skeleton={<Skeleton className="h-16" />}>
            {(applications) => (
              <Standing latest={applications.find(({ kind }) => kind === 'sell')} apply={apply} />
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

/** The latest is first in the list. */
function Standing({ latest, apply }: { latest: OwnApplication | undefined; apply: ReactNode }) {
  if (latest?.state === 'waiting') {
    return (
      <Notice tone="warn">
        <strong className="font-semibold">We are reading it.</strong> You sent it{' '}
        {formatAgo(latest.createdAt)}; you will hear from us by mail.
      </Notice>
    );
  }
  return (
    <>
      {latest?.state === 'declined' && (
        <Notice tone="bad" className="mb-4">
          <strong className="font-semibold">We could not approve it.</strong> {latest.reason} You are welcome
          to apply again.
        </Notice>
      )}
      {latest?.state === 'approved' && (
        <Notice className="mb-4">You sold here before. Apply again to open your shop anew.</Notice>
      )}
      {apply}
    </>
  );
}
