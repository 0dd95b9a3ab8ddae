// Which account was created in this browser: only its owner sees the steps after registering.
const KEY = 'releve.registered';

export function rememberRegistration(userId: number): void {
  try {
    localStorage.setItem(KEY, String(userId));
  } catch {
    // Then the dashboard shows what is left to do.
  }
}

export function hasRegisteredHere(userId: number): boolean {
  try {
    return localStorage.getItem(KEY) === String(userId);
  } catch {
    return false;
  }
}
