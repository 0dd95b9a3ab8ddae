// What a guest wanted when they were sent to sign up, so that the form names it. Passed as navigation state.

const SENTENCES = {
  get: (title: string) => `to get “${title}” for free`,
  save: (title: string) => `to save “${title}”`,
  join: (title: string) => `to join “${title}” for free`,
} as const;

export type SignUpReason = {
  action: keyof typeof SENTENCES;
  title: string;
  /** Where to continue. */
  to: string;
};

export const signUpState = (reason: SignUpReason) => ({ signUpReason: reason });

/** Null if there is none; navigation state can hold anything. */
export function readSignUpReason(state: unknown): SignUpReason | null {
  const { signUpReason } = (state ?? {}) as { signUpReason?: Partial<SignUpReason> };
  const { action, title, to } = signUpReason ?? {};
  const isKnown = action !== undefined && Object.hasOwn(SENTENCES, action);
  if (!isKnown || typeof title !== 'string' || typeof to !== 'string' || !/^\/(?![/\\])/.test(to))
    return null;
  return { action, title, to };
}

/** “to save “Barre basics””, after “Create an account” or “Sign in”. */
export const signUpSentence = ({ action, title }: SignUpReason): string => SENTENCES[action](title);
