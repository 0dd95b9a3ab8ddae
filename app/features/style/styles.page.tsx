// The staff page of dance styles.
import { useQuery } from '@tanstack/react-query';
import Plus from 'icon:plus';
import { useState } from 'react';
import type { MetaArgs } from 'react-router';
import { MOST_STYLES, STYLE_NAME_MAX, type StaffStyle } from '#shared/features/style/style.schema.ts';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { NameDialog } from '#app/components/staff/name-dialog.tsx';
import { SortableList } from '#app/components/staff/sortable-list.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { listStaffStylesQuery, useCreateStyle, useReorderStyles } from './style.api.ts';
import { StyleRow } from './style-row.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Dance styles',
    description: 'Add, rename, order and retire dance styles.',
    path: '/admin/dance-styles',
    isHidden: true,
  });
}

export default function StylesPage() {
  const styles = useQuery(listStaffStylesQuery());
  return (
    <StaffPage
      title="Dance styles"
      intro="Every page uses this order. Renaming a style changes it everywhere. Retired styles are no longer offered but stay on items that have them."
      actions={<AddStyle count={styles.data?.length ?? 0} />}
    >
      <QueryView
        query={styles}
        what="the dance styles"
        skeleton={<ListSkeleton label="Loading dance styles" />}
      >
        {(data) => <Styles styles={data} />}
      </QueryView>
    </StaffPage>
  );
}

function Styles({ styles }: { styles: StaffStyle[] }) {
  const order = useReorderStyles();
  const [announcement, setAnnouncement] = useState('');
  const ids = styles.map(({ id }) => id);
  const moveTo = (id: number, at: number) => {
    order.mutate(ids.filter((one) => one !== id).toSpliced(at, 0, id));
    setAnnouncement(
      `${styles.find((style) => style.id === id)?.name} is now number ${at + 1} of ${ids.length}.`,
    );
  };
  return (
    <>
      <SortableList label="Dance styles" items={styles} onDrop={(id, over) => moveTo(id, ids.indexOf(over))}>
        {styles.map((style, at) => (
          <StyleRow
            key={style.id}
            style={style}
            onMoveUp={at > 0 ? () => moveTo(style.id, at - 1) : undefined}
            onMoveDown={at < ids.length - 1 ? () => moveTo(style.id, at + 1) : undefined}
          />
        ))}
      </SortableList>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

function AddStyle({ count }: { count: number }) {
  const [isOpen, setOpen] = useState(false);
  const { mutateAsync } = useCreateStyle();
  return (
    <>
      <Button
        variant="primary"
        icon={<Plus className="icon" aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Add a style
      </Button>
      <NameDialog
        title="Add a dance style"
        description="Sellers, instructors and visitors can choose it right away."
        label="Name"
        help={`${count} of ${MOST_STYLES} styles used.`}
        maxLength={STYLE_NAME_MAX}
        confirmLabel="Add style"
        isOpen={isOpen}
        onOpenChange={setOpen}
        onConfirm={(name) => mutateAsync({ body: { name } })}
      />
    </>
  );
}
