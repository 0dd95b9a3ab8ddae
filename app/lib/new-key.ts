// Makes sending the same thing twice harmless: the server takes each key once.

/** Not crypto.randomUUID, which only exists on secure pages. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
