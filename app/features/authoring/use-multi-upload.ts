// State of the multi-upload form: its rows, and saving them one after the other.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { MAX_MULTI_FILES } from '#shared/features/upload/upload.rules.ts';
import { createResource, submitResource } from './authoring.api.ts';
import {
  draftOfRow,
  acceptedFiles,
  deleteStoredRow,
  storeRows,
  type StoredRows,
  newRow,
  getStoredRows,
  rowProblems,
  type RowProblems,
  type RowValues,
} from './multi-upload-rows.ts';
import { markOf, type UploadItem, type Uploads } from './resource-form-uploads.ts';

export type Goal = 'drafts' | 'review';

/** The result for one row: a draft, submitted, or an error. */
export type Outcome = { id: number; title: string; isSubmitted: boolean; problem: string | null };

export type MultiUpload = ReturnType<typeof useMultiUpload>;

export function useMultiUpload(uploads: Uploads) {
  const rows = useRows(uploads);
  const { live, rowOf } = rows;
  /** The requested action; rows show what is missing for it. */
  const [goal, setGoal] = useState<Goal | null>(null);
  /** Requested while files may still be uploading; runs once they have arrived. */
  const [isQueued, setQueued] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  const isSaving = useRef(false);
  const isStuck = live.some(({ state }) => state === 'failed' || state === 'paused');
  const isReady = live.length > 0 && live.every(({ state }) => state === 'ready');

  const begin = useEffectEvent(() => {
    if (isSaving.current) return;
    isSaving.current = true;
    void saveInTurn(live, (item) => saveOne(item, rowOf(item), goal === 'review'), {
      onSaved(item, outcome) {
        uploads.forget(item.key);
        deleteStoredRow(item.uploadId);
        setOutcomes((known) => [...known, outcome]);
      },
      // Keep its row for another attempt.
      onFailed: (item, error) => setFailures((known) => ({ ...known, [item.key]: failureTextOf(error) })),
      onEnd() {
        isSaving.current = false;
        setQueued(false);
        setGoal(null);
      },
    });
  });
  useEffect(() => {
    if (isQueued && isReady) begin();
  }, [isQueued, isReady]);

  const problemsOf = (item: UploadItem): RowProblems =>
    goal ? rowProblems(rowOf(item), goal === 'review') : {};
  const save = (next: Goal) => {
    setGoal(next);
    setFailures({});
    rows.forgetRefusal();
    const isWhole = live.every(
      (item) => Object.keys(rowProblems(rowOf(item), next === 'review')).length === 0,
    );
    setQueued(isWhole && live.length > 0);
    return isWhole;
  };
  return { ...rows, problemsOf, failures, save, isQueued, isBusy: isQueued && isReady, isStuck, outcomes };
}

const FULL = `You can save up to ${MAX_MULTI_FILES} resources at once. Save these first; the file stays here.`;

