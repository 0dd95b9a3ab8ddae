// All files of something one owns, in one press.
import { Download } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import { useDownload } from '#app/lib/download.api.ts';

export function DownloadButton({ id, title }: { id: number; title: string }) {
  const download = useDownload(id);
  return (
    <Button
      size="s"
      icon={<Download className="icon" aria-hidden="true" />}
      isBusy={download.isPending}
      onClick={() => download.mutate('all')}
    >
      Download<span className="sr-only"> {title}</span>
    </Button>
  );
}
