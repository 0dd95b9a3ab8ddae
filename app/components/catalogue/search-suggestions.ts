// What someone may be about to type: asked for when the typing pauses, the last answer kept until the next is here.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ContractOutput } from '#shared/contract.ts';
import { suggestSearches } from '#shared/features/resource/resource.contract.ts';
import { contractQuery } from '#app/lib/query.ts';

export type Suggestion = ContractOutput<typeof suggestSearches>[number];

const TYPING_PAUSE_MS = 150;
const SHORTEST = 2;
const LONGEST = 100;
const FRESH_MS = 5 * 60_000;

export function useSuggestions(
  typed: string,
  kinds: readonly Suggestion['kind'][] | undefined,
): Suggestion[] {
  const words = typed.trim().slice(0, LONGEST).toWellFormed();
  const q = usePaused(words);
  const isWorthAsking = q.length >= SHORTEST;
  const { data } = useQuery({
    ...contractQuery(suggestSearches, { query: { q } }),
    enabled: isWorthAsking,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
  if (!isWorthAsking || words.length < SHORTEST || !data) return [];
  return kinds ? data.filter(({ kind }) => kinds.includes(kind)) : data;
}

function usePaused(words: string): string {
  const [paused, setPaused] = useState(words);
  useEffect(() => {
    const timer = setTimeout(setPaused, TYPING_PAUSE_MS, words);
    return () => clearTimeout(timer);
  }, [words]);
  return paused;
}