/** One row per file chosen here, plus the rows of an earlier visit. */
function useRows(uploads: Uploads) {
  const [rows, setRows] = useState<StoredRows>(getStoredRows);
  const [shared, setShared] = useState<Partial<RowValues>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  /** Field values of rows whose file was chosen again, by file. */
  const [inherited, setInherited] = useState<ReadonlyMap<string, RowValues>>(new Map());
  const isRow = ({ key, isLeftover }: UploadItem) => !isLeftover || rows[key] !== undefined;
  const listed = uploads.items.filter(isRow);
  const live = listed.filter(({ state }) => state !== 'refused');
  const leftOver = uploads.items.filter((item) => !isRow(item));
  const rowOf = (item: UploadItem): RowValues =>
    rows[item.key] ?? inherited.get(markOf(item)) ?? newRow(item.name, shared);
  useRowsKept(live, rowOf);
  const begin = (items: readonly UploadItem[]) =>
    setRows((known) => ({
      ...Object.fromEntries(items.map(({ key, name }) => [key, newRow(name, shared)])),
      ...known,
    }));
  /** The earlier upload becomes a leftover; its field values move to the new file. */
  const handOver = (items: readonly UploadItem[]) => {
    setInherited(new Map([...inherited, ...items.map((item) => [markOf(item), rowOf(item)] as const)]));
    setRows((known) => {
      const gone = new Set(items.map(({ key }) => key));
      return Object.fromEntries(Object.entries(known).filter(([key]) => !gone.has(key)));
    });
    for (const { uploadId } of items) deleteStoredRow(uploadId);
  };
  return {
    listed,
    live,
    leftOver,
    rowOf,
    refusal,
    forgetRefusal: () => setRefusal(null),
    add(chosen: File[]) {
      // A resumed upload already has its row.
      const hasRow = (file: File) => live.some(({ key }) => key === uploads.awaiting(file));
      const fresh = chosen.filter((file) => !hasRow(file));
      const { taken, refusal: reason } = acceptedFiles(
        fresh,
        live.length - rowsChosenAgain(fresh, live).length,
      );
      setRefusal(reason);
      handOver(rowsChosenAgain(taken, live));
      begin(leftOver.filter(({ key }) => taken.some((file) => uploads.awaiting(file) === key)));
      const sent = [...chosen.filter(hasRow), ...taken];
      if (sent.length > 0) uploads.add(sent);
    },
    /** Adds an upload of an earlier visit. */
    take(item: UploadItem) {
      const hasRoom = live.length < MAX_MULTI_FILES;
      setRefusal(hasRoom ? null : FULL);
      if (hasRoom) begin([item]);
    },
    remove({ key, uploadId }: UploadItem) {
      uploads.remove(key);
      deleteStoredRow(uploadId);
    },
    change: (item: UploadItem, changes: Partial<RowValues>) =>
      setRows((known) => ({ ...known, [item.key]: { ...(known[item.key] ?? rowOf(item)), ...changes } })),
    applyToAll(changes: Partial<RowValues>) {
      setShared((known) => ({ ...known, ...changes }));
      const changed = live.map((item) => [item.key, { ...rowOf(item), ...changes }]);
      setRows((known) => ({ ...known, ...Object.fromEntries(changed) }));
    },
  };
}

/** Rows of an earlier visit whose file was chosen again; keeping them would create two resources from one file. */
function rowsChosenAgain(files: readonly File[], live: readonly UploadItem[]): UploadItem[] {
  const marks = new Set(files.map(({ name, size }) => markOf({ name, bytes: size })));
  return live.filter((item) => item.isLeftover && marks.has(markOf(item)));
}

/** Stored as soon as the server knows the file, so closing the tab loses nothing. */
function useRowsKept(live: readonly UploadItem[], rowOf: (item: UploadItem) => RowValues): void {
  const stored = JSON.stringify(
    Object.fromEntries(live.flatMap((item) => (item.uploadId ? [[item.uploadId, rowOf(item)]] : []))),
  );
  useEffect(() => storeRows(JSON.parse(stored) as StoredRows), [stored]);
}

type UploadCallbacks = {
  onSaved: (item: UploadItem, outcome: Outcome) => void;
  onFailed: (item: UploadItem, error: unknown) => void;
  onEnd: () => void;
};

async function saveInTurn(
  items: readonly UploadItem[],
  save: (item: UploadItem) => Promise<Outcome>,
  { onSaved, onFailed, onEnd }: UploadCallbacks,
): Promise<void> {
  for (const item of items) {
    try {
      onSaved(item, await save(item));
    } catch (error) {
      onFailed(item, error);
    }
  }
  onEnd();
}

async function saveOne(item: UploadItem, row: RowValues, isForReview: boolean): Promise<Outcome> {
  const { id, title } = await createResource({
    ...draftOfRow(row),
    uploadIds: item.uploadId ? [item.uploadId] : [],
  });
  if (!isForReview) return { id, title, isSubmitted: false, problem: null };
  // It is saved as a draft by now, and stays one if submitting fails.
  const problem = await submitResource()({ id }).then(() => null, failureTextOf);
  return { id, title, isSubmitted: problem === null, problem };
}
