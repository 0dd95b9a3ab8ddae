// Who the site is for, what it does and how to contact us.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { isPublicPage } from '#shared/public-pages.ts';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { browserPrefetch, serverPrefetch } from '#app/lib/query.ts';
import { rootDataOf, useRootData } from '#app/lib/root-data.ts';
import { getSiteQuery } from './site.api.ts';
import { CoverArt } from '#app/components/ui/cover-art.tsx';

const queries = () => [getSiteQuery()];
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches }: MetaArgs) {
  const { siteName, publicUrl, supportEmail } = rootDataOf(matches);
  const description = `Who ${siteName} is for, what it does and how to contact us.`;
  return pageMeta(matches, {
    title: 'About',
    description,
    path: '/about',
    jsonLd: {
      '@type': 'AboutPage',
      name: `About ${siteName}`,
      description,
      url: `${publicUrl}/about`,
      about: { '@type': 'Organization', name: siteName, url: publicUrl, email: supportEmail },
    },
  });
}

export default function AboutPage() {
  const { tagline } = useRootData();
  return (
    <>
      <div className="wrap pt-10 pb-12 md:pt-16">
        <h1 className="t-l max-w-[16ch]">A school for the people at the front of the room</h1>
        <p className="lead mt-6 max-w-[46ch]">{tagline}</p>
      </div>
      <div className="wrap">
        <CoverArt
          className="about-band block overflow-hidden rounded-paper bg-sunken [&_img]:w-full"
          subject="site-style-swing"
          shape="band"
          sizes="(width < 82rem) 92vw, 82rem"
          isFirst
        />
      </div>
      <WhoFor />
      <WhatWeDo />
      <Contact />
    </>
  );
}

const AUDIENCE = [
  ['You teach', 'and want your next class to be better than your last'],
  ['You run a studio', 'and want teachers who can show what they know'],
  ['You write material', 'and want it used beyond your own studio'],
  ['You have taught for years', 'and have an hour for a teacher who is stuck'],
] as const;

function WhoFor() {
  return (
    <section className="wrap section grid gap-x-gap gap-y-6 md:grid-cols-[5fr_7fr]">
      <h2 className="t-m">Who it’s for</h2>
      <dl className="border-b border-ink">
        {AUDIENCE.map(([who, why]) => (
          <div key={who} className="border-t border-ink py-5">
            <dt className="t-s">{who}</dt>
            <dd className="mt-1 text-ink-2">{why}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const WORK = [
  [
    'Certification',
    '/courses',
    'Courses built on real classes',
    'You learn, you teach what you learned, and an experienced teacher watches. Anyone you show your certificate to can verify it.',
  ],
  [
    'Curriculum',
    '/curriculum',
    'Material from teachers',
    'Lesson plans, music cuts, warm-ups and whole terms. The teachers who wrote them set the price and are paid for what they sell.',
  ],
  [
    'Connect',
    '/connect',
    'An hour with an expert',
    'Pick a teacher, pick a time, talk. Times are always shown in your own time zone.',
  ],
] as const;

function WhatWeDo() {
  return (
    <section className="wrap grid items-center gap-x-gap gap-y-10 md:grid-cols-[7fr_5fr]">
      <div>
        <h2 className="t-m mb-2">What we do</h2>
        {WORK.map(([name, to, what, text]) => (
          <div key={name} className="mt-8 max-w-measure">
            <h3 className="t-s">{isPublicPage(to) ? <Link to={to}>{name}</Link> : name}</h3>
            <p className="mt-2 font-medium">{what}</p>
            <p className="mt-1 text-ink-2">{text}</p>
          </div>
        ))}
      </div>
      <CoverArt
        className="block overflow-hidden rounded-paper bg-sunken [&_img]:w-full"
        subject="site-style-jazz"
        shape="poster"
        sizes="(width < 56.25rem) 92vw, 34rem"
      />
    </section>
  );
}

function Contact() {
  const { data: site } = useQuery(getSiteQuery());
  if (!site) return null;
  const { siteName, supportEmail } = site;
  return (
    <section className="wrap section grid gap-x-gap gap-y-6 md:grid-cols-[5fr_7fr]">
      <h2 className="t-m">Contact us</h2>
      <div>
        <p className="max-w-measure text-ink-2">
          A real person reads your message. If something is broken, tell us what you were doing, and include
          the reference if the page showed one.
        </p>
        <RunningOrder className="mt-6" label={`Contact ${siteName}`}>
          <OrderLine
            figure={
              <a className="link" href={`mailto:${supportEmail}`}>
                {supportEmail}
              </a>
            }
          >
            Email us
          </OrderLine>
        </RunningOrder>
      </div>
    </section>
  );
}
