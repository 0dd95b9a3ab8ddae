// The wishlist: saved resources and courses.
import './wishlist.css';
import { useQuery } from '@tanstack/react-query';
import X from 'icon:x';
import { type ReactNode, useEffect, useRef } from 'react';
import type { MetaArgs } from 'react-router';
import { CardGrid, GridSkeleton } from '#app/components/catalogue/results.tsx';
import { CoursePoster } from '#app/components/course/course-card.tsx';
import { ResourcePoster } from '#app/components/resource/resource-card.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { CardCart } from '#app/features/cart/card-cart.tsx';
import type { CatalogueItem } from '#app/lib/item-access.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { ContractOutput } from '#shared/contract.ts';
import type { listWishlistItems } from '#shared/features/wishlist/wishlist.contract.ts';
import { formatCount } from '#shared/numbers.ts';
import { useRemoveWishlistItem, listWishlistItemsQuery } from './wishlist.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Wishlist',
    description: 'Resources and courses you’ve saved.',
    path: '/wishlist',
    isHidden: true,
  });
}

export default function WishlistPage() {
  return (
    <div className="wrap pt-8 md:pt-12">
      <h1 className="t-l">Wishlist</h1>
      <QueryView
        query={useQuery(listWishlistItemsQuery())}
        what="your wishlist"
        skeleton={
          <div className="mt-10">
            <GridSkeleton label="Loading your wishlist" />
          </div>
        }
      >
        {(wishes) => <Wishes wishes={wishes} />}
      </QueryView>
    </div>
  );
}

const SIZES = '(width < 56.25rem) 45vw, 18rem';

function Wishes({ wishes }: { wishes: ContractOutput<typeof listWishlistItems> }) {
  const { resources, courses, goneCount } = wishes;
  const remove = useRemoveWishlistItem();
  return (
    <>
      {goneCount > 0 && (
        <p className="meta mt-4">
          {goneCount === 1
            ? '1 saved item is no longer on sale.'
            : `${formatCount(goneCount)} saved items are no longer on sale.`}
        </p>
      )}
      {resources.length + courses.length === 0 && (
        <EmptyState
          className="mt-10"
          title="Nothing saved yet"
          action={
            <ButtonLink variant="primary" to="/curriculum">
              Browse the curriculum
            </ButtonLink>
          }
        >
          Select the heart on a resource or course to save it here.
        </EmptyState>
      )}
      <WishlistGrid
        title="Resources"
        onRemove={remove.mutate}
        wishes={resources.map((resource) => ({
          item: { type: 'resource', id: resource.id },
          title: resource.title,
          poster: (
            <ResourcePoster resource={resource} action={<CardCart itemType="resource" item={resource} />} />
          ),
        }))}
      />
      <WishlistGrid
        title="Courses"
        onRemove={remove.mutate}
        wishes={courses.map((course) => ({
          item: { type: 'course', id: course.id },
          title: course.title,
          poster: (
            <CoursePoster
              course={course}
              sizes={SIZES}
              action={<CardCart itemType={course.kind} item={course} />}
            />
          ),
        }))}
      />
    </>
  );
}

type Wish = { item: CatalogueItem; title: string; poster: ReactNode };

type WishlistShelfProps = {
  title: string;
  wishes: readonly Wish[];
  onRemove: (item: CatalogueItem) => void;
};

export function WishlistGrid({ title, wishes, onRemove }: WishlistShelfProps) {
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

/** The pressed button disappears with its card, so focus moves to the next one. */
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
