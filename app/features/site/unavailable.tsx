// Shown while the API answers 503: the database is away for a moment. Needs neither the database nor scripts, and tries
// again by itself.
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { getSite } from '#shared/features/site/site.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';

/** Not all at the same moment: everybody who waits comes back when the database does. */
const nextTryMs = () => 4000 + Math.random() * 4000;
const SECONDS_WITHOUT_SCRIPTS = 10;

export function Unavailable() {
  const { pathname, search } = useLocation();
  useReloadOnceBack();
  return (
    <div className="wrap section">
      <title>We’ll be right back</title>
      <meta name="robots" content="noindex" />
      <noscript>
        <meta httpEquiv="refresh" content={String(SECONDS_WITHOUT_SCRIPTS)} />
      </noscript>
      <h1 className="t-l">We’ll be right back</h1>
      <p className="lead mt-5 max-w-measure" role="status">
        The site is briefly unavailable. Nothing you bought or saved is lost. This page tries again by itself
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

/** Asks something small, so that the page does not flicker for as long as the answer is no. */
function useReloadOnceBack(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tryLater = () => {
      timer = setTimeout(() => {
        browserApi.call(getSite, {}).then(() => location.reload(), tryLater);
      }, nextTryMs());
    };
    tryLater();
    return () => clearTimeout(timer);
  }, []);
}
