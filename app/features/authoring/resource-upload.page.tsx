// Add a resource: a form that becomes a draft with the first word or the first file.
import { useQuery } from '@tanstack/react-query';
import { useLocation, type MetaArgs } from 'react-router';
import { MAX_FILES_OF_RESOURCE } from '#shared/features/upload/upload.rules.ts';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { listStylesQuery } from '#app/features/style/style.api.ts';
import { SellerSuspended, useSellerSuspension } from '#app/components/seller/seller-suspended.tsx';
import { UploadDrop } from '#app/features/upload/upload-drop.tsx';
import { UploadList } from '#app/features/upload/upload-list.tsx';
import { useUploads } from '#app/features/upload/use-uploads.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { ResourceForm } from './resource-form.tsx';
import { stylesToChoose } from './resource-form-values.ts';
import { UploadTypeSwitch } from '#app/components/resource/upload-chooser.tsx';
import { useResourceDraft } from './use-resource-draft.ts';

const UPLOAD_PARTS = { Drop: UploadDrop, List: UploadList };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Add a resource',
    description: 'List something you made: files, a few words, a price.',
    path: '/upload-resource',
    isHidden: true,
  });
}

export default function ResourceUploadPage() {
  const { key } = useLocation();
  const suspended = useSellerSuspension();
  if (suspended) {
    return (
      <StaffPage title="Add a resource">
        <SellerSuspended shop={suspended} />
      </StaffPage>
    );
  }
  // “Add Resource” pressed again on this page means another one.
  return <NewResource key={key} />;
}

function NewResource() {
  const uploads = useUploads({ purpose: 'resource-file', max: MAX_FILES_OF_RESOURCE });
  const { data: styles } = useQuery(listStylesQuery());
  const coverUploads = useUploads({ purpose: 'cover', max: 1, finds: false });
  const draft = useResourceDraft(null);
  return (
    <StaffPage
      title={draft.view.record ? 'Edit resource' : 'Add a resource'}
      intro="Files, a few words, a price. Everything is kept as you go; nothing is on sale before it was reviewed."
      actions={<UploadTypeSwitch current="single" />}
    >
      <ResourceForm
        draft={draft}
        uploads={uploads}
        coverUploads={coverUploads}
        parts={UPLOAD_PARTS}
        styles={stylesToChoose(styles)}
      />
    </StaffPage>
  );
}
