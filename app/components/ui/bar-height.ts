// Publishes the height of the bottom bar as a CSS variable, so that toasts keep clear of its buttons.
const NAME = '--bar';

/** The `ref` of the bar. */
export function announceBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const resized = new ResizeObserver(() => style.setProperty(NAME, `${bar.offsetHeight}px`));
  resized.observe(bar);
  return () => {
    resized.disconnect();
    style.removeProperty(NAME);
  };
}
