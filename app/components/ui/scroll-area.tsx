// A scrolling part with a quiet scrollbar that leaves 600 ms after the hand does (spec §9). What scrolls must take
// the focus to be scrolled by keys, and Radix's viewport is a div: hence the tabIndex and the role.
import * as RadixScrollArea from 'radix-ui/scroll-area';
import type { ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';
import { styleNonce } from '#app/lib/style-nonce.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';

const HIDE_DELAY_MS = 600;

type ScrollAreaProps = {
  /** Read aloud when the area takes the focus, which it must to be scrolled by keys. */
  label: string;
  /** The height is the caller's: className="h-75" or "max-h-75". */
  className?: string;
  children: ReactNode;
};

export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  // Radix draws with inline styles, which our CSP ignores in HTML from the server: a plain scroller there.
  if (!useHydrated()) {
    return (
      <div className={cx('scroll-area', className)}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it no keyboard could scroll it */}
        <section className="scroll-view" aria-label={label} tabIndex={0}>
          {children}
        </section>
      </div>
    );
  }
  return (
    <RadixScrollArea.Root
      className={cx('scroll-area', className)}
      type="hover"
      scrollHideDelay={HIDE_DELAY_MS}
    >
      <RadixScrollArea.Viewport
        className="scroll-view"
        role="region"
        aria-label={label}
        tabIndex={0}
        nonce={styleNonce()}
      >
        {children}
      </RadixScrollArea.Viewport>
      <RadixScrollArea.Scrollbar className="scroll-bar" orientation="vertical">
        <RadixScrollArea.Thumb className="scroll-thumb" />
      </RadixScrollArea.Scrollbar>
    </RadixScrollArea.Root>
  );
}
