// Adds a resource. The first input or file creates the draft.
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
    description: 'Sell your own teaching material.',
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
        <SellerSuspended seller={suspended} />
      </StaffPage>
    );
  }
  // “Add Resource” pressed on this page starts another one.
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
      intro="Add files, a description and a price. We save as you go, and nothing goes on sale before it’s reviewed."
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
