// The strip at the bottom edge of every page: which version runs, and an alert when it is not the one this page
// was made for (spec §2, §7, §8). Stands outside the pages, so that error pages have it as well, and therefore
// finds the query client by itself.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EXPECTED_VERSION, isExpectedVersion, versionFailureText } from '#shared/features/site/site.rules.ts';
import { queryClientForHere } from '#app/lib/query.ts';
import { versionQuery } from './version.api.ts';

export function VersionBanner() {
  const [client] = useState(queryClientForHere);
  const { data, error } = useQuery(versionQuery(), client);
  return (
    <aside className="version" aria-label="Version">
      {error ? (
        <p role="alert">
          <strong>Version Check Failed</strong> <span>{versionFailureText(error)}</span>
        </p>
      ) : data && !isExpectedVersion(data.version) ? (
        <p role="alert">
          <strong>Version {data.version} is here</strong>{' '}
          <span>This page was made for {EXPECTED_VERSION}. Reload it to go on.</span>{' '}
          <button className="link" onClick={() => location.reload()}>
            Reload
          </button>
        </p>
      ) : (
        <p>
          <span>Version {EXPECTED_VERSION}</span>
          {data && <span>{`${data.environment}, built ${data.buildDate.slice(0, 10)}`}</span>}
        </p>
      )}
    </aside>
  );
}
