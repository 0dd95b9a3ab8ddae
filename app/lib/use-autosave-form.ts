// Forms that warn before typed text is lost: one that saves automatically, one with a Save button. Both work with the
// guards in `components/ui/leave-guard.tsx`.
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import { toast } from '#app/components/ui/toast-store.ts';
import { createAutosave, isUnsaved, type Autosave, type AutosaveApi } from './autosave.ts';
import { showServerErrors } from './form-errors.ts';

type AutosaveFormOptions<Saved, Values extends FieldValues> = {
  api: AutosaveApi<Saved, Partial<Values>>;
  /** Null: created by the first change. */
  record: Saved | null;
  valuesOf: (record: Saved | null) => Values;
  resolver: Resolver<Values>;
  /** A field that isn't valid stays in the form and is not sent. */
  isValid: (name: keyof Values, value: Values[keyof Values]) => boolean;
};

export function useAutosaveForm<Saved extends { id: number; revision: number }, Values extends FieldValues>({
  api,
  record,
  valuesOf,
  resolver,
  isValid,
}: AutosaveFormOptions<Saved, Values>) {
  const [autosave] = useState(() => createAutosave(api, record));
  const view = useSyncExternalStore(autosave.subscribe, autosave.view, autosave.view);
  const [first] = useState(() => valuesOf(record));
  const form = useForm<Values>({
    resolver,
    defaultValues: first as DefaultValues<Values>,
    mode: 'onTouched',
  });
  const { invalid, restart } = useChangesSent(form, autosave, first, isValid);
  useSaveOnLeave(autosave);
  const [round, setRound] = useState(0);
  /** The form shows this, whatever is typed in it. */
  const reset = (next: Saved) => {
    restart(valuesOf(next));
    setRound((before) => before + 1);
  };
  return {
    form,
    autosave,
    view,
    /** Fields that can't be saved as they are. */
    invalid,
    reset,
    discardMine: async () => {
      const theirs = await autosave.discardMine();
      if (theirs) reset(theirs);
    },
    /** Counts the resets: a key for parts with typing state of their own. */
    round,
    /** For the leave guard: closing the tab loses something; leaving by a link does, too. */
    isUnsaved: isUnsaved(view) || invalid.length > 0,
    isStuck: view.save === 'failed' || view.save === 'conflict' || invalid.length > 0,
  };
}

/** Hands every valid change to the autosave. */
function useChangesSent<Saved extends { id: number; revision: number }, Values extends FieldValues>(
  form: UseFormReturn<Values>,
  autosave: Autosave<Saved, Partial<Values>>,
  first: Values,
  isValid: AutosaveFormOptions<Saved, Values>['isValid'],
) {
  const sent = useRef(first);
  const [invalid, setInvalid] = useState<readonly (keyof Values & string)[]>([]);
  const [valid] = useState(() => isValid);
  useEffect(() => {
    autosave.setInitial(sent.current);
    return form.subscribe({
      formState: { values: true },
      callback({ values }) {
        const changed = changedFields(sent.current, values);
        const unfit = changed.filter((name) => !valid(name, values[name]));
        setInvalid((known) => (known.join() === unfit.join() ? known : unfit));
        const fit = changed.filter((name) => !unfit.includes(name));
        if (fit.length === 0) return;
        const changes = Object.fromEntries(fit.map((name) => [name, values[name]])) as Partial<Values>;
        sent.current = { ...sent.current, ...changes };
        autosave.setInitial(sent.current);
        autosave.change(changes);
      },
    });
  }, [form, autosave, valid]);
  const restart = (values: Values) => {
    sent.current = values;
    setInvalid([]);
    form.reset(values);
  };
  return { invalid, restart };
}

/** The fields of `now` that are not as they were; lists are compared by their items. */
export function changedFields<Values extends object>(before: Values, now: Values): (keyof Values & string)[] {
  const names = Object.keys(before) as (keyof Values & string)[];
  return names.filter((name) => !isSame(before[name], now[name]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => item === other[at]);
  }
  return one === other;
}

/** Doesn't wait for a pause in typing once the page is left or hidden; tries again when the connection is back. */
function useSaveOnLeave<Saved extends { id: number; revision: number }, Changes extends object>(
  autosave: Autosave<Saved, Changes>,
): void {
  useEffect(() => {
    const flush = () => {
      const { save } = autosave.view();
      if (save === 'waiting' || save === 'failed') void autosave.flush();
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
  }, [autosave]);
}

type SavedFormOptions<Values extends FieldValues, Answer> = {
  resolver: Resolver<Values>;
  values: Values;
  mutation: Pick<UseMutationResult<Answer, Error, Values>, 'mutateAsync'>;
  /** What the form holds after saving. */
  valuesOf: (answer: Answer) => Values;
  /** Title of the toast: “Profile saved”. */
  savedTitle: string;
  /** Fields the server's messages can be about, in their order on the page, where there are more than the values. */
  fields?: readonly FieldPath<Values>[];
};

/** A form with a Save button. `isUnsaved` is for the UnsavedGuard. */
export function useSavedForm<Values extends FieldValues, Answer>({
  resolver,
  values,
  mutation,
  valuesOf,
  savedTitle,
  fields = Object.keys(values) as FieldPath<Values>[],
}: SavedFormOptions<Values, Answer>) {
  const form = useForm<Values>({
    resolver,
    defaultValues: values as DefaultValues<Values>,
    mode: 'onTouched',
  });
  const { isDirty, isSubmitting } = form.formState;
  const save = form.handleSubmit(async (body) => {
    try {
      form.reset(valuesOf(await mutation.mutateAsync(body)));
      toast({ title: savedTitle });
    } catch (error) {
      showServerErrors(error, form, fields);
    }
  });
  return { form, save, isSaving: isSubmitting, isUnsaved: isDirty && !isSubmitting };
}
