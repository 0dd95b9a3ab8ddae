// Files on their way into a course: what each is for, and attaching it as soon as the server has checked it.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as contract from '#shared/features/course-editor/course-editor.contract.ts';
import type { CourseFile } from '#shared/features/course-editor/course-editor.schema.ts';
import { toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { updateDraftItem, useAttachCourseFile, useCreateDraftItems } from './course-editor.api.ts';

export type UploadItem = {
  key: string;
  name: string;
  bytes: number;
  sent: number;
  state: 'waiting' | 'sending' | 'paused' | 'failed' | 'checking' | 'ready' | 'refused';
  problem: string | null;
  uploadId: string | null;
};

export type Uploads = {
  items: readonly UploadItem[];
  add: (files: File[]) => void;
  forget: (key: string) => void;
};

export type UploadTarget =
  | { to: 'lesson'; lessonId: number }
  | { to: 'attachments'; lessonId: number }
  | { to: 'captions'; lessonId: number; parentId: number; language: string }
  | { to: 'new-lesson'; moduleId: number | null }
  | { to: 'question'; onFile: (file: CourseFile) => void };

type Waiting = { name: string; bytes: number; target: UploadTarget };

const ON_THE_WAY: ReadonlySet<UploadItem['state']> = new Set(['waiting', 'sending', 'checking']);

type Work = {
  /** Saves what is being typed, so that the file is added to the latest version. */
  flush: () => Promise<unknown>;
  /** Shows the lesson again, with its file. */
  reload: () => void;
};

export function useCourseUploads(courseId: number, uploads: Uploads, { flush, reload }: Work) {
  const waiting = useRef<Waiting[]>([]);
  const isBusy = useRef(false);
  const attach = useAttachCourseFile(courseId);
  const create = useCreateDraftItems(courseId);
  const client = useQueryClient();

  async function addToLesson(lessonId: number, fileId: number, isAttachment: boolean): Promise<void> {
    await flush();
    const item = { type: 'lesson' as const, id: lessonId };
    const params = { id: courseId, type: item.type, itemId: lessonId };
    const { revision, content } = await browserApi.call(contract.getDraftItem, { params });
    const ids = 'attachmentIds' in content ? content.attachmentIds : [];
    const changes = isAttachment ? { attachmentIds: [...ids, fileId] } : { fileId, embedUrl: null };
    await updateDraftItem(courseId, item, revision, changes);
  }

  async function use(uploadId: string, name: string, target: UploadTarget): Promise<void> {
    if (target.to === 'new-lesson') {
      const title =
        name
          .replace(/\.\w{1,8}$/, '')
          .replaceAll(/[_-]+/g, ' ')
          .trim() || name;
      await create.mutateAsync({ moduleId: target.moduleId, items: [{ type: 'lesson', title, uploadId }] });
      return;
    }
    const { parentId, language } = target.to === 'captions' ? target : {};
    const kind =
      target.to === 'captions' ? 'caption' : target.to === 'attachments' ? 'attachment' : undefined;
    const file = await attach.mutateAsync({
      uploadId,
      ...(kind && { kind }),
      ...(parentId && { parentId }),
      ...(language && { language }),
    });
    // The question is still being written: its form saves the file with everything else.
    if (target.to === 'question') return target.onFile(file);
    if (target.to !== 'captions') await addToLesson(target.lessonId, file.id, target.to === 'attachments');
  }

  useEffect(() => {
    const targetOf = ({ name, bytes }: UploadItem) =>
      waiting.current.find((one) => one.name === name && one.bytes === bytes)?.target;
    // New lessons appear in the order their files were chosen, whichever arrives first.
    const first = uploads.items.find(
      (item) => ON_THE_WAY.has(item.state) && targetOf(item)?.to === 'new-lesson',
    );
    const found = uploads.items.find((item, at) => {
      const target = item.state === 'ready' ? targetOf(item) : undefined;
      return target && !(first && target.to === 'new-lesson' && at > uploads.items.indexOf(first));
    });
    if (!found?.uploadId || isBusy.current) return;
    const at = waiting.current.findIndex(({ name, bytes }) => name === found.name && bytes === found.bytes);
    const [next] = waiting.current.splice(at, 1);
    if (!next) return;
    isBusy.current = true;
    void use(found.uploadId, found.name, next.target)
      .catch((error: unknown) =>
        toast({
          title: `${found.name} not added`,
          description: failureTextOf(error),
          variant: 'destructive',
        }),
      )
      .finally(() => {
        isBusy.current = false;
        uploads.forget(found.key);
        void client.invalidateQueries({ queryKey: [contract.getCourseDraft.path] });
        // A new lesson changes nothing in what is being edited.
        if (next.target.to !== 'question' && next.target.to !== 'new-lesson') reload();
      });
  });

  return (files: File[], target: UploadTarget) => {
    waiting.current.push(...files.map(({ name, size }) => ({ name, bytes: size, target })));
    uploads.add(files);
  };
}
