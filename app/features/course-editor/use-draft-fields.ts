// The fields of one item or of the settings: shown as typed, saved after a pause, one request at a time.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createAutosave, type AutosaveApi, type SaveState } from '#app/lib/autosave.ts';
import * as contract from '#shared/features/course-editor/course-editor.contract.ts';
import type { Changes } from './course-editor.api.ts';

type Revised = { id: number; revision: number };

export type DraftFields<Values> = {
  values: Values;
  set: (changes: Partial<Values>) => void;
  save: SaveState;
  /** “2:14 PM”; null before the first save. */
  savedAt: string | null;
  error: unknown;
  flush: () => Promise<unknown>;
  reload: () => Promise<void>;
};

export function useDraftFields<Saved extends Revised, Values extends object>(
  api: AutosaveApi<Saved, Changes>,
  record: Saved,
  valuesOf: (record: Saved) => Values,
): DraftFields<Values> {
  const [autosave] = useState(() => createAutosave(api, record));
  const view = useSyncExternalStore(autosave.subscribe, autosave.view, autosave.view);
  const [values, setValues] = useState(() => valuesOf(record));
  const client = useQueryClient();
  const [savedAt, setSavedAt] = useState<string | null>(null);
  useEffect(
    () =>
      autosave.subscribe(() => {
        if (autosave.view().save === 'saved') setSavedAt(timeNow());
      }),
    [autosave],
  );
  const revision = view.record?.revision;
  useEffect(() => {
    // The outline, the checklist and the number of changes follow every save.
    if (revision !== record.revision)
      void client.invalidateQueries({ queryKey: [contract.getCourseDraft.path] });
  }, [client, revision, record.revision]);
  useEffect(() => () => void autosave.flush(), [autosave]);
  const touched = useRef(new Set<string>());
  useEffect(() => {
    if (!view.record || view.save !== 'saved') return;
    // What follows from a change, such as the length of a new file. What was typed stays as it was typed.
    const saved = Object.entries(valuesOf(view.record)).filter(([name]) => !touched.current.has(name));
    setValues((before) => ({ ...before, ...Object.fromEntries(saved) }));
    // oxlint-disable-next-line react/exhaustive-deps -- valuesOf is the same function for the life of a form
  }, [view.record, view.save]);
  return {
    values,
    set(changes) {
      for (const name of Object.keys(changes)) touched.current.add(name);
      setValues((before) => ({ ...before, ...changes }));
      const fit = Object.entries(changes).filter(([name, value]) => isSendable(name, value));
      if (fit.length > 0) autosave.change(Object.fromEntries(fit));
    },
    save: view.save,
    savedAt,
    error: view.error,
    flush: autosave.flush,
    async reload() {
      const theirs = await autosave.discardMine();
      touched.current.clear();
      if (theirs) setValues(valuesOf(theirs));
    },
  };
}

const timeNow = () => new Date().toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });

/** A title is never saved empty: while someone rewrites it, the last one stays. */
function isSendable(name: string, value: unknown): boolean {
  if (name === 'title' || name === 'shortName') return typeof value === 'string' && value.trim() !== '';
  return !(typeof value === 'number' && Number.isNaN(value));
}
