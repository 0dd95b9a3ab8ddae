// Under a course in the cart: what has to be finished before its lessons open, and what isn't owned yet to buy along.
import { useQueryClient } from '@tanstack/react-query';
import Plus from 'icon:plus';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PrerequisiteNote } from '#app/components/purchase/prerequisite-note.tsx';
import { Button } from '#app/components/ui/button.tsx';
import type { Prerequisite } from '#shared/features/course/course.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { isBlocked, type CartLine } from './cart.api.ts';

type LinePrerequisitesProps = {
  line: CartLine;
  /** False in summaries, where nothing can be changed. */
  canAdd?: boolean;
  onFollow?: (() => void) | undefined;
};

export function LinePrerequisites({ line, canAdd = false, onFollow }: LinePrerequisitesProps) {
  const { details, quantity } = line;
  if (isBlocked(line) || details.prerequisites.length === 0) return null;
  return (
    <div className="cart-line-note">
      <PrerequisiteNote
        courses={details.prerequisites}
        seats={quantity}
        onFollow={onFollow}
        {...(canAdd && {
          renderOffer: (course: Prerequisite) => <AddPrerequisite course={course} quantity={quantity} />,
        })}
      />
    </div>
  );
}

/** As many seats as of the course that needs it. */
function AddPrerequisite({ course, quantity }: { course: Prerequisite; quantity: number }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const { id: itemId, kind: itemType, title, price } = course;
  const add = async () => {
    setBusy(true);
    const { addToCart } = await import('./add-to-cart.api.ts');
    const added = await addToCart(client, { itemType, itemId, title, price, imageUrl: null, quantity });
    setBusy(false);
    if (added === 'sign-in') await navigate('/auth');
  };
  return (
    <Button
      size="s"
      className="mt-2"
      isBusy={isBusy}
      icon={<Plus className="icon" aria-hidden="true" />}
      onClick={() => void add()}
    >
      Add “{title}”, {formatMoney(price)}
    </Button>
  );
}
