// Replaces a page that failed, doesn't exist or can't reach the database. Uses only the root stylesheet, so that it
// works even when a page's own files didn't load.
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, Link, useLocation } from 'react-router';
import { CoverArt } from '#app/components/ui/cover-art.tsx';
import { Wordmark } from '#app/components/ui/wordmark.tsx';
import { isUnavailable } from '#app/lib/query.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { getSite, reportClientError } from './site.api.ts';

/** For the root, when not even the frame could be rendered. */
export function ErrorPage({ error }: { error: unknown }) {
  const siteName = useRootData().siteName || siteNameIn(error);
  return (
    <main id="content">
      {siteName && (
        <a className="wrap block pt-6" href="/">
          <Wordmark name={siteName} />
        </a>
      )}
      <PageError error={error} />
    </main>
  );
}

/** For a layout's error boundary, inside its frame. */
export function PageError({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  if (isUnavailable(error)) return <Unavailable />;
  return (
    <>
      <title>{isMissing ? 'Page not found' : 'Something went wrong'}</title>
      <meta name="robots" content="noindex" />
      {isMissing ? <NotFound /> : <Broken error={error} />}
    </>
  );
}

/** The last known site name, passed along by the root loader. */
function siteNameIn(error: unknown): string {
  const { siteName } = ((isUnavailable(error) && error.data) || {}) as { siteName?: string };
  return siteName ?? '';
}

function Broken({ error }: { error: unknown }) {
  const reference = useReference(error);
  const { supportEmail } = useRootData();
  return (
    <div className="wrap section">
      <h1 className="t-l">Something went wrong</h1>
      <p className="lead mt-5 max-w-measure">
        We couldn’t show this page. Everything you saved is safe. Try again in a moment
        {supportEmail && (
          <>
            , or email{' '}
            <a className="link" href={`mailto:${supportEmail}`}>
              {supportEmail}
            </a>
          </>
        )}
        .
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <button className="btn btn-primary" onClick={() => location.reload()}>
          Try again
        </button>
        <a className="btn btn-second" href="/">
          Go to the home page
        </a>
      </p>
      {reference && <p className="small num mt-6">Reference {reference}</p>}
    </div>
  );
}

/** One report per error, however often it renders. */
const reports = new WeakMap<object, Promise<string>>();

/** The report's reference; empty until it was sent, or if sending failed. */
function useReference(error: unknown): string {
  const [reference, setReference] = useState('');
  useEffect(() => {
    const key = error instanceof Object ? error : {};
    const report = reports.get(key) ?? reportError(error);
    reports.set(key, report);
    // oxlint-disable-next-line promise/no-promise-in-callback -- `error` is what the page shows, not a callback's argument
    void report.then(setReference);
  }, [error]);
  return reference;
}

async function reportError(error: unknown): Promise<string> {
  const { message, stack } = (error ?? {}) as Partial<Error>;
  const body = {
    message: String(message || error).slice(0, 2000),
    path: location.pathname.slice(0, 2048),
    ...(typeof stack === 'string' && { stack: stack.slice(0, 8000) }),
  };
  try {
    return (await reportClientError(body)).reference;
  } catch {
    return '';
  }
}

export function NotFound() {
  return (
    <div className="wrap section grid items-center gap-10 md:grid-cols-[7fr_5fr]">
      <div>
        <h1 className="t-l">Page not found</h1>
        <p className="lead mt-5 max-w-measure">The page may have moved, or the address may be misspelled.</p>
        <p className="mt-8">
          <Link className="btn btn-primary" to="/">
            Go to the home page
          </Link>
        </p>
      </div>
      <CoverArt
        className="max-w-80 border-b border-ink md:ml-auto"
        subject="site-empty"
        shape="square"
        sizes="20rem"
      />
    </div>
  );
}

/** Spread out, so that not every waiting visitor returns at the same moment. */
const retryDelayMs = () => 4000 + Math.random() * 4000;
const NO_SCRIPT_REFRESH_SECONDS = 10;

/** The API answered 503. Needs neither the database nor JavaScript, and retries on its own. */
function Unavailable() {
  const { pathname, search } = useLocation();
  useReloadOnceBack();
  return (
    <div className="wrap section">
      <title>We’ll be right back</title>
      <meta name="robots" content="noindex" />
      <noscript>
        <meta httpEquiv="refresh" content={String(NO_SCRIPT_REFRESH_SECONDS)} />
      </noscript>
      <h1 className="t-l">We’ll be right back</h1>
      <p className="lead mt-5 max-w-measure" role="status">
        The site is briefly unavailable. Nothing you bought or saved is lost. This page reloads automatically
        every few seconds.
      </p>
      <p className="mt-8">
        <a className="btn btn-primary" href={pathname + search}>
          Try again now
        </a>
      </p>
    </div>
  );
}

/** Polls a small endpoint, so that the page doesn't flicker while the site is down. */
function useReloadOnceBack(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const retryLater = () => {
      timer = setTimeout(() => {
        getSite().then(() => location.reload(), retryLater);
      }, retryDelayMs());
    };
    retryLater();
    return () => clearTimeout(timer);
  }, []);
}
