// Files of a resource someone has, handed to them by the browser. Asked for by its page and by what was bought.
import { useMutation } from '@tanstack/react-query';
import { getResourceDownloads } from '#shared/features/resource/resource.contract.ts';
import { toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from './api-client.ts';
import { failureTextOf } from './form-errors.ts';

/** Browsers drop a download that begins while the one before is still being named. */
const BETWEEN_DOWNLOADS_MS = 800;

/** The links live five minutes and are this person's alone, so they are asked for at the press. */
export function useDownload(id: number) {
  return useFreshLinks(async () => (await browserApi.call(getResourceDownloads, { params: { id } })).files);
}

type Linked = { id: number; url: string; name: string };

/** Asks for links, then hands the wanted files to the browser, one after the other. */
export function useFreshLinks(ask: () => Promise<readonly Linked[]>) {
  return useMutation({
    async mutationFn(wanted: readonly { id: number }[] | 'all') {
      const files = await ask();
      const ids = wanted === 'all' ? null : new Set(wanted.map((file) => file.id));
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
            title: count === 1 ? 'The download has begun' : `${count} downloads have begun`,
            description:
              count === 1 ? undefined : 'Your browser may ask whether several files are all right.',
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
