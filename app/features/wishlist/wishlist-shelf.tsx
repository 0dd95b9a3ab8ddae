// A part of the wish list: posters, each with its way off the list.
import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { CardGrid } from '#app/components/catalogue/results.tsx';
import { Button } from '#app/components/ui/button.tsx';
import type { CatalogueItem } from '#app/lib/my-item.ts';

type Wish = { item: CatalogueItem; title: string; poster: ReactNode };

type WishlistShelfProps = {
  title: string;
  wishes: readonly Wish[];
  onRemove: (item: CatalogueItem) => void;
};

export function WishlistShelf({ title, wishes, onRemove }: WishlistShelfProps) {
  const { shelf, noteRemoval } = useFocusOnNeighbour(wishes.length);
  if (wishes.length === 0) return null;
  return (
    <section className="mt-10" aria-label={title} ref={shelf}>
      <h2 className="t-m mb-5">{title}</h2>
      <CardGrid className="wish-grid">
        {wishes.map(({ item, title: name, poster }, at) => (
          <div key={item.id} className="wish-card">
            {poster}
            <Button
              variant="quiet"
              size="s"
              className="wish-remove"
              icon={<X className="icon" aria-hidden="true" />}
              onClick={() => {
                noteRemoval(at);
                onRemove(item);
              }}
            >
              Remove<span className="sr-only"> {name}</span>
            </Button>
          </div>
        ))}
      </CardGrid>
    </section>
  );
}

/** The button that was pressed goes with its poster, and the keyboard's place with it: on to the next one. */
function useFocusOnNeighbour(count: number) {
  const shelf = useRef<HTMLElement>(null);
  const removedAt = useRef<number | null>(null);
  useEffect(() => {
    const at = removedAt.current;
    if (at === null || count === 0) return;
    removedAt.current = null;
    const buttons = shelf.current?.querySelectorAll<HTMLElement>('.wish-remove');
    buttons?.[Math.min(at, count - 1)]?.focus({ preventScroll: true });
  }, [count]);
  return { shelf, noteRemoval: (at: number) => (removedAt.current = at) };
}
