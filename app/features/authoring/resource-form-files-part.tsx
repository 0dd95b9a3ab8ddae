// The files section of the resource form: attached files, running uploads and previews.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { fileFacts } from '#app/components/resource/resource-format.ts';
import { ResourceGallery } from '#app/components/resource/resource-gallery.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { fileTitle } from '#app/lib/file-kind.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { MAX_FILES_OF_RESOURCE, maxMegabytesOf } from '#shared/features/upload/upload.rules.ts';
import {
  addResourceFile,
  deleteResourceFile,
  ensureDraft,
  retryPreviews,
  updateResourceFile,
} from './authoring.api.ts';
import { DraftFiles, type FileWork, type OwnFile } from './resource-form-files.tsx';
import { FormPart } from './resource-form-frame.tsx';
import {
  isOffered,
  markOf,
  type UploadItem,
  type UploadParts,
  type Uploads,
} from './resource-form-uploads.ts';
import { lastPosition, titleOfFileName, typeOfFileName } from './resource-form-values.ts';
import { LeftoverUploads } from './unattached-uploads.tsx';
import type { ResourceDraft } from './use-resource-draft.ts';

type FilesPartProps = {
  draft: ResourceDraft;
  uploads: Uploads;
  parts: UploadParts;
  isLocked: boolean;
  problem: string | undefined;
};

export function FilesPart({ draft, uploads, parts, isLocked, problem }: FilesPartProps) {
  const { record: resource } = draft.view;
  const { onSale, prepared } = versionsOf(resource);
  const files = prepared.length > 0 ? prepared : onSale;
  const { add, take, refusal } = useFilesTaken(draft, uploads, files.length);
  const isOnceSold = resource?.state === 'published' || resource?.state === 'archived';
  return (
    <FormPart title="Files">
      {prepared.length > 0 && isOnceSold && (
        <>
          <OnSale files={onSale} />
          <p className="label">After publishing</p>
        </>
      )}
      {files.length > 0 && <DraftFiles files={files} isLocked={isLocked} work={fileWork(draft)} />}
      {isLocked && files.length === 0 && <p className="meta">No files yet.</p>}
      {!isLocked && (
        <parts.List
          uploads={{ ...uploads, items: uploads.items.filter((item) => !isOffered(item)) }}
          label="Uploads"
        />
      )}
      {refusal && (
        <Notice tone="bad" isAlert>
          {refusal}
        </Notice>
      )}
      {!isLocked && (
        <parts.Drop
          label={files.length > 0 ? 'Add more files' : 'Choose files'}
          hint={`Up to ${MAX_FILES_OF_RESOURCE} files of up to ${maxMegabytesOf('resource-file')} MB each.`}
          onFiles={add}
        />
      )}
      {problem && <p className="error-text">{problem}</p>}
      {!isLocked && (
        <LeftoverUploads uploads={uploads} attachLabel="Attach" onAttach={(item) => void take(item)} />
      )}
      {resource && resource.previews.length > 0 && (
        <div>
          <p className="label">Preview</p>
          <ResourceGallery title={resource.title} files={onSale} previews={resource.previews} />
        </div>
      )}
    </FormPart>
  );
}

function versionsOf(resource: OwnResource | null): { onSale: OwnFile[]; prepared: OwnFile[] } {
  const files = resource?.files ?? [];
  const current = resource?.version ?? 1;
  return {
    onSale: files.filter(({ version }) => version <= current),
    prepared: files.filter(({ version }) => version > current),
  };
}

function OnSale({ files }: { files: readonly OwnFile[] }) {
  return (
    <div>
      <p className="label">On sale now</p>
      <RunningOrder label="Files on sale now">
        {files.map((file) => (
          <OrderLine key={file.id} figure={fileFacts(file)}>
            {fileTitle(file)}
          </OrderLine>
        ))}
      </RunningOrder>
    </div>
  );
}

