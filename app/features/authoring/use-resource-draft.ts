// State of the resource form: saves automatically and polls for previews.
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Autosave } from '#app/lib/autosave.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { useAutosaveForm } from '#app/lib/use-autosave-form.ts';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { resourceChanges, type ResourceChanges } from '#shared/features/authoring/authoring.schema.ts';
import { draftApi } from './authoring.api.ts';
import { valuesOf, type ResourceValues } from './resource-form-values.ts';

export type ResourceForm = UseFormReturn<ResourceValues>;
export type ResourceAutosave = Autosave<OwnResource, ResourceChanges>;
export type ResourceDraft = ReturnType<typeof useResourceDraft>;

const REFRESH_MS = 2500;
const rules = resourceChanges.required();

export function useResourceDraft(begun: OwnResource | null) {
  const draft = useAutosaveForm<OwnResource, ResourceValues>({
    api: draftApi,
    record: begun,
    valuesOf,
    resolver: formRules(rules),
    isValid: (name, value) => rules.shape[name].safeParse(value).success,
  });
  const { autosave, view } = draft;
  useOwnAddress(view.record, begun);
  usePreviewsAwaited(autosave, view.record);
  return draft;
}

/**
 * Gives a new draft its own address right away, so a reload finds it. Bypasses the router, which would
 * render another page and lose focus and running uploads.
 */
function useOwnAddress(resource: OwnResource | null, begun: OwnResource | null): void {
  const id = resource?.id;
  const isNew = begun === null;
  useEffect(() => {
    if (isNew && id !== undefined) history.replaceState(history.state, '', `/curriculum/${id}/edit`);
  }, [isNew, id]);
}

function usePreviewsAwaited(autosave: ResourceAutosave, resource: OwnResource | null): void {
  const isWaiting = resource?.files.some(({ previewState }) => previewState === 'waiting') ?? false;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void autosave.refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [autosave, isWaiting]);
}
