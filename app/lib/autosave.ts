// Saves a record while someone edits it: changes are collected and sent after a pause in typing, one request at a time,
// so that a tab never conflicts with itself. Outside React, so that a running save survives any render.

export type AutosaveApi<Saved, Changes> = {
  create: (changes: Changes) => Promise<Saved>;
  update: (id: number, changes: Changes & { revision: number }) => Promise<Saved>;
  get: (id: number) => Promise<Saved>;
  /** Whether an error means that the record was saved elsewhere in the meantime. */
  isConflict: (error: unknown) => boolean;
};

/** new: nothing is saved yet. waiting: someone is still typing. */
export type SaveState = 'new' | 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict';

export type AutosaveView<Saved> = { record: Saved | null; save: SaveState; error: unknown };

export type Autosave<Saved extends Revised, Changes extends object> = ReturnType<
  typeof createAutosave<Saved, Changes>
>;

/** The server counts the saves of a record and refuses a change made to an older revision. */
type Revised = { id: number; revision: number };

const TYPING_PAUSE_MS = 700;

export function createAutosave<Saved extends Revised, Changes extends object>(
  api: AutosaveApi<Saved, Changes>,
  begun: Saved | null,
) {
  let view: AutosaveView<Saved> = { record: begun, save: begun ? 'saved' : 'new', error: null };
  let pending = {} as Changes;
  /** Sent along with the first save: the fields nobody has touched. */
  let initial = {} as Changes;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const inTurn = createQueue();
  const listeners = new Set<() => void>();

  const show = (next: Partial<AutosaveView<Saved>>) => {
    view = { ...view, ...next };
    for (const listener of listeners) listener();
  };
  const hasPending = () => Object.keys(pending).length > 0;
  async function save(): Promise<void> {
    clearTimeout(timer);
    const { record } = view;
    if (record && !hasPending()) return;
    const sent = pending;
    pending = {} as Changes;
    show({ save: 'saving', error: null });
    try {
      const answer = record
        ? await api.update(record.id, { ...sent, revision: record.revision })
        : await api.create({ ...initial, ...sent });
      show({ record: answer, save: hasPending() ? 'waiting' : 'saved' });
    } catch (error) {
      pending = { ...sent, ...pending };
      show({ save: api.isConflict(error) && record ? 'conflict' : 'failed', error });
      throw error;
    }
  }
  const flush = () => inTurn(save).catch(() => undefined);

  return {
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setInitial(fields: Changes) {
      initial = fields;
    },
    /** Saved after a pause in typing. */
    change(fields: Partial<Changes>) {
      pending = { ...pending, ...fields };
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), TYPING_PAUSE_MS);
      // With a conflict, someone has to choose a version first.
      if (view.save === 'conflict') clearTimeout(timer);
      else if (view.save !== 'saving') show({ save: 'waiting' });
    },
    flush,
    /** Saves what is pending, then does something else with the record; creates a new record first. */
    run(work: (record: Saved) => Promise<Saved>): Promise<Saved> {
      return inTurn(async () => {
        await save();
        if (!view.record) throw new Error('There is no record to work on.');
        const answer = await work(view.record);
        show({ record: answer, save: hasPending() ? 'waiting' : 'saved', error: null });
        return answer;
      });
    },
    /** Reads what the server does in the background, without touching what is being typed. */
    refresh() {
      return inTurn(async () => {
        if (!view.record || view.save === 'conflict') return;
        const answer = await api.get(view.record.id);
        // Saved elsewhere since: the next save gets a conflict, and the form asks.
        if (answer.revision === view.record.revision) show({ record: answer });
      }).catch(() => undefined);
    },
    /** Resolves a conflict by applying our changes on top of the other version. */
    keepMine() {
      return inTurn(async () => {
        if (!view.record) return;
        show({ record: await api.get(view.record.id) });
        await save();
      }).catch((error: unknown) => show({ save: 'failed', error }));
    },
    /** Resolves a conflict: the other version replaces our changes. */
    discardMine() {
      return inTurn(async () => {
        if (!view.record) return null;
        const record = await api.get(view.record.id);
        pending = {} as Changes;
        clearTimeout(timer);
        show({ record, save: 'saved', error: null });
        return record;
      });
    },
  };
}

/** Runs the given functions one after another. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Whether closing the tab now would lose something. */
export const isUnsaved = ({ save }: AutosaveView<unknown>): boolean => save !== 'new' && save !== 'saved';
