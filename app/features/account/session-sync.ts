// Signing in or out in one tab reaches the others: each forgets what it knew of whoever was there, and asks again.
import type { QueryClient } from '@tanstack/react-query';

const CHANNEL = 'releve.session';

let channel: BroadcastChannel | undefined;

/** One for the tab: a channel does not hear itself, so neither does the tab that speaks. */
function openChannel(): BroadcastChannel {
  return (channel ??= new BroadcastChannel(CHANNEL));
}

/** To be called when this browser's session has become another one, or none. */
export function tellOtherTabs(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, only this origin
  openChannel().postMessage('changed');
}

/**
 * Every answer is dropped at once, private ones among them, and what is on the screen is fetched anew; a page for
 * signed-in people is not drawn again before it is known who looks at it. Answers a function that stops listening.
 */
export function followOtherTabs(client: QueryClient, target: EventTarget): () => void {
  const startOver = () => {
    client.getMutationCache().clear();
    void client.resetQueries();
  };
  // A page brought back by the browser's Back button may have slept through the message.
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
