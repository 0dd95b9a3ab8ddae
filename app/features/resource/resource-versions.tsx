// What changed in something one has, in its seller's words, the newest first.
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#shared/dates.ts';
import { ResourcePart } from './resource-parts.tsx';
import { versionsQuery } from './resource-detail.api.ts';

/** Only for whoever has it: to others a new version is nothing new. */
export function ResourceVersions({ id }: { id: number }) {
  const { data: versions = [] } = useQuery(versionsQuery(id));
  if (versions.length === 0) return null;
  return (
    <ResourcePart title="What is new">
      <ol className="mt-4 grid gap-4">
        {versions.map(({ number, note, publishedAt }) => (
          <li key={number}>
            <p className="meta num">
              Version {number}, {formatDay(publishedAt)}
            </p>
            <p className="max-w-measure whitespace-pre-line wrap-anywhere">{note}</p>
          </li>
        ))}
      </ol>
    </ResourcePart>
  );
}
