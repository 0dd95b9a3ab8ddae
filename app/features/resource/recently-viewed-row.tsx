// Recently viewed resources. Only this browser knows them, so the row loads after the page.
import { useQuery } from '@tanstack/react-query';
import { CardRow } from '#app/components/catalogue/results.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { getRecentlyViewed } from './recently-viewed.ts';
import { IN_ROW, ResourcePoster } from '#app/components/resource/resource-card.tsx';
import { listResourcesByIdsQuery } from './resource.api.ts';

export function RecentlyViewedRow({ except }: { except?: number }) {
  const isHydrated = useHydrated();
  const ids = isHydrated ? getRecentlyViewed().filter((id) => id !== except) : [];
  const { data = [] } = useQuery({ ...listResourcesByIdsQuery(ids), enabled: ids.length > 0 });
  if (ids.length === 0 || data.length === 0) return null;
  return (
    <CardRow title="Recently viewed">
      {data.map((resource) => (
        <ResourcePoster key={resource.id} resource={resource} sizes={IN_ROW} />
      ))}
    </CardRow>
  );
}
