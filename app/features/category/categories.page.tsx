// Resource or course categories, by the address: a tree to sort, rename and merge.
import { useQuery } from '@tanstack/react-query';
import Plus from 'icon:plus';
import { useState } from 'react';
import { useLocation, type MetaArgs } from 'react-router';
import { levelOf } from '#shared/features/category/category.rules.ts';
import { CATEGORY_NAME_MAX, type StaffCategory } from '#shared/features/category/category.schema.ts';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { NameDialog } from '#app/components/staff/name-dialog.tsx';
import { SortableList } from '#app/components/staff/sortable-list.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { dropPosition } from './category-positions.ts';
import { CategoryRow } from './category-row.tsx';
import {
  listStaffCategoriesQuery,
  useCreateCategory,
  useMoveCategory,
  type Kind,
  type Place,
} from './category.api.ts';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

const COURSES = '/admin/course-categories';
const TITLES: Record<Kind, string> = { resource: 'Resource categories', course: 'Course categories' };
const kindAt = (pathname: string): Kind => (pathname === COURSES ? 'course' : 'resource');

export function meta({ matches, location }: MetaArgs) {
  const kind = kindAt(location.pathname);
  return pageMeta(matches, {
    title: TITLES[kind],
    description: 'Add, order, rename and merge categories.',
    path: kind === 'course' ? COURSES : '/admin/resource-categories',
    isHidden: true,
  });
}

export default function CategoriesPage() {
  const kind = kindAt(useLocation().pathname);
  const categories = useQuery(listStaffCategoriesQuery(kind));
  return (
    <StaffPage
      title={TITLES[kind]}
      intro={
        <>
          Up to three levels. Every page uses this order.
          {kind === 'resource' && (
            <>
              {' '}
              Dance styles have{' '}
              <StaffLink className="link" to="/admin/dance-styles">
                their own page
              </StaffLink>
              .
            </>
          )}
        </>
      }
      actions={categories.data && <AddCategory kind={kind} />}
    >
      <QueryView
        query={categories}
        what="the categories"
        skeleton={<ListSkeleton label="Loading categories" />}
      >
        {(all) =>
          all.length > 0 ? (
            <Tree key={kind} kind={kind} all={all} />
          ) : (
            <EmptyState title="No categories yet" className="mt-8">
              Add the first one. Until then, people can filter by style, age and level.
            </EmptyState>
          )
        }
      </QueryView>
    </StaffPage>
  );
}

function Tree({ kind, all }: { kind: Kind; all: StaffCategory[] }) {
  const { mutate } = useMoveCategory(kind);
  const [announcement, setAnnouncement] = useState('');
  const nameOf = (id: number | null) => all.find((one) => one.id === id)?.name;
  const move = (id: number, place: Place) => {
    mutate({ id, place });
    const before = nameOf(place.beforeId);
    const below = nameOf(place.parentId) ?? 'the top level';
    setAnnouncement(`${nameOf(id)} is now in ${below}, ${before ? `before ${before}` : 'last'}.`);
  };
  const drop = (id: number, overId: number) => {
    const place = dropPosition(all, id, overId);
    if (place) move(id, place);
    else toast({ title: 'Can’t move it there', description: 'Categories can be three levels deep at most.' });
  };
  return (
    <>
      <SortableList label={TITLES[kind]} items={all} onDrop={drop}>
        {all.map((category) => (
          <CategoryRow
            key={category.id}
            category={category}
            all={all}
            level={levelOf(all, category.id)}
            onMove={(place) => move(category.id, place)}
          />
        ))}
      </SortableList>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

function AddCategory({ kind }: { kind: Kind }) {
  const [isOpen, setOpen] = useState(false);
  const { mutateAsync } = useCreateCategory(kind);
  return (
    <>
      <Button
        variant="primary"
        icon={<Plus className="icon" aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Add a category
      </Button>
      <NameDialog
        title="Add a category"
        description="It’s added at the end of the top level. You can move it afterwards."
        label="Name"
        maxLength={CATEGORY_NAME_MAX}
        confirmLabel="Add category"
        isOpen={isOpen}
        onOpenChange={setOpen}
        onConfirm={(name) => mutateAsync({ body: { kind, name, parentId: null } })}
      />
    </>
  );
}
