// All certificate templates the viewer can use: their own, and those of the platform.
import { useQuery } from '@tanstack/react-query';
import Ellipsis from 'icon:ellipsis';
import { useMemo } from 'react';
import { Link, type MetaArgs, useNavigate } from 'react-router';
import { CertificateDrawing } from '#app/components/certificate/certificate-drawing.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem } from '#app/components/ui/menu.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { ContractOutput } from '#shared/contract.ts';
import type * as contract from '#shared/features/certificate-template/certificate-template.contract.ts';
import { drawTemplate } from '#shared/features/certificate-template/drawing.rules.ts';
import { drawQr } from '#shared/features/certificate-template/qr.rules.ts';
import { SAMPLE_TEXT } from '#shared/features/certificate-template/template-samples.ts';
import type { Measure } from '#shared/features/certificate-template/text-fit.rules.ts';
import { countOf } from '#shared/features/course/course.rules.ts';
import {
  listCertificateTemplatesQuery,
  useArchiveCertificateTemplate,
  useDuplicateCertificateTemplate,
  useRestoreCertificateTemplate,
} from './certificate-template.api.ts';
import { useMeasure } from './measure-text.ts';
import './certificate-templates.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Certificate templates',
    description: 'What certificates look like.',
    path: '/certificate-templates',
    isHidden: true,
  });
}

type Template = ContractOutput<typeof contract.listCertificateTemplates>[number];

export default function CertificateTemplatesPage() {
  const query = useQuery(listCertificateTemplatesQuery());
  const measure = useMeasure();
  return (
    <StaffPage
      title="Certificate templates"
      intro="What certificates look like. Start from a copy, change it, then choose it in a course."
    >
      <QueryView
        query={query}
        what="the templates"
        skeleton={
          <SkeletonGroup label="Loading the templates" className="template-cards">
            <Skeleton className="h-56" />
            <Skeleton className="h-56" />
            <Skeleton className="h-56" />
          </SkeletonGroup>
        }
      >
        {(templates) => (
          <ul className="template-cards">
            {templates.map((template) => (
              <TemplateCard key={template.id} template={template} measure={measure} />
            ))}
          </ul>
        )}
      </QueryView>
    </StaffPage>
  );
}

const SAMPLE_QR = drawQr('https://releve.example/verify/RLV-8K2M-4T9Q');

function TemplateCard({ template, measure }: { template: Template; measure: Measure | null }) {
  const { id, name, layout, images } = template;
  const drawing = useMemo(() => {
    if (!measure) return null;
    const urls = new Map(images.map((image) => [image.id, image.url]));
    const imageUrl = (imageId: number) => urls.get(imageId) ?? null;
    return drawTemplate({ layout, text: SAMPLE_TEXT, title: name, qr: SAMPLE_QR, measure, imageUrl });
  }, [layout, images, name, measure]);
  return (
    <li className="template-card">
      <Link
        to={`/certificate-templates/${id}`}
        className="template-card-page"
        tabIndex={-1}
        aria-hidden="true"
      >
        {drawing ? <CertificateDrawing drawing={drawing} /> : <Skeleton className="h-48" />}
      </Link>
      <div className="template-card-text">
        <h2 className="template-card-name">
          <Link to={`/certificate-templates/${id}`} className="link">
            {name}
          </Link>
        </h2>
        <TemplateMenu template={template} />
      </div>
      <p className="template-card-badges">
        {template.isPlatform && <Badge>Platform</Badge>}
        {template.isArchived && <Badge tone="warn">Archived</Badge>}
        <Badge tone={template.version > 0 ? 'ok' : 'plain'}>
          {template.version > 0 ? `Version ${template.version}` : 'Draft'}
        </Badge>
        {template.version > 0 && template.hasUnpublishedChanges && (
          <span className="small">Unpublished changes</span>
        )}
      </p>
      <p className="small num">{usesOf(template)}</p>
    </li>
  );
}

function TemplateMenu({ template: { id, name, canEdit, isArchived } }: { template: Template }) {
  const duplicate = useDuplicateCertificateTemplate();
  const archive = useArchiveCertificateTemplate();
  const restore = useRestoreCertificateTemplate();
  const navigate = useNavigate();
  return (
    <Menu
      trigger={
        <IconButton label={`More for ${name}`} icon={<Ellipsis className="icon" aria-hidden="true" />} />
      }
    >
      <MenuItem to={`/certificate-templates/${id}`}>{canEdit ? 'Edit' : 'View'}</MenuItem>
      <MenuItem
        onSelect={() =>
          duplicate.mutate(id, { onSuccess: (copy) => void navigate(`/certificate-templates/${copy.id}`) })
        }
      >
        Duplicate
      </MenuItem>
      {canEdit && !isArchived && <MenuItem onSelect={() => archive.mutate(id)}>Archive</MenuItem>}
      {canEdit && isArchived && <MenuItem onSelect={() => restore.mutate(id)}>Restore</MenuItem>}
    </Menu>
  );
}

/** “Used by 2 courses, 20 certificates”. */
function usesOf({ courseCount, certificateCount }: Template): string {
  const uses = [
    ...(courseCount > 0 ? [countOf(courseCount, 'course')] : []),
    ...(certificateCount > 0 ? [countOf(certificateCount, 'certificate')] : []),
  ];
  return uses.length === 0 ? 'Not used yet' : `Used by ${uses.join(', ')}`;
}
