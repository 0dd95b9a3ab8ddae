// What the server hands to a page's loader and renderer for one request. The server's copy of this module
// and the bundle's copy are two modules, so the key they share lies on globalThis.
import { createContext } from 'react-router';
import type { RouterContext } from 'react-router';

export type PageContext = {
  /** Calls our own API with the visitor's cookie: same validation and permissions as from a browser. */
  fetchApi(path: string, init: RequestInit): Promise<Response>;
  /** The nonce the Content-Security-Policy of this answer allows. */
  nonce: string;
  /** A session cookie came along. Says nothing about whose, or whether it is still good. */
  hasSession: boolean;
  publicUrl: string;
  requestId: string;
  /** Into the server's log, beside the request it belongs to. */
  reportError(error: unknown): void;
};

const KEY = Symbol.for('releve.page-context');
const shared = globalThis as { [KEY]?: RouterContext<PageContext> };

export const pageContext: RouterContext<PageContext> = (shared[KEY] ??= createContext<PageContext>());
