// Help articles for staff: order, edit with a preview, publish and unpublish.
import { useQuery } from '@tanstack/react-query';
import ArrowDown from 'icon:arrow-down';
import ArrowUp from 'icon:arrow-up';
import Plus from 'icon:plus';
import { useState } from 'react';
import { Link, type MetaArgs } from 'react-router';
import { HELP_TOPIC_LABELS } from '#shared/features/help/help.schema.ts';
import { rolesOf } from '#shared/roles.ts';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useOpenReports } from '#app/features/message/message-staff.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { HelpArticleForm } from './help-article-form.tsx';
import {
  listStaffHelpArticlesQuery,
  useDeleteHelpArticle,
  useReorderHelpArticles,
  useUpdateHelpArticle,
  type StaffHelpArticle,
} from './help.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Help articles',
    description: 'Write and publish help articles.',
    path: '/admin/help',
    isHidden: true,
  });
}

export default function StaffHelpPage() {
  const user = useUser();
  const reports = useOpenReports();
  const query = useQuery(listStaffHelpArticlesQuery());
  const [edited, setEdited] = useState<StaffHelpArticle | 'new' | null>(null);
  return (
    <StaffPage
      title="Help articles"
      intro="Visitors see the published ones on the help page, by topic and in this order."
      tabs={
        user && (
          <StaffTabs area="messages" roles={rolesOf(user)} waiting={{ '/admin/messages/reports': reports }} />
        )
      }
      actions={
        <Button
          variant="primary"
          icon={<Plus className="icon" aria-hidden="true" />}
          onClick={() => setEdited('new')}
        >
          Add an article
        </Button>
      }
    >
      <QueryView query={query} what="the articles" skeleton={<ListSkeleton label="Loading the articles" />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState className="mt-8" title="No articles yet">
              Write the first one about the question people ask most.
            </EmptyState>
          ) : (
            <Articles items={items} onEdit={setEdited} />
          )
        }
      </QueryView>
      <Dialog
        isOpen={edited !== null}
        onOpenChange={(isOpen) => !isOpen && setEdited(null)}
        title={edited === 'new' ? 'Add an article' : 'Edit article'}
      >
        {edited && (
          <HelpArticleForm article={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
        )}
      </Dialog>
    </StaffPage>
  );
}

type ArticlesProps = { items: readonly StaffHelpArticle[]; onEdit: (article: StaffHelpArticle) => void };

function Articles({ items, onEdit }: ArticlesProps) {
  const reorder = useReorderHelpArticles();
  const [announcement, setAnnouncement] = useState('');
  const ids = items.map(({ id }) => id);
  const move = (at: number, by: 1 | -1) => {
    const article = items[at];
    if (!article) return;
    reorder.mutate(ids.toSpliced(at, 1).toSpliced(at + by, 0, article.id));
    setAnnouncement(`${article.title} is now number ${at + by + 1} of ${ids.length}.`);
  };
  return (
    <>
      <ul className="mt-6" aria-label="Articles">
        {items.map((article, at) => (
          <li
            key={article.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule py-3"
          >
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-3 font-semibold">
                {article.title}
                <Badge tone={article.isPublished ? 'ok' : 'plain'}>
                  {article.isPublished ? 'Published' : 'Draft'}
                </Badge>
              </p>
              <p className="small">
                {HELP_TOPIC_LABELS[article.topic]}, changed <When iso={article.updatedAt} />
              </p>
            </div>
            <IconButton
              label={`Move “${article.title}” up`}
              icon={<ArrowUp className="icon" aria-hidden="true" />}
              disabled={at === 0 || reorder.isPending}
              onClick={() => move(at, -1)}
            />
            <IconButton
              label={`Move “${article.title}” down`}
              icon={<ArrowDown className="icon" aria-hidden="true" />}
              disabled={at === items.length - 1 || reorder.isPending}
              onClick={() => move(at, 1)}
            />
            <ArticleActions article={article} onEdit={() => onEdit(article)} />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

function ArticleActions({ article, onEdit }: { article: StaffHelpArticle; onEdit: () => void }) {
  const { id, slug, title, topic, text, isPublished } = article;
  const update = useUpdateHelpArticle();
  const remove = useDeleteHelpArticle();
  const publish = () =>
    update.mutate(
      { params: { id }, body: { title, topic, text, isPublished: !isPublished } },
      { onSuccess: () => toast({ title: isPublished ? 'Article unpublished' : 'Article published' }) },
    );
  return (
    <div className="flex flex-wrap gap-2">
      {isPublished && (
        <Link className="btn btn-quiet btn-s" to={`/help/${slug}`}>
          Open<span className="sr-only"> “{title}”</span>
        </Link>
      )}
      <Button size="s" onClick={onEdit}>
        Edit<span className="sr-only"> “{title}”</span>
      </Button>
      <Button size="s" isBusy={update.isPending} onClick={publish}>
        {isPublished ? 'Unpublish' : 'Publish'}
        <span className="sr-only"> “{title}”</span>
      </Button>
      <ConfirmDialog
        title={`Delete “${title}”?`}
        description="Links to it stop working. You can’t undo this; unpublishing hides it instead."
        confirmLabel="Delete article"
        failure={failureTextOf}
        trigger={
          <Button size="s" variant="danger">
            Delete…<span className="sr-only"> “{title}”</span>
          </Button>
        }
        onConfirm={async () => {
          await remove.mutateAsync({ params: { id } });
          toast({ title: 'Article deleted' });
        }}
      />
    </div>
  );
}
