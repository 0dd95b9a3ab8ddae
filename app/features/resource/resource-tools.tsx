// Beside buying: passing it on, and telling staff that something is wrong with it.
import { Flag, Share2 } from 'lucide-react';
import { Suspense, useState, type ComponentType, type ReactNode } from 'react';
import type { ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import type { ViewerAccess } from './resource-buy.tsx';

type ResourceToolsProps = {
  resource: Pick<ResourceDetail, 'id' | 'title'>;
  viewer: ViewerAccess;
  onSignIn: () => void;
  wish: ReactNode;
  /** Brought by the page: reports belong to moderation. */
  ReportDialog: ComponentType<ReportDialogProps>;
};

export type ReportDialogProps = { id: number; title: string; hasReported: boolean; onClose: () => void };

export function ResourceTools(props: ResourceToolsProps) {
  const { resource, viewer, onSignIn, wish, ReportDialog } = props;
  const { id, title } = resource;
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
      {viewer.isGuest ? (
        <ButtonLink variant="quiet" size="s" to="/auth" icon={flag} onClick={onSignIn}>
          Report
        </ButtonLink>
      ) : viewer.mine?.isMine ? null : (
        <Button
          variant="quiet"
          size="s"
          aria-haspopup="dialog"
          icon={flag}
          isBusy={viewer.mine === undefined}
          onClick={() => setReporting(true)}
        >
          Report
        </Button>
      )}
      {isReporting && (
        <Suspense>
          <ReportDialog
            id={id}
            title={title}
            hasReported={viewer.mine?.hasReported ?? false}
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
