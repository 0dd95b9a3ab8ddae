// The memory of the practice player: loaded once, saved a moment after the last change.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as contract from '#shared/features/learning/practice.contract.ts';
import { DEFAULT_PRACTICE, type PracticeSettings } from '#shared/features/learning/practice.rules.ts';
import { contractQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const getPracticeSettingsQuery = (lessonId: number) =>
  contractQuery(contract.getPracticeSettings, { params: { id: lessonId } });

export const useSavePracticeSettings = () => useContractMutation(contract.savePracticeSettings);

const SAVE_AFTER_MS = 1000;

/** Guests practice too; what they set lasts as long as the page. Null while it is being loaded. */
export function usePracticeSettings(lessonId: number, isSignedIn: boolean) {
  const query = useQuery({ ...getPracticeSettingsQuery(lessonId), enabled: isSignedIn });
  const { mutate } = useSavePracticeSettings();
  const [changed, setChanged] = useState<PracticeSettings | null>(null);
  const client = useQueryClient();
  /** The save that waits for the next change, or for the learner to leave. */
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void } | null>(null);
  useEffect(
    () => () => {
      clearTimeout(waiting.current?.timer);
      waiting.current?.save();
    },
    [],
  );
  const change = (settings: PracticeSettings) => {
    setChanged(settings);
    if (!isSignedIn) return;
    // Coming back to the lesson shows these, not what was loaded the first time.
    client.setQueryData(getPracticeSettingsQuery(lessonId).queryKey, { settings });
    clearTimeout(waiting.current?.timer);
    const save = () => {
      waiting.current = null;
      mutate({ params: { id: lessonId }, body: settings });
    };
    waiting.current = { timer: setTimeout(save, SAVE_AFTER_MS), save };
  };
  const isLoading = isSignedIn && query.isPending;
  const settings = changed ?? (isLoading ? null : (query.data?.settings ?? DEFAULT_PRACTICE));
  return { settings, change };
}
