// The form and the editor it saves to, kept in step.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { resourceChanges, type ResourceChanges } from '#shared/features/authoring/authoring.schema.ts';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { editorApi } from './authoring.api.ts';
import { createEditor, type Editor, type EditorView } from './resource-editor.ts';
import {
  changesBetween,
  NEW_RESOURCE,
  valuesOf,
  type ResourceFieldName,
  type ResourceValues,
} from './resource-form-values.ts';

export type ResourceForm = UseFormReturn<ResourceValues>;

export type ResourceDraft = {
  form: ResourceForm;
  editor: Editor;
  view: EditorView;
  /** Fields that cannot be saved as they stand. */
  held: readonly ResourceFieldName[];
  /** What was saved elsewhere takes the place of what is written here. */
  discardMine: () => Promise<void>;
  /** The form shows this, whatever is written in it. */
  reset: (resource: OwnResource) => void;
  /** Counts the resets: parts that keep what is being typed to themselves begin anew with each. */
  round: number;
};

const REFRESH_MS = 2500;
const rules = resourceChanges.required();

export function useResourceDraft(begun: OwnResource | null): ResourceDraft {
  const [editor] = useState(() => createEditor(editorApi, begun));
  const view = useSyncExternalStore(editor.subscribe, editor.view, editor.view);
  const [first] = useState(() => (begun ? valuesOf(begun) : NEW_RESOURCE));
  const form = useForm<ResourceValues>({
    resolver: formRules(rules),
    defaultValues: first,
    mode: 'onTouched',
  });
  const { held, restart } = useAutosave(form, editor, first);
  useOwnAddress(view, begun);
  useLateSaves(editor);
  usePreviewsAwaited(editor, view);
  const [round, setRound] = useState(0);
  const reset = (resource: OwnResource) => {
    restart(valuesOf(resource));
    setRound((before) => before + 1);
  };
  const discardMine = async () => {
    const theirs = await editor.discardMine();
    if (theirs) reset(theirs);
  };
  return { form, editor, view, held, discardMine, reset, round };
}

/** Hands every change that is in order to the editor. */
function useAutosave(form: ResourceForm, editor: Editor, first: ResourceValues) {
  const handed = useRef(first);
  const [held, setHeld] = useState<readonly ResourceFieldName[]>([]);
  useEffect(() => {
    editor.stand(handed.current);
    return form.subscribe({
      formState: { values: true },
      callback({ values }) {
        const { fit, unfit } = sorted(changesBetween(handed.current, values));
        setHeld((known) => (known.join() === unfit.join() ? known : unfit));
        if (Object.keys(fit).length === 0) return;
        handed.current = { ...handed.current, ...fit };
        editor.stand(handed.current);
        editor.change(fit);
      },
    });
  }, [form, editor]);
  const restart = (values: ResourceValues) => {
    handed.current = values;
    setHeld([]);
    form.reset(values);
  };
  return { held, restart };
}

function sorted(changes: ResourceChanges) {
  const names = Object.keys(changes) as ResourceFieldName[];
  const isFit = (name: ResourceFieldName) => rules.shape[name].safeParse(changes[name]).success;
  return {
    fit: Object.fromEntries(names.filter(isFit).map((name) => [name, changes[name]])) as ResourceChanges,
    unfit: names.filter((name) => !isFit(name)),
  };
}

/**
 * A draft has an address of its own from its first word on, so that a reload finds it. Not by the router: that would
 * draw another page, and take the focus and the uploads under way with it.
 */
function useOwnAddress({ resource }: EditorView, begun: OwnResource | null): void {
  const id = resource?.id;
  const isNew = begun === null;
  useEffect(() => {
    if (isNew && id !== undefined) history.replaceState(history.state, '', `/curriculum/${id}/edit`);
  }, [isNew, id]);
}

/** Nothing waits for a pause in typing once the page is left or put aside; a lost connection is tried again. */
function useLateSaves(editor: Editor): void {
  useEffect(() => {
    const flush = () => {
      const { save } = editor.view();
      if (save === 'waiting' || save === 'failed') void editor.flush();
    };
    const whenHidden = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    document.addEventListener('visibilitychange', whenHidden);
    addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', whenHidden);
      removeEventListener('online', flush);
      flush();
    };
  }, [editor]);
}

function usePreviewsAwaited(editor: Editor, { resource }: EditorView): void {
  const isWaiting = resource?.files.some(({ previewState }) => previewState === 'waiting') ?? false;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void editor.refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [editor, isWaiting]);
}
