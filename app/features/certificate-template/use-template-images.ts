// Pictures on their way onto the page: uploaded, then added to the template once the server has checked them.
import { useEffect, useRef } from 'react';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { type TemplateImage, useAddTemplateImage } from './certificate-template.api.ts';
import type { ImageUse } from './layer-list.tsx';

type UploadItem = {
  key: string;
  name: string;
  bytes: number;
  state: string;
  problem: string | null;
  uploadId: string | null;
};

/** What the page brings along from the upload feature. */
export type Uploads = {
  items: readonly UploadItem[];
  add: (files: File[]) => void;
  forget: (key: string) => void;
};

type Waiting = { name: string; bytes: number; as: ImageUse };

export function useTemplateImages(
  templateId: number,
  uploads: Uploads,
  onImage: (image: TemplateImage, as: ImageUse) => void,
) {
  const waiting = useRef<Waiting[]>([]);
  const isBusy = useRef(false);
  const add = useAddTemplateImage(templateId);
  useEffect(() => {
    const found = uploads.items.find(({ state }) => state === 'ready' || state === 'refused');
    if (!found || isBusy.current) return;
    const at = waiting.current.findIndex(({ name, bytes }) => name === found.name && bytes === found.bytes);
    const [next] = at < 0 ? [] : waiting.current.splice(at, 1);
    const fail = (reason: string) =>
      toast({ title: `${found.name} not added`, description: reason, variant: 'destructive' });
    if (!next || found.state === 'refused' || !found.uploadId) {
      if (found.state === 'refused') fail(found.problem ?? 'This picture can’t be used.');
      uploads.forget(found.key);
      return;
    }
    isBusy.current = true;
    add
      .mutateAsync(found.uploadId)
      .then((image) => onImage(image, next.as))
      .catch((error: unknown) => fail(failureTextOf(error)))
      .finally(() => {
        isBusy.current = false;
        uploads.forget(found.key);
      });
  });
  return {
    isUploading: uploads.items.length > 0,
    upload: (file: File, as: ImageUse) => {
      waiting.current.push({ name: file.name, bytes: file.size, as });
      uploads.add([file]);
    },
  };
}
