// One resource from the browser's side: what its page asks, and what one can do there.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  claimResource,
  getResource,
  getResourceDownloads,
  listRelatedResources,
  listResourceVersions,
  reportResource,
} from '#shared/features/resource/resource.contract.ts';
import type { ReportReason } from '#shared/features/resource/resource.rules.ts';
import { toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { changeMyItem, myItemQuery } from '#app/lib/my-item.ts';
import { catalogueQuery } from '#app/lib/query.ts';
import type { ResourceFile } from './resource-facts.ts';

export const resourceQuery = (id: number) => catalogueQuery(getResource, { params: { id } });
export const relatedQuery = (id: number) => catalogueQuery(listRelatedResources, { params: { id } });

export const versionsQuery = (id: number) => catalogueQuery(listResourceVersions, { params: { id } });

const mineOf = (id: number) => ({ type: 'resource', id }) as const;

export function useClaim(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => browserApi.call(claimResource, { params: { id } }),
    onSuccess(mine) {
      client.setQueryData(myItemQuery(mineOf(id)).queryKey, mine);
      toast({ title: 'It is yours', description: 'Download it now, or come back for it any time.' });
    },
    onError: (error) =>
      toast({ title: 'That did not work', description: failureTextOf(error), variant: 'destructive' }),
  });
}

/** Browsers drop a download that begins while the one before is still being named. */
const BETWEEN_DOWNLOADS_MS = 800;

/** The links live five minutes and are this person's alone, so they are asked for at the press. */
export function useDownload(id: number) {
  return useMutation({
    async mutationFn(wanted: readonly Pick<ResourceFile, 'id'>[]) {
      const { files } = await browserApi.call(getResourceDownloads, { params: { id } });
      const ids = new Set(wanted.map((file) => file.id));
      const links = files.filter((file) => ids.has(file.id));
      for (const [at, { url, name }] of links.entries()) {
        if (at > 0) await new Promise((resume) => setTimeout(resume, BETWEEN_DOWNLOADS_MS));
        startDownload(url, name);
      }
      return links.length;
    },
    onSuccess: (count) =>
      toast({
        title: count === 1 ? 'The download has begun' : `${count} downloads have begun`,
        description: count === 1 ? undefined : 'Your browser may ask whether several files are all right.',
      }),
    onError: (error) =>
      toast({
        title: 'The download could not begin',
        description: failureTextOf(error),
        variant: 'destructive',
      }),
  });
}

function startDownload(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

export function useReport(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { reason: ReportReason; body: string }) =>
      browserApi.call(reportResource, { params: { id }, body }),
    onSuccess: () => changeMyItem(client, mineOf(id), { hasReported: true }),
  });
}
