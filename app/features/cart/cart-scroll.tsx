// The list of the cart drawer (spec §9: 300 px high). Shows whole lines only: what doesn't fit is covered by a button that
// says how many more there are.
import ArrowDown from 'icon:arrow-down';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CART_LIST_HEIGHT_PX } from '#shared/features/cart/cart.rules.ts';
import { ScrollArea } from '#app/components/ui/scroll-area.tsx';
import { NOTHING_HIDDEN, restBelow, roomAtEnd, type Hidden } from './whole-lines.ts';

/** Spec §9: 300 px, which Tailwind counts in fours. */
const LIST_HEIGHT = CART_LIST_HEIGHT_PX === 300 ? 'h-75' : 'h-auto';

export function CartScroll({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  const hidden = useHiddenLines(content);
  const goOn = () =>
    viewOf(content.current)?.scrollBy({ top: CART_LIST_HEIGHT_PX - hidden.cover, behavior: 'smooth' });
  return (
    <div className="cart-scroll">
      <ScrollArea label="Items in your cart" className={LIST_HEIGHT}>
        <div ref={content}>{children}</div>
      </ScrollArea>
      {hidden.count > 0 && (
        <button
          type="button"
          className="cart-more"
          ref={(button) => {
            button?.style.setProperty('height', `${hidden.cover}px`);
          }}
          onClick={goOn}
        >
          <ArrowDown className="icon" aria-hidden="true" />
          {hidden.count} more {hidden.count === 1 ? 'item' : 'items'}
        </button>
      )}
    </div>
  );
}

const viewOf = (content: HTMLElement | null) => content?.closest('.scroll-view') ?? null;

/** Measured after every change of the lines, their heights and the scroll position. */
function useHiddenLines(content: { current: HTMLElement | null }): Hidden {
  const [hidden, setHidden] = useState<Hidden>(NOTHING_HIDDEN);
  useEffect(() => {
    const inner = content.current;
    const view = viewOf(inner);
    if (!inner || !view) return undefined;
    const measure = () => {
      const lines = [...inner.querySelectorAll('.cart-line')];
      const from = view.getBoundingClientRect().top;
      const heights = lines.map((line) => line.getBoundingClientRect().height);
      // So that the last lines, too, can stand whole at the top.
      inner.style.setProperty('padding-bottom', `${roomAtEnd(heights, view.clientHeight)}px`);
      const ends = lines.map((line) => line.getBoundingClientRect().bottom - from);
      const next = restBelow(ends, view.clientHeight);
      setHidden((known) => (known.count === next.count && known.cover === next.cover ? known : next));
    };
    const resized = new ResizeObserver(measure);
    resized.observe(inner);
    resized.observe(view);
    view.addEventListener('scroll', measure, { passive: true });
    return () => {
      resized.disconnect();
      view.removeEventListener('scroll', measure);
    };
  }, [content]);
  return hidden;
}
