// Edits a resource in any state.
import { useQuery } from '@tanstack/react-query';
import { useParams, type MetaArgs } from 'react-router';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { MAX_FILES_OF_RESOURCE } from '#shared/features/upload/upload.rules.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { listStylesQuery } from '#app/features/style/style.api.ts';
import { SellerSuspended, useSellerSuspension } from '#app/components/seller/seller-suspended.tsx';
import { UploadDrop } from '#app/features/upload/upload-drop.tsx';
import { UploadList } from '#app/features/upload/upload-list.tsx';
import { useUploads } from '#app/features/upload/use-uploads.ts';
import { NotFound } from '#app/features/site/error-page.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { getOwnResourceQuery } from './authoring.api.ts';
import { ResourceForm } from './resource-form.tsx';
import { stylesToChoose } from './resource-form-values.ts';
import { useResourceDraft } from './use-resource-draft.ts';

const UPLOAD_PARTS = { Drop: UploadDrop, List: UploadList };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Edit resource',
    description: 'Edit your resource.',
    path: '/curriculum',
    isHidden: true,
  });
}

export default function ResourceEditPage() {
  const { id = '' } = useParams();
  const query = useQuery({ ...getOwnResourceQuery(Number(id)), enabled: /^\d{1,10}$/.test(id) });
  const suspended = useSellerSuspension();
  const isMissing =
    !/^\d{1,10}$/.test(id) ||
    (query.error instanceof ApiError && [400, 404].includes(query.error.status) && !query.data);
  if (isMissing) return <NotFound />;
  return (
    <StaffPage title="Edit resource">
      {suspended && <SellerSuspended seller={suspended} />}
      <QueryView query={query} what="this resource" skeleton={<FormSkeleton />}>
        {(resource) => (
          <KnownResource key={resource.id} resource={resource} isSuspended={suspended !== null} />
        )}
      </QueryView>
    </StaffPage>
  );
}

type KnownResourceProps = { resource: OwnResource; isSuspended: boolean };

function KnownResource({ resource, isSuspended }: KnownResourceProps) {
  const uploads = useUploads({ purpose: 'resource-file', max: MAX_FILES_OF_RESOURCE });
  const { data: styles } = useQuery(listStylesQuery());
  const draft = useResourceDraft(resource);
  const coverUploads = useUploads({ purpose: 'cover', max: 1, finds: false });
  return (
    <ResourceForm
      draft={draft}
      uploads={uploads}
      coverUploads={coverUploads}
      parts={UPLOAD_PARTS}
      styles={stylesToChoose(styles)}
      isSuspended={isSuspended}
    />
  );
}

function FormSkeleton() {
  return (
    <SkeletonGroup label="Loading the resource" className="mt-8 grid max-w-152 gap-6">
      <Skeleton className="h-24 rounded-panel" />
      <Skeleton className="h-12 rounded-field" />
      <Skeleton className="h-40 rounded-field" />
      <Skeleton className="h-12 rounded-field" />
    </SkeletonGroup>
  );
}
