// What a person reads instead of a user agent.
import * as bowser from 'bowser';

const BROWSERS: ReadonlySet<string> = new Set(Object.values(bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(bowser.OS_MAP));

/** "Chrome on Android". A name the library does not know is a sender's own invention and is not repeated. */
export function deviceName(userAgent: string): string {
  if (!userAgent.trim()) return 'Unknown browser';
  const { browser, os } = bowser.parse(userAgent);
  if (!browser.name || !BROWSERS.has(browser.name)) return 'Unknown browser';
  return os.name && SYSTEMS.has(os.name) ? `${browser.name} on ${os.name}` : browser.name;
}
