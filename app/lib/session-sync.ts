// Signing in or out in one tab resets the others: each drops its cache and refetches what is on the screen.
import type { QueryClient } from '@tanstack/react-query';

const CHANNEL = 'releve.session';

let channel: BroadcastChannel | undefined;

/** One per tab: a channel doesn't receive its own messages, so the sending tab isn't reset. */
function openChannel(): BroadcastChannel {
  return (channel ??= new BroadcastChannel(CHANNEL));
}

/** Call this after the browser's session has changed or ended. */
export function notifyOtherTabs(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, only this origin
  openChannel().postMessage('changed');
}

/**
 * Drops all cached data, private data included, and refetches what is on the screen. A signed-in page stays blank until
 * the user is known. Returns a function that stops listening.
 */
export function followOtherTabs(client: QueryClient, target: EventTarget): () => void {
  const startOver = () => {
    client.getMutationCache().clear();
    void client.resetQueries();
  };
  // A page restored by the browser's Back button may have missed the message.
  const wake = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) startOver();
  };
  const open = openChannel();
  open.addEventListener('message', startOver);
  target.addEventListener('pageshow', wake);
  return () => {
    open.removeEventListener('message', startOver);
    target.removeEventListener('pageshow', wake);
  };
}
