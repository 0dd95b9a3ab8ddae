// Beside buying: passing it on, and telling staff that something is wrong with it.
import { Flag, Share2 } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import type { Looker } from './resource-buy.tsx';

/** Its dialog and rules are for the few who need it. */
const ResourceReport = lazy(() => import('./resource-report.tsx'));

type ResourceToolsProps = {
  resource: Pick<ResourceDetail, 'id' | 'title'>;
  looker: Looker;
  onSignIn: () => void;
  /** The heart, where the large button is another one. */
  wish: ReactNode;
};

export function ResourceTools({ resource: { id, title }, looker, onSignIn, wish }: ResourceToolsProps) {
  const [isReporting, setReporting] = useState(false);
  const flag = <Flag className="icon" aria-hidden="true" />;
  return (
    <div className="resource-tools">
      {wish}
      <Button
        className="resource-share"
        variant="quiet"
        size="s"
        icon={<Share2 className="icon" aria-hidden="true" />}
        onClick={() => void share(title)}
      >
        Share
      </Button>
      {looker.isGuest ? (
        <ButtonLink variant="quiet" size="s" to="/auth" icon={flag} onClick={onSignIn}>
          Report
        </ButtonLink>
      ) : looker.mine?.isMine ? null : (
        <Button
          variant="quiet"
          size="s"
          aria-haspopup="dialog"
          icon={flag}
          isBusy={looker.mine === undefined}
          onClick={() => setReporting(true)}
        >
          Report
        </Button>
      )}
      {isReporting && (
        <Suspense>
          <ResourceReport
            id={id}
            title={title}
            hasReported={looker.mine?.hasReported ?? false}
            onClose={() => setReporting(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The address without what a search or a filter may have added to it. */
async function share(title: string): Promise<void> {
  const url = location.origin + location.pathname;
  // A desk without a way to share has none of this function.
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      // They looked and thought better of it.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: 'Address copied', description: 'Paste it wherever you like.' });
  } catch {
    toast({ title: 'Copy the address by hand, please', description: url });
  }
}
