// The memory of the practice player: loaded once, saved a moment after the last change.
import { useQuery } from '@tanstack/react-query';
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
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  const change = (settings: PracticeSettings) => {
    setChanged(settings);
    if (!isSignedIn) return;
    clearTimeout(timer.current ?? undefined);
    timer.current = setTimeout(() => mutate({ params: { id: lessonId }, body: settings }), SAVE_AFTER_MS);
  };
  const isLoading = isSignedIn && query.isPending;
  const settings = changed ?? (isLoading ? null : (query.data?.settings ?? DEFAULT_PRACTICE));
  return { settings, change };
}
