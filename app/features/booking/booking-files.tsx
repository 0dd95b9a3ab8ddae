// The files of a booking: what the client sent along, and what the instructor shares afterwards.
import { useQuery } from '@tanstack/react-query';
import FileText from 'icon:file-text';
import Trash2 from 'icon:trash-2';
import type { ReactNode } from 'react';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { formatBytes } from '#app/lib/format-bytes.ts';
import { formatDay } from '#shared/dates.ts';
import type { BookingFile } from '#shared/features/booking/booking.schema.ts';
import type { Booking } from '#shared/features/reservation/reservation.schema.ts';
import {
  bookingFileUrl,
  listBookingFilesQuery,
  useAddBookingFiles,
  useDeleteBookingFile,
} from './booking.api.ts';

/** The part of `useUploads` this needs; the page owns the uploads of the purpose booking-file. */
export type BookingUploads = {
  items: readonly { key: string; state: string; uploadId: string | null }[];
  forget(key: string): void;
};

type BookingFilesProps = {
  booking: Booking;
  /** Includes the name of the person who shared a file. */
  names: { client: string; instructor: string };
  /** One sentence on who sees them. */
  intro: string;
  /** Missing: the viewer can't add any. */
  adding?: { uploads: BookingUploads; uploadFields: ReactNode } | undefined;
};

export function BookingFiles({ booking, names, intro, adding }: BookingFilesProps) {
  const query = useQuery(listBookingFilesQuery(booking.id));
  return (
    <StaffPart title="Files">
      <p className="meta mt-2">{intro}</p>
      <QueryView query={query} what="the files" skeleton={<FilesSkeleton />}>
        {(files) => (
          <ul className="booking-files" aria-label="Files">
            {files.map((file) => (
              <FileLine key={file.id} file={file} by={file.isByClient ? names.client : names.instructor} />
            ))}
          </ul>
        )}
      </QueryView>
      {adding && <AddFiles bookingId={booking.id} {...adding} />}
    </StaffPart>
  );
}

const FilesSkeleton = () => (
  <SkeletonGroup label="Loading the files" className="mt-3">
    <Skeleton className="h-12" />
  </SkeletonGroup>
);

function FileLine({ file, by }: { file: BookingFile; by: string }) {
  const { id, name, bytes, createdAt, isOwn } = file;
  const remove = useDeleteBookingFile();
  return (
    <li>
      <FileText className="icon" aria-hidden="true" />
      <span className="min-w-0">
        <a className="link wrap-anywhere" href={bookingFileUrl(id)} target="_blank" rel="noreferrer">
          {name}
        </a>
        <span className="small num block">
          {formatBytes(bytes)}, from {isOwn ? 'you' : by}, {formatDay(createdAt)}
        </span>
      </span>
      {isOwn && (
        <ConfirmDialog
          title={`Delete “${name}”?`}
          description="Nobody can open it anymore. You can’t undo this."
          confirmLabel="Delete file"
          failure={failureTextOf}
          trigger={<IconButton label={`Delete ${name}`} icon={<Trash2 className="icon" />} />}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id } });
          }}
        />
      )}
    </li>
  );
}

type AddFilesProps = { bookingId: number; uploads: BookingUploads; uploadFields: ReactNode };

function AddFiles({ bookingId, uploads, uploadFields }: AddFilesProps) {
  const add = useAddBookingFiles();
  const ready = uploads.items.filter(({ state }) => state === 'ready');
  const isUploading = uploads.items.some(({ state }) => state !== 'ready' && state !== 'refused');
  const share = async () => {
    const uploadIds = ready.flatMap(({ uploadId }) => uploadId ?? []);
    // A failure is explained in a toast; the files stay in the list.
    const isDone = await add.mutateAsync({ params: { id: bookingId }, body: { uploadIds } }).then(
      () => true,
      () => false,
    );
    if (isDone) for (const { key } of ready) uploads.forget(key);
  };
  return (
    <div className="mt-4">
      {uploadFields}
      {uploads.items.length > 0 && (
        <Button
          variant="primary"
          className="mt-3"
          isBusy={add.isPending || isUploading}
          onClick={() => void share()}
        >
          {ready.length === 1 ? 'Share file' : `Share ${ready.length} files`}
        </Button>
      )}
    </div>
  );
}
