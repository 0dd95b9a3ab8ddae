// Share and report.
import Flag from 'icon:flag';
import Share2 from 'icon:share-2';
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
  /** Passed in by the page, since reports belong to moderation. */
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

/** The address without query parameters. */
async function share(title: string): Promise<void> {
  const url = location.origin + location.pathname;
  // Browsers without a share sheet don't have this function.
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      // The user closed the share sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: 'Link copied' });
  } catch {
    toast({ title: 'Couldn’t copy the link. Copy it yourself:', description: url });
  }
}
