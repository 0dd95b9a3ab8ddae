// Rules of names and addresses that both sides apply alike.

/**
 * What a username or e-mail address is compared by: two that look the same to a reader are the same,
 * whatever their case and Unicode form.
 */
export function identityKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}
