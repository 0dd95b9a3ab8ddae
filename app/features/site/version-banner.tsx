// The strip at the bottom of every page: the running version, and an alert when it isn't the one this page was built
// for (spec §2, §7, §8). Rendered outside the pages so that error pages have it too; hence its own query client.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EXPECTED_VERSION, isExpectedVersion, versionFailureText } from '#shared/features/site/site.rules.ts';
import { queryClientForHere } from '#app/lib/query.ts';
import { getVersionQuery } from './site.api.ts';

export function VersionBanner() {
  const [client] = useState(queryClientForHere);
  const { data, error } = useQuery(getVersionQuery(), client);
  return (
    <aside className="version" aria-label="Version">
      {error ? (
        <p role="alert">
          <strong>Version Check Failed</strong> <span>{versionFailureText(error)}</span>
        </p>
      ) : data && !isExpectedVersion(data.version) ? (
        <p role="alert">
          <strong>Version {data.version} is available</strong>{' '}
          <span>This page was built for {EXPECTED_VERSION}. Reload to continue.</span>{' '}
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
