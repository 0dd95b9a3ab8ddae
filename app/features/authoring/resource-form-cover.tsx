// The cover: drawn by us, or the seller's own picture.
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { OwnPicture } from '#app/components/staff/own-picture.tsx';
import { FormPart } from './resource-form-frame.tsx';
import type { Uploads } from './resource-form-uploads.ts';

type CoverPartProps = {
  resource: OwnResource | null;
  uploads: Uploads;
  isLocked: boolean;
  /** Null for the drawn cover. */
  onChoose: (uploadId: string | null) => Promise<unknown>;
};

export function CoverPart({ resource, uploads, isLocked, onChoose }: CoverPartProps) {
  return (
    <FormPart
      title="Cover"
      intro={`We draw a cover for every resource.${isLocked ? '' : ' You can use your own picture instead.'}`}
    >
      <div className="draft-cover">
        {resource && (
          <img
            src={resource.imageUrl}
            alt={resource.coverUrl ? 'Your picture' : 'The cover we drew'}
            width={640}
            height={800}
          />
        )}
        <div className="grid content-start gap-3">
          {!resource && <p className="meta">We’ll draw it once your draft is saved.</p>}
          <OwnPicture
            uploads={uploads}
            label="Cover picture"
            advice="portrait format looks best"
            isOwn={Boolean(resource?.coverUrl)}
            isLocked={isLocked}
            onChoose={onChoose}
          />
        </div>
      </div>
    </FormPart>
  );
}
