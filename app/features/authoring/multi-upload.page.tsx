// Adds up to five resources at once.
import { useQuery } from '@tanstack/react-query';
import type { MetaArgs } from 'react-router';
import { MAX_UNFINISHED } from '#shared/features/upload/upload.rules.ts';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { listStylesQuery } from '#app/features/style/style.api.ts';
import { SellerSuspended, useSellerSuspension } from '#app/components/seller/seller-suspended.tsx';
import { UploadDrop } from '#app/features/upload/upload-drop.tsx';
import { UploadList } from '#app/features/upload/upload-list.tsx';
import { useUploads } from '#app/features/upload/use-uploads.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { MultiUploadForm } from './multi-upload-form.tsx';
import { stylesToChoose } from './resource-form-values.ts';
import { UploadTypeSwitch } from '#app/components/resource/upload-chooser.tsx';

const UPLOAD_PARTS = { Drop: UploadDrop, List: UploadList };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Add several resources',
    description: 'Add up to five resources at once.',
    path: '/multi-upload-resource',
    isHidden: true,
  });
}

export default function MultiUploadPage() {
  const suspended = useSellerSuspension();
  if (suspended) {
    return (
      <StaffPage title="Add several resources">
        <SellerSuspended seller={suspended} />
      </StaffPage>
    );
  }
  return <SeveralResources />;
}

function SeveralResources() {
  // The form accepts five; leftovers of an earlier visit come on top.
  const uploads = useUploads({ purpose: 'resource-file', max: MAX_UNFINISHED });
  const { data: styles } = useQuery(listStylesQuery());
  return (
    <StaffPage
      title="Add several resources"
      intro="Add up to five files. Each becomes its own resource with the basics; you can add the rest later."
      actions={<UploadTypeSwitch current="multiple" />}
    >
      <MultiUploadForm uploads={uploads} parts={UPLOAD_PARTS} styles={stylesToChoose(styles)} />
    </StaffPage>
  );
}
