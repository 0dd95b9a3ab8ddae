// Downloads the files of a resource the user has; used by its page and by their purchases.
import { useMutation } from '@tanstack/react-query';
import { toast } from '#app/components/ui/toast-store.ts';
import * as contract from '#shared/features/resource/resource.contract.ts';
import { browserApi, requireAnswer } from './api-client.ts';
import { failureTextOf } from './form-errors.ts';

/** Browsers drop a download that starts while they are still naming the previous one. */
const BETWEEN_DOWNLOADS_MS = 800;

export const getResourceDownloads = async (id: number) =>
  requireAnswer(
    await browserApi.call(contract.getResourceDownloads, { params: { id } }),
    contract.getResourceDownloads.path,
  );

/** Links expire after five minutes, so they are requested on click. */
export function useDownload(id: number) {
  return useFreshLinks(async () => (await getResourceDownloads(id)).files);
}

type Linked = { id: number; url: string; name: string };

/** Requests links, then downloads the chosen files one after the other. */
export function useFreshLinks(ask: () => Promise<readonly Linked[]>) {
  return useMutation({
    async mutationFn(chosen: readonly { id: number }[] | 'all') {
      const files = await ask();
      const ids = chosen === 'all' ? null : new Set(chosen.map((file) => file.id));
      const links = files.filter((file) => ids?.has(file.id) ?? true);
      for (const [at, { url, name }] of links.entries()) {
        if (at > 0) await new Promise((resume) => setTimeout(resume, BETWEEN_DOWNLOADS_MS));
        startDownload(url, name);
      }
      return links.length;
    },
    onSuccess: (count) =>
      count === 0
        ? toast({ title: 'These files are no longer available', variant: 'destructive' })
        : toast({
            title: count === 1 ? 'Download started' : `${count} downloads started`,
            description: count === 1 ? undefined : 'Your browser may ask you to allow several downloads.',
          }),
    onError: (error) =>
      toast({
        title: 'Couldn’t start the download',
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
