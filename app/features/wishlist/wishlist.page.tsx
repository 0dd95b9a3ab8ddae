// My wish list: what I would like to have some day, resources and courses.
import { useQuery } from '@tanstack/react-query';
import type { MetaArgs } from 'react-router';
import type { ContractOutput } from '#shared/contract.ts';
import type { listWishes } from '#shared/features/wishlist/wishlist.contract.ts';
import { formatCount } from '#shared/figures.ts';
import { GridSkeleton } from '#app/components/catalogue/results.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { CardCart } from '#app/features/cart/card-cart.tsx';
import { CoursePoster } from '#app/features/course/course-poster.tsx';
import { ResourcePoster } from '#app/features/resource/resource-card.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { WishlistShelf } from './wishlist-shelf.tsx';
import { useRemoveWish, wishesQuery } from './wishlist.api.ts';
import './wishlist.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Wish list',
    description: 'What you would like to have some day.',
    path: '/wishlist',
    isHidden: true,
  });
}

export default function WishlistPage() {
  return (
    <div className="wrap pt-8 md:pt-12">
      <h1 className="t-l">Wish list</h1>
      <QueryView
        query={useQuery(wishesQuery())}
        what="your wish list"
        skeleton={
          <div className="mt-10">
            <GridSkeleton label="Loading your wish list" />
          </div>
        }
      >
        {(wishes) => <Wishes wishes={wishes} />}
      </QueryView>
    </div>
  );
}

const SIZES = '(width < 56.25rem) 45vw, 18rem';

function Wishes({ wishes }: { wishes: ContractOutput<typeof listWishes> }) {
  const { resources, courses, goneCount } = wishes;
  const remove = useRemoveWish();
  return (
    <>
      {goneCount > 0 && (
        <p className="meta mt-4">
          {goneCount === 1
            ? 'One thing you had saved is no longer on sale.'
            : `${formatCount(goneCount)} things you had saved are no longer on sale.`}
        </p>
      )}
      {resources.length + courses.length === 0 && (
        <EmptyState
          className="mt-10"
          title="Nothing saved yet"
          action={
            <ButtonLink variant="primary" to="/curriculum">
              Look through the curriculum
            </ButtonLink>
          }
        >
          Press the heart on a resource or a course, and it waits for you here.
        </EmptyState>
      )}
      <WishlistShelf
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
      <WishlistShelf
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
