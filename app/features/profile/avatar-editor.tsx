// My picture: choose one or drop it here, or go back to the one drawn from the initials.
import { useRef, useState, type DragEvent } from 'react';
import { avatarCandidates } from '#shared/avatar.ts';
import { fullNameOf } from '#shared/names.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { AvatarDialog, type ChosenPicture } from './avatar-dialog.tsx';
import { PICTURE_TYPES, refusalOf } from './avatar-file.ts';
import { useDeleteProfileImage, type OwnProfile } from './profile.api.ts';
import './profile.css';

export function AvatarEditor({ profile }: { profile: OwnProfile }) {
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const name = fullNameOf(profile);
  const kind = profile.isSeller ? 'seller' : 'user';
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    const reason = refusalOf(chosen);
    setProblem(reason);
    // Where the focus comes back to when the dialog closes, also after a drop.
    button.current?.focus();
    if (!reason) setPicture({ file: chosen, source: URL.createObjectURL(chosen) });
  };
  const close = () => {
    if (picture) URL.revokeObjectURL(picture.source);
    setPicture(null);
  };
  const drop = useDrop(take);
  return (
    <div className="avatar-drop" {...drop}>
      <Avatar
        sources={avatarCandidates({ profileImageUrl: profile.profileImageUrl, name, kind })}
        name={name}
        size="xl"
        alt="Your picture as others see it"
      />
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap gap-2">
          <Button ref={button} onClick={() => input.current?.click()}>
            {profile.profileImageUrl ? 'Choose another picture' : 'Choose a picture'}
          </Button>
          {profile.profileImageUrl && <RemovePicture />}
        </div>
        <p className="help mt-2">Or drop one here. JPEG, PNG, WebP, GIF or AVIF, up to 20 MB.</p>
        <p className="error-text mt-1" aria-live="polite">
          {problem}
        </p>
        <input
          ref={input}
          className="hidden"
          type="file"
          accept={PICTURE_TYPES.join(',')}
          aria-label="Picture file"
          onChange={(event) => {
            take(event.target.files?.[0]);
            // So that the same file can be chosen again.
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
      description="Your initials take its place. The picture itself is deleted."
      confirmLabel="Remove"
      onConfirm={() => remove.mutateAsync()}
      failure={failureTextOf}
      trigger={<Button variant="danger">Remove</Button>}
    />
  );
}

function useDrop(take: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      // Without it the browser would open the file in place of the page.
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer.files[0]);
    },
  };
}
