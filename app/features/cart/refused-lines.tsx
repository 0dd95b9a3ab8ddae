// Items of the guest cart that couldn’t move into the account’s, each with the reason.
import { useMemo, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { itemHref } from './cart.api.ts';
import { followGuestCart } from './guest-cart.ts';
import { parseRefusedItems, refusedItemsText, removeRefusedItem } from './refused-items.ts';

/** Renders nothing if there are none. */
export function RefusedLines({ onFollow }: { onFollow?: () => void }) {
  const text = useSyncExternalStore(followGuestCart, refusedItemsText, () => '');
  const items = useMemo(() => parseRefusedItems(text), [text]);
  if (items.length === 0) return null;
  return (
    <section className="cart-refused" aria-labelledby="cart-refused">
      <h3 className="t-s" id="cart-refused">
        Not added to your cart
      </h3>
      <ul>
        {items.map((item) => (
          <li key={`${item.itemType} ${item.itemId}`} className="cart-refused-line">
            <div className="min-w-0">
              <p className="wrap-anywhere">
                <Link className="link" to={itemHref(item)} onClick={onFollow}>
                  {item.title}
                </Link>
              </p>
              <p className="meta">{item.reason}</p>
            </div>
            <Button variant="quiet" size="s" onClick={() => removeRefusedItem(item)}>
              OK<span className="sr-only">, remove the note about {item.title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
