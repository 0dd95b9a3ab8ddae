// Several resources at once: their rows, and what is done with all of them in turn.
import { useEffect, useEffectEvent, useState } from 'react';
import { createResource, submitResource } from '#shared/features/resource/author.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import {
  draftOfRow,
  filesLetIn,
  newRow,
  rowProblems,
  type RowProblems,
  type RowValues,
} from './multi-upload-rows.ts';
import type { UploadItem, Uploads } from './resource-form-uploads.ts';

export type Goal = 'drafts' | 'review';

/** What became of one: a draft, or in review; why it is not, where it is not. */
export type Outcome = { id: number; title: string; isSubmitted: boolean; problem: string | null };

export type MultiUpload = ReturnType<typeof useMultiUpload>;

export function useMultiUpload(uploads: Uploads) {
  const rows = useRows(uploads);
  const { live, rowOf } = rows;
  /** What was asked for; it shows what a row lacks for it. */
  const [goal, setGoal] = useState<Goal | null>(null);
  /** Asked for while files are still on their way: done when they have arrived. */
  const [isQueued, setQueued] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  const isStuck = live.some(({ state }) => state === 'failed' || state === 'paused');
  const isReady = live.length > 0 && live.every(({ state }) => state === 'ready');

  const saveAll = useEffectEvent(async () => {
    rows.forgetRefusal();
    setQueued(false);
    setBusy(true);
    setFailures({});
    for (const item of live) {
      try {
        const outcome = await saveOne(item, rowOf(item), goal === 'review');
        uploads.forget(item.key);
        setOutcomes((known) => [...known, outcome]);
      } catch (error) {
        // Its row stays, to be tried again.
        setFailures((known) => ({ ...known, [item.key]: failureTextOf(error) }));
      }
    }
    setBusy(false);
    setGoal(null);
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what was asked for begins when the last file has arrived
    if (isQueued && isReady) void saveAll();
  }, [isQueued, isReady]);

  const problemsOf = (item: UploadItem): RowProblems =>
    goal ? rowProblems(rowOf(item), goal === 'review') : {};
  const save = (next: Goal) => {
    setGoal(next);
    const isWhole = live.every(
      (item) => Object.keys(rowProblems(rowOf(item), next === 'review')).length === 0,
    );
    setQueued(isWhole && live.length > 0);
    return isWhole;
  };
  return { ...rows, problemsOf, failures, save, isQueued, isBusy, isStuck, outcomes };
}

function useRows(uploads: Uploads) {
  const [rows, setRows] = useState<Readonly<Record<string, RowValues>>>({});
  const [shared, setShared] = useState<Partial<RowValues>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const live = uploads.items.filter(({ state }) => state !== 'refused');
  const rowOf = (item: UploadItem): RowValues => rows[item.key] ?? newRow(item.name, shared);
  return {
    live,
    rowOf,
    refusal,
    forgetRefusal: () => setRefusal(null),
    add(chosen: File[]) {
      const { taken, refusal: told } = filesLetIn(chosen, live.length);
      setRefusal(told);
      if (taken.length > 0) uploads.add(taken);
    },
    change: (item: UploadItem, changes: Partial<RowValues>) =>
      setRows((known) => ({ ...known, [item.key]: { ...(known[item.key] ?? rowOf(item)), ...changes } })),
    applyToAll(changes: Partial<RowValues>) {
      setShared((known) => ({ ...known, ...changes }));
      setRows(Object.fromEntries(live.map((item) => [item.key, { ...rowOf(item), ...changes }])));
    },
  };
}

async function saveOne(item: UploadItem, row: RowValues, isForReview: boolean): Promise<Outcome> {
  const { id, title } = await browserApi.call(createResource, {
    body: { ...draftOfRow(row), uploadIds: item.uploadId ? [item.uploadId] : [] },
  });
  if (!isForReview) return { id, title, isSubmitted: false, problem: null };
  // It is a draft by now, and stays one where review refuses it.
  const problem = await browserApi.call(submitResource, { params: { id } }).then(() => null, failureTextOf);
  return { id, title, isSubmitted: problem === null, problem };
}
