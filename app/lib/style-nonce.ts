// The page's nonce, for libraries that add <style> elements in the browser: Radix's scroll lock, scroll area.
// Without it our Content-Security-Policy refuses them.

declare global {
  var __webpack_nonce__: string | undefined;
}

/** Read from the page's own scripts: browsers hide the attribute, but hand the property to scripts. */
export function styleNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined;
}

/** The scroll lock of Radix's dialogs uses the package get-nonce, which looks for this global. */
export function lendStyleNonce(): void {
  if (typeof document === 'undefined') return;
  globalThis.__webpack_nonce__ ??= styleNonce();
}
