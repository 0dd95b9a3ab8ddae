// Hashing at full strength takes 30 ms of CPU time, thousands of times in a run. The stored hash names its own
// strength, so everything else works as in production; password.test.ts checks the real one.
import { passwordStrength } from '#server/features/account/password-hash.ts';

export function hashCheaply(): void {
  Object.assign(passwordStrength, { memory: 64, passes: 1 });
}
