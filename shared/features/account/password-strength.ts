// Rates how easy a password is to guess, using lists of leaked and common passwords. The lists are large: browsers load
// this module only when someone starts to choose a password.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { identityKey, PASSWORD_MIN } from './account.rules.ts';

const estimate = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

export type PasswordStrength = {
  /** 0 to 4. */
  score: number;
  label: 'Too short' | 'Too easy to guess' | 'Fair' | 'Good' | 'Strong';
  /** Null if the password is acceptable; otherwise what to do about it. */
  problem: string | null;
};

/** Longer input takes longer to rate, and is strong by then. */
const RATED_CHARACTERS = 64;
const LABELS = ['Too easy to guess', 'Too easy to guess', 'Fair', 'Good', 'Strong'] as const;

/** `userInputs` are the user's own names and address, which anyone would try first. */
export function ratePassword(password: string, userInputs: readonly string[] = []): PasswordStrength {
  if (Array.from(password).length < PASSWORD_MIN) {
    return { score: 0, label: 'Too short', problem: `Use at least ${PASSWORD_MIN} characters` };
  }
  if (isMostlyOwn(password, userInputs)) {
    const problem = 'This is mostly your own name or address. Choose words that have nothing to do with you.';
    return { score: 1, label: 'Too easy to guess', problem };
  }
  const { score } = estimate.check(password.slice(0, RATED_CHARACTERS), [...userInputs]);
  if (score >= 2) return { score, label: LABELS[score], problem: null };
  const problem =
    'This password is on lists of leaked or common passwords. A few unrelated words make a good one.';
  return { score, label: 'Too easy to guess', problem };
}

/** Without the user's own words, less than half a password is left. */
function isMostlyOwn(password: string, userInputs: readonly string[]): boolean {
  const words = userInputs
    .flatMap((text) => identityKey(text).split(/[\s@.]+/))
    .filter((word) => word.length > 2);
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), identityKey(password));
  return left.length < identityKey(password).length && left.length < PASSWORD_MIN / 2;
}
