// A picture was chosen: which part of it, then on its way, with how far it is and what went wrong.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Progress } from '#app/components/ui/progress.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { WHOLE, type Crop } from './avatar-file.ts';
import { uploadPicture, type UploadProgress } from './avatar-upload.ts';
import { showChanges } from './profile.api.ts';

const AvatarCrop = lazy(() => import('./avatar-crop.tsx'));

const UNREADABLE = 'Your browser cannot read this picture. Save it as a JPEG or PNG and choose it again.';

/** `source` is where the browser finds the file, as long as the dialog is open. */
export type ChosenPicture = { file: File; source: string };

type AvatarDialogProps = { picture: ChosenPicture; onClose: () => void };

export function AvatarDialog({ picture, onClose }: AvatarDialogProps) {
  const crop = useRef<Crop>(WHOLE);
  const [isUnreadable, setUnreadable] = useState(false);
  const { upload, progress, giveUp } = useUpload(picture.file, onClose);
  const problem = isUnreadable ? UNREADABLE : upload.isError && failureTextOf(upload.error);
  return (
    <Dialog
      title="Which part of it?"
      isOpen
      onOpenChange={() => {
        giveUp();
        onClose();
      }}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          {!isUnreadable && (
            <Button variant="primary" isBusy={upload.isPending} onClick={() => upload.mutate(crop.current)}>
              Use this picture
            </Button>
          )}
        </>
      }
    >
      {!isUnreadable && (
        <Suspense fallback={<StageSkeleton />}>
          <AvatarCrop
            source={picture.source}
            onCrop={(area) => {
              crop.current = area;
            }}
            onUnreadable={() => setUnreadable(true)}
          />
        </Suspense>
      )}
      {upload.isPending && <Sending progress={progress} />}
      {problem && (
        <Notice tone="bad" isAlert className="mt-3">
          {problem}
        </Notice>
      )}
    </Dialog>
  );
}

function useUpload(file: File, onDone: () => void) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<UploadProgress>({ sent: 0, total: file.size });
  const abort = useRef<AbortController>(null);
  const upload = useMutation({
    mutationFn(crop: Crop) {
      abort.current = new AbortController();
      setProgress({ sent: 0, total: file.size });
      return uploadPicture(file, crop, { onProgress: setProgress, signal: abort.current.signal });
    },
    onSuccess(changed) {
      showChanges(client, changed);
      toast({ title: 'Picture saved' });
      onDone();
    },
  });
  return { upload, progress, giveUp: () => abort.current?.abort() };
}

const megabytes = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const inMegabytes = (bytes: number) => megabytes.format(bytes / 1024 / 1024);

function Sending({ progress: { sent, total } }: { progress: UploadProgress }) {
  return (
    <div className="mt-4">
      <Progress
        label={sent < total ? 'Sending your picture' : 'Sent. Making it fit'}
        value={sent}
        max={Math.max(1, total)}
        detail={`${inMegabytes(sent)} of ${inMegabytes(total)} MB`}
      />
    </div>
  );
}

function StageSkeleton() {
  return (
    <SkeletonGroup label="Loading the picture">
      <Skeleton className="avatar-stage" />
    </SkeletonGroup>
  );
}
