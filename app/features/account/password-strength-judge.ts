// The judge of new passwords: heavy, so it is loaded when someone begins to choose one.
import type { ratePassword } from '#shared/features/account/password-strength.ts';

export type Judge = typeof ratePassword;

let loading: Promise<Judge | null> | undefined;

/** Null when it could not be loaded: then the server judges alone, and the next try loads again. */
export function loadJudge(): Promise<Judge | null> {
  loading ??= import('#shared/features/account/password-strength.ts').then(
    (module) => module.ratePassword,
    () => {
      loading = undefined;
      return null;
    },
  );
  return loading;
}

/** What is wrong with it, before it is sent. */
export async function findPasswordProblem(
  password: string,
  about: readonly string[],
): Promise<string | null> {
  const judge = await loadJudge();
  return judge?.(password, about).problem ?? null;
}
