// The document every page lives in: head, fonts, data cache, toasts, version banner, and what shows when a page breaks.
import { HydrationBoundary, QueryClientProvider, type DehydratedState } from '@tanstack/react-query';
import { Suspense, use, useEffect, useState, type ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { getSite } from '#shared/features/site/site.contract.ts';
import { pageContext } from '#shared/page-context.ts';
import { ToasterLoader } from './components/ui/toaster-loader.tsx';
import { ErrorPage } from './features/site/error-page.tsx';
import { VersionBanner } from './features/site/version-banner.tsx';
import { createApiClient } from './lib/api-client.ts';
import { keepZodFromEval } from './lib/no-eval.ts';
import { NonceContext } from './lib/nonce.ts';
import { asArrived, orUnavailable, queryClientForHere } from './lib/query.ts';
import { useArrivalFocus } from './layouts/use-arrival-focus.ts';
import textFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import displayFont from './styles/fonts/fraunces-latin.woff2?url';
import './styles/app.css';

keepZodFromEval();

/** For the head of the page that says we are unavailable, which cannot ask for it. */
let lastSiteName: string | undefined;

export async function loader({ context }: LoaderFunctionArgs) {
  const { fetchApi, publicUrl, hasSession } = context.get(pageContext);
  const site = await createApiClient(fetchApi)
    .call(getSite, {})
    .catch((error: unknown) => orUnavailable(error, lastSiteName));
  const { siteName, tagline, supportEmail, memberDiscounts } = site;
  lastSiteName = siteName;
  return { siteName, tagline, supportEmail, memberDiscounts, publicUrl, hasSession };
}

/** The site's name does not change while someone clicks through it. */
export const shouldRevalidate = () => false;

/** Before the stylesheet requests them, so that the first text already has the right font. */
export const links = () =>
  [displayFont, textFont].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  }));

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        {children}
        <ToasterLoader />
        <VersionBanner />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  const [queryClient] = useState(queryClientForHere);
  useArrivalFocus();
  return (
    <QueryClientProvider client={queryClient}>
      <HydrationBoundary state={usePrefetched()}>
        {/* A separate step of hydration: the document first, then its content, so that no step is long. */}
        <Suspense>
          <Outlet />
          <HydratedMark />
        </Suspense>
      </HydrationBoundary>
    </QueryClientProvider>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <>
      <ErrorPage error={error} />
      <HydratedMark />
    </>
  );
}

/** Clicks before hydration are lost; browser tests wait for this mark. */
function HydratedMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true';
  }, []);
  return null;
}

/** What the loaders of the matched routes fetched, as one. */
function usePrefetched(): DehydratedState {
  const states = useMatches().flatMap(({ loaderData }) => {
    const data = loaderData as { dehydratedState?: DehydratedState } | null | undefined;
    return data?.dehydratedState ? asArrived(data.dehydratedState) : [];
  });
  return {
    queries: states.flatMap((state) => state.queries),
    mutations: states.flatMap((state) => state.mutations),
  };
}
