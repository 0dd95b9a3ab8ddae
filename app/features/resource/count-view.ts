// Tells the server that someone looks at a resource, once for each opening of its page.
import { useEffect } from 'react';
import { countResourceView } from '#shared/features/resource/view.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';

/** `isCounted` turns true once it is known that it is on sale and who looks neither sells it nor is staff. */
export function useCountView(id: number, isCounted: boolean): void {
  useEffect(() => {
    if (!isCounted) return;
    const tell = () => {
      // Nobody waits for it, and nobody is bothered when it fails.
      browserApi.call(countResourceView, { params: { id } }).catch(() => {});
    };
    // What the page itself needs comes first.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(tell);
    else setTimeout(tell, 1000);
  }, [id, isCounted]);
}
