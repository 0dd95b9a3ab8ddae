// Where a draft lies while it is written: what has changed is saved by itself, one thing after the other, so that this
// tab never gets in its own way. Outside React: what is under way goes on whatever is drawn.
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import type { ResourceChanges } from '#shared/features/authoring/authoring.schema.ts';

export type EditorApi = {
  create: (body: ResourceChanges) => Promise<OwnResource>;
  update: (id: number, body: ResourceChanges & { revision: number }) => Promise<OwnResource>;
  get: (id: number) => Promise<OwnResource>;
  /** Whether it was saved elsewhere in the meantime. */
  isConflict: (error: unknown) => boolean;
};

/** new: nothing is kept yet. waiting: someone is still typing. */
export type SaveState = 'new' | 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict';

export type EditorView = { resource: OwnResource | null; save: SaveState; error: unknown };

export type Editor = ReturnType<typeof createEditor>;

const TYPING_PAUSE_MS = 700;

export function createEditor(api: EditorApi, begun: OwnResource | null) {
  let view: EditorView = { resource: begun, save: begun ? 'saved' : 'new', error: null };
  let pending: ResourceChanges = {};
  /** What the first save sends besides: the choices on the form that nobody has touched. */
  let standing: ResourceChanges = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();

  const show = (next: Partial<EditorView>) => {
    view = { ...view, ...next };
    for (const listener of listeners) listener();
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };
  const hasPending = () => Object.keys(pending).length > 0;
  async function save(): Promise<void> {
    clearTimeout(timer);
    const { resource } = view;
    if (resource && !hasPending()) return;
    const sent = pending;
    pending = {};
    show({ save: 'saving', error: null });
    try {
      const answer = resource
        ? await api.update(resource.id, { ...sent, revision: resource.revision })
        : await api.create({ ...standing, ...sent });
      show({ resource: answer, save: hasPending() ? 'waiting' : 'saved' });
    } catch (error) {
      pending = { ...sent, ...pending };
      show({ save: api.isConflict(error) && resource ? 'conflict' : 'failed', error });
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
    /** Replaces what the first save sends besides. */
    stand(fields: ResourceChanges) {
      standing = fields;
    },
    /** Saved after a pause in typing. */
    change(fields: ResourceChanges) {
      pending = { ...pending, ...fields };
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), TYPING_PAUSE_MS);
      // A version from elsewhere waits for an answer first.
      if (view.save === 'conflict') clearTimeout(timer);
      else if (view.save !== 'saving') show({ save: 'waiting' });
    },
    flush,
    /** Does something with the draft, after what was written before is saved; the draft is begun where there is none. */
    run(work: (resource: OwnResource) => Promise<OwnResource>): Promise<OwnResource> {
      return inTurn(async () => {
        await save();
        if (!view.resource) throw new Error('There is no draft to work on.');
        const answer = await work(view.resource);
        show({ resource: answer, save: hasPending() ? 'waiting' : 'saved', error: null });
        return answer;
      });
    },
    /** Looks again, without touching what is being written: previews are made in the background. */
    refresh() {
      return inTurn(async () => {
        if (!view.resource || view.save === 'conflict') return;
        const answer = await api.get(view.resource.id);
        // Saved elsewhere since: the next save finds out, and asks.
        if (answer.revision === view.resource.revision) show({ resource: answer });
      }).catch(() => undefined);
    },
    /** What was written here is put on top of what was saved elsewhere. */
    keepMine() {
      return inTurn(async () => {
        if (!view.resource) return;
        show({ resource: await api.get(view.resource.id) });
        await save();
      }).catch((error: unknown) => show({ save: 'failed', error }));
    },
    /** What was saved elsewhere takes the place of what was written here. */
    discardMine() {
      return inTurn(async () => {
        if (!view.resource) return null;
        const resource = await api.get(view.resource.id);
        pending = {};
        clearTimeout(timer);
        show({ resource, save: 'saved', error: null });
        return resource;
      });
    },
  };
}

/** Whether closing the tab now would lose words. */
export const isUnsaved = ({ save }: EditorView): boolean => save !== 'new' && save !== 'saved';
