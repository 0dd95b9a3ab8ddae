// The profile picture: choose or drop a file, crop and upload it, or go back to the initials.
import { useRef, useState, type DragEvent, lazy, Suspense } from 'react';
import { avatarCandidates } from '#shared/avatar.ts';
import { fullNameOf } from '#shared/names.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import {
  IMAGE_TYPES,
  refusalOf,
  WHOLE,
  type Crop,
  setProfileImage,
  type UploadProgress,
} from './avatar.api.ts';
import { useDeleteProfileImage, type OwnProfile, showChanges } from './profile.api.ts';
import './profile.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Progress } from '#app/components/ui/progress.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { toast } from '#app/components/ui/toast-store.ts';

export function AvatarEditor({ profile }: { profile: OwnProfile }) {
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const name = fullNameOf(profile);
  const kind = profile.isSeller ? 'seller' : 'user';
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    const reason = refusalOf(chosen);
    setProblem(reason);
    // The focus returns here when the dialog closes, also after a drop.
    button.current?.focus();
    if (!reason) setPicture({ file: chosen, source: URL.createObjectURL(chosen) });
  };
  const close = () => {
    if (picture) URL.revokeObjectURL(picture.source);
    setPicture(null);
  };
  const drop = useDrop(choose);
  return (
    <div className="avatar-drop" {...drop}>
      <Avatar
        sources={avatarCandidates({ profileImageUrl: profile.profileImageUrl, name, kind })}
        name={name}
        size="xl"
        alt="Your profile picture"
      />
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap gap-2">
          <Button ref={button} onClick={() => input.current?.click()}>
            {profile.profileImageUrl ? 'Change picture' : 'Choose a picture'}
          </Button>
          {profile.profileImageUrl && <RemovePicture />}
        </div>
        <p className="help mt-2">Or drop a file here: JPEG, PNG, WebP, GIF or AVIF, up to 20 MB.</p>
        <p className="error-text mt-1" aria-live="polite">
          {problem}
        </p>
        <input
          ref={input}
          className="hidden"
          type="file"
          accept={IMAGE_TYPES.join(',')}
          aria-label="Picture file"
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // Allows choosing the same file again.
            event.target.value = '';
          }}
        />
      </div>
      {picture && <AvatarDialog picture={picture} onClose={close} />}
    </div>
  );
}

function RemovePicture() {
  const remove = useDeleteProfileImage();
  return (
    <ConfirmDialog
      title="Remove your picture?"
      description="We delete it and show your initials instead."
      confirmLabel="Remove"
      onConfirm={() => remove.mutateAsync()}
      failure={failureTextOf}
      trigger={<Button variant="danger">Remove</Button>}
    />
  );
}

function useDrop(onFile: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      // Keeps the browser from opening the file.
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      onFile(event.dataTransfer.files[0]);
    },
  };
}

const AvatarCrop = lazy(() => import('./avatar-crop.tsx'));

const UNREADABLE = 'Your browser can’t open this picture. Save it as JPEG or PNG and try again.';

/** `source` is an object URL, valid while the dialog is open. */
type ChosenPicture = { file: File; source: string };

type AvatarDialogProps = { picture: ChosenPicture; onClose: () => void };

function AvatarDialog({ picture, onClose }: AvatarDialogProps) {
  const crop = useRef<Crop>(WHOLE);
  const [isUnreadable, setUnreadable] = useState(false);
  const { upload, progress, cancelUpload } = useUpload(picture.file, onClose);
  const problem = isUnreadable ? UNREADABLE : upload.isError && failureTextOf(upload.error);
  return (
    <Dialog
      title="Crop your picture"
      isOpen
      onOpenChange={() => {
        cancelUpload();
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
      {upload.isPending && <UploadStatus progress={progress} />}
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
      return setProfileImage(file, crop, { onProgress: setProgress, signal: abort.current.signal });
    },
    onSuccess(changed) {
      showChanges(client, changed);
      toast({ title: 'Picture saved' });
      onDone();
    },
  });
  return { upload, progress, cancelUpload: () => abort.current?.abort() };
}

const megabytes = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const formatMegabytes = (bytes: number) => megabytes.format(bytes / 1024 / 1024);

function UploadStatus({ progress: { sent, total } }: { progress: UploadProgress }) {
  return (
    <div className="mt-4">
      <Progress
        label={sent < total ? 'Uploading your picture' : 'Uploaded. Processing'}
        value={sent}
        max={Math.max(1, total)}
        detail={`${formatMegabytes(sent)} of ${formatMegabytes(total)} MB`}
      />
    </div>
  );
}

function StageSkeleton() {
  return (
    <SkeletonGroup label="Loading your picture">
      <Skeleton className="avatar-stage" />
    </SkeletonGroup>
  );
}
