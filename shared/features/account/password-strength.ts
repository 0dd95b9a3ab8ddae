// Whether a password is easy to guess: the lists of leaked and common passwords and the patterns around them, offline.
// Heavy (the lists): the server always holds it, a browser loads it when someone begins to choose a password.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { identityKey } from './account.rules.ts';
import { PASSWORD_MIN } from './password.rules.ts';

const estimate = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

export type PasswordStrength = {
  /** 0 to 4. */
  score: number;
  label: 'Too short' | 'Too easy to guess' | 'Fair' | 'Good' | 'Strong';
  /** Null when it may be used; otherwise what to do. */
  problem: string | null;
};

/** Longer input takes longer to judge and is strong by then. */
const JUDGED_CHARACTERS = 64;
const LABELS = ['Too easy to guess', 'Too easy to guess', 'Fair', 'Good', 'Strong'] as const;

/** `about` are the person's own names and address: in a password they protect nothing. */
export function judgePassword(password: string, about: readonly string[] = []): PasswordStrength {
  if (Array.from(password).length < PASSWORD_MIN) {
    return { score: 0, label: 'Too short', problem: `Use at least ${PASSWORD_MIN} characters` };
  }
  if (isMostlyOwn(password, about)) {
    const problem = 'This is mostly your own name or address. Choose words nobody connects with you.';
    return { score: 1, label: 'Too easy to guess', problem };
  }
  const { score } = estimate.check(password.slice(0, JUDGED_CHARACTERS), [...about]);
  if (score >= 2) return { score, label: LABELS[score], problem: null };
  const problem =
    'This password is on lists of leaked or common ones. A few unrelated words make a good one.';
  return { score, label: 'Too easy to guess', problem };
}

/** What is left without the person's own words is less than half a password. */
function isMostlyOwn(password: string, about: readonly string[]): boolean {
  const words = about.flatMap((text) => identityKey(text).split(/[\s@.]+/)).filter((word) => word.length > 2);
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), identityKey(password));
  return left.length < identityKey(password).length && left.length < PASSWORD_MIN / 2;
}
