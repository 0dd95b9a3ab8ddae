// Editing one certificate template. The page brings its own bar instead of the site's frame.
import { useQuery } from '@tanstack/react-query';
import { type MetaArgs, useParams } from 'react-router';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { useUploads } from '#app/features/upload/use-uploads.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { parseId } from '#shared/ids.ts';
import { getCertificateTemplateQuery } from './certificate-template.api.ts';
import { TemplateEditor } from './template-editor.tsx';

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Certificate template',
    description: 'Design a certificate.',
    path: location.pathname,
    isHidden: true,
  });
}

export default function TemplateEditorPage() {
  const { id: inPath } = useParams();
  const id = parseId(inPath);
  return id === null ? <NoTemplate /> : <Editor key={id} id={id} />;
}

function Editor({ id }: { id: number }) {
  const query = useQuery(getCertificateTemplateQuery(id));
  const uploads = useUploads({ purpose: 'course-file', max: 5, finds: false });
  if (query.error instanceof ApiError && query.error.status === 404) return <NoTemplate />;
  if (query.data) return <TemplateEditor template={query.data} uploads={uploads} />;
  return (
    <main id="content" className="wrap section">
      <h1 className="sr-only">Certificate template</h1>
      <QueryView
        query={query}
        what="this template"
        skeleton={
          <SkeletonGroup label="Loading the template" className="grid gap-4">
            <Skeleton className="h-12" />
            <Skeleton className="h-96" />
          </SkeletonGroup>
        }
      >
        {() => null}
      </QueryView>
    </main>
  );
}

function NoTemplate() {
  return (
    <main id="content" className="wrap section">
      <h1 className="t-l t-l-tool">This template doesn’t exist</h1>
      <p className="lead mt-4 mb-8 max-w-measure">It may be someone else’s, or the address is wrong.</p>
      <ButtonLink to="/certificate-templates">All certificate templates</ButtonLink>
    </main>
  );
}
