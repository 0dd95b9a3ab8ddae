// What the server passes to a page's loader and renderer for one request. The server and the bundle each have their own
// copy of this module, so the key they share is on globalThis.
import { createContext } from 'react-router';
import type { RouterContext } from 'react-router';

export type PageContext = {
  /** Calls our own API with the visitor's cookie: same validation and permissions as from a browser. */
  fetchApi(path: string, init: RequestInit): Promise<Response>;
  /** The nonce allowed by this response's Content-Security-Policy. */
  nonce: string;
  /** The request has a session cookie, which may be anyone's or invalid. */
  hasSession: boolean;
  publicUrl: string;
  requestId: string;
  /** Writes to the server's log, next to the request it belongs to. */
  reportError(error: unknown): void;
};

const KEY = Symbol.for('releve.page-context');
const shared = globalThis as { [KEY]?: RouterContext<PageContext> };

export const pageContext: RouterContext<PageContext> = (shared[KEY] ??= createContext<PageContext>());
