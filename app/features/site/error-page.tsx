// What shows in place of a page that broke or is not there: what happened, what is safe, what to do next.
// Uses only what the root's stylesheet holds, so that it stands even where a page's own files did not load.
import { useEffect, useState } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { reportClientError } from '#shared/features/site/site.contract.ts';
import { Wordmark } from '#app/components/ui/wordmark.tsx';
import { browserApi } from '#app/lib/api-client.ts';
import { isUnavailable } from '#app/lib/query.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { NotFound } from './not-found.tsx';
import { Unavailable } from './unavailable.tsx';

/** For the root: where not even the frame could be drawn. */
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
      <title>{isMissing ? 'Page not found' : 'This page could not be shown'}</title>
      <meta name="robots" content="noindex" />
      {isMissing ? <NotFound /> : <Broken error={error} />}
    </>
  );
}

/** The root's loader sends along what it last knew. */
function siteNameIn(error: unknown): string {
  const { siteName } = ((isUnavailable(error) && error.data) || {}) as { siteName?: string };
  return siteName ?? '';
}

function Broken({ error }: { error: unknown }) {
  const reference = useReference(error);
  const { supportEmail } = useRootData();
  return (
    <div className="wrap section">
      <h1 className="t-l">This page could not be shown</h1>
      <p className="lead mt-5 max-w-measure">
        Something went wrong on our side. What you had saved is safe. Try again in a moment
        {supportEmail && (
          <>
            , or write to{' '}
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
          Go to the front page
        </a>
      </p>
      {reference && <p className="small num mt-6">Reference {reference}</p>}
    </div>
  );
}

/** One report for each error, however often it is drawn. */
const reports = new WeakMap<object, Promise<string>>();

/** The report's reference; none while it is on its way, and none when it could not be made. */
function useReference(error: unknown): string {
  const [reference, setReference] = useState('');
  useEffect(() => {
    const key = error instanceof Object ? error : {};
    const report = reports.get(key) ?? reportError(error);
    reports.set(key, report);
    // oxlint-disable-next-line promise/no-promise-in-callback -- the error is what is shown, no callback's argument
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
    return (await browserApi.call(reportClientError, { body })).reference;
  } catch {
    return '';
  }
}
