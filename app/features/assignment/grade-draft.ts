// A grade that isn't sent yet: points, feedback and a comment being written. Kept in this browser, so that looking at the
// next submission, a reload or a crash loses nothing.
import { useState } from 'react';

export type GradeDraft = { points: Readonly<Record<string, number>>; feedback: string; comment: string };

const EMPTY: GradeDraft = { points: {}, feedback: '', comment: '' };
const keyOf = (submissionId: number) => `releve.grade-draft.${submissionId}`;

export function useGradeDraft(submissionId: number) {
  const [draft, setDraft] = useState(() => load(submissionId));
  return {
    draft,
    change(changes: Partial<GradeDraft>) {
      setDraft((before) => {
        const next = { ...before, ...changes };
        save(submissionId, next);
        return next;
      });
    },
    clear: () => save(submissionId, null),
  };
}

/** Whatever is stored there: it may be from an older version of the page, or changed by hand. */
function load(submissionId: number): GradeDraft {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(submissionId)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return EMPTY;
    const { points, feedback, comment } = stored as Record<string, unknown>;
    const given = typeof points === 'object' && points !== null ? Object.entries(points) : [];
    return {
      points: Object.fromEntries(given.filter(([, value]) => Number.isInteger(value))),
      feedback: typeof feedback === 'string' ? feedback : '',
      comment: typeof comment === 'string' ? comment : '',
    };
  } catch {
    return EMPTY;
  }
}

function save(submissionId: number, draft: GradeDraft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(submissionId), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(submissionId));
  } catch {
    // Storage is blocked: the draft lasts until the page is left.
  }
}