const failed = (title: string) => (error: unknown) =>
  void toast({ title, description: failureTextOf(error), variant: 'destructive' });

function fileWork({ autosave }: ResourceDraft): FileWork {
  return {
    change: (file, change) =>
      void autosave
        .run(updateResourceFile(file.id, change))
        .catch(failed(`Couldn’t change ${fileTitle(file)}`)),
    remove: (file) => autosave.run(deleteResourceFile(file.id)),
    retryPreviews: () => void autosave.run(retryPreviews()).catch(failed('Couldn’t create the previews')),
  };
}

/** The first file creates the draft; each complete upload is attached automatically. */
function useFilesTaken({ autosave, form }: ResourceDraft, uploads: Uploads, fileCount: number) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const taken = useRef(new Set<string>());
  const chosenAt = useRef(new Map<string, number>());
  const places = useRef(new Map<number, number>());
  const take = async (item: UploadItem) => {
    const { key, name, uploadId } = item;
    if (!uploadId || taken.current.has(uploadId)) return;
    taken.current.add(uploadId);
    try {
      const { type } = await autosave.run(async (known) => {
        const answer = await addResourceFile(uploadId)(known);
        return inChosenOrder(answer, chosenAt.current.get(markOf(item)), places.current);
      });
      uploads.forget(key);
      // The first file may have set the type.
      if (fileCount === 0 && type !== form.getValues('type')) form.setValue('type', type);
    } catch (error) {
      taken.current.delete(uploadId);
      failed(`Couldn’t add ${name}`)(error);
    }
  };
  const takeArrived = useEffectEvent((items: readonly UploadItem[]) => {
    for (const item of items) if (item.state === 'ready' && !item.isLeftover) void take(item);
  });
  useEffect(() => takeArrived(uploads.items), [uploads.items]);
  const add = (chosen: File[]) => {
    const waiting = uploads.items.filter(
      ({ state, isLeftover }) => state !== 'refused' && !isLeftover,
    ).length;
    const room = Math.max(0, MAX_FILES_OF_RESOURCE - fileCount - waiting);
    // A resumed upload already has its position.
    const goingOn = chosen.filter((file) => uploads.awaiting(file) !== null);
    const fresh = chosen.filter((file) => !goingOn.includes(file));
    const over = fresh.length - room;
    setRefusal(over > 0 ? tooMany(over) : null);
    const [first] = chosen;
    if (!first || goingOn.length + room === 0) return;
    if (fileCount === 0 && form.getValues('title') === '') {
      form.setValue('title', titleOfFileName(first.name), { shouldDirty: true });
      form.setValue('type', typeOfFileName(first.name), { shouldDirty: true });
    }
    const marks = chosen.map(({ name, size }) => markOf({ name, bytes: size }));
    for (const mark of marks) chosenAt.current.set(mark, chosenAt.current.size);
    uploads.add([...goingOn, ...fresh.slice(0, room)]);
    // Create the draft before the upload ends, so a closed tab can resume it.
    void autosave.run(ensureDraft()).catch(() => undefined);
  };
  return { add, take, refusal };
}

function inChosenOrder(
  answer: OwnResource,
  chosenAt: number | undefined,
  places: Map<number, number>,
): Promise<OwnResource> {
  const { onSale, prepared } = versionsOf(answer);
  const ids = (prepared.length > 0 ? prepared : onSale).map(({ id }) => id);
  const added = ids.at(-1);
  if (added === undefined || chosenAt === undefined) return Promise.resolve(answer);
  places.set(added, chosenAt);
  const position = lastPosition(ids, places);
  return position === null ? Promise.resolve(answer) : updateResourceFile(added, { position })(answer);
}

function tooMany(over: number): string {
  const left = over === 1 ? '1 file wasn’t' : `${over} files weren’t`;
  return `A resource can have up to ${MAX_FILES_OF_RESOURCE} files. ${left} added.`;
}
