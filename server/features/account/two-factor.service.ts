// The second factor: an authenticator app, and recovery codes for the day the telephone is gone.
import type { AppContext } from '#server/context.ts';

export async function hasTwoFactor(_ctx: AppContext, _userId: number): Promise<boolean> {
  return false;
}

export async function checkSecondFactor(_ctx: AppContext, _userId: number, _code?: string): Promise<void> {}
