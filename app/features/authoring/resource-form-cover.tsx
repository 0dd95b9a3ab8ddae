// The cover: drawn for every resource, or the seller's own picture.
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { OwnPicture } from '#app/components/staff/own-picture.tsx';
import { FormPart } from './resource-form-frame.tsx';
import type { Uploads } from './resource-form-uploads.ts';

type CoverPartProps = {
  resource: OwnResource | null;
  uploads: Uploads;
  isLocked: boolean;
  /** Null: the drawn one. */
  onChoose: (uploadId: string | null) => Promise<unknown>;
};

export function CoverPart({ resource, uploads, isLocked, onChoose }: CoverPartProps) {
  return (
    <FormPart
      title="What does it look like?"
      intro={`Every resource has a cover drawn for it.${isLocked ? '' : ' You can use your own picture instead.'}`}
    >
      <div className="draft-cover">
        {resource && (
          <img
            src={resource.imageUrl}
            alt={resource.coverUrl ? 'Your picture' : 'The cover drawn for it'}
            width={640}
            height={800}
          />
        )}
        <div className="grid content-start gap-3">
          {!resource && <p className="meta">It is drawn as soon as there is a draft.</p>}
          <OwnPicture
            uploads={uploads}
            label="Cover picture"
            advice="upright looks best"
            isOwn={Boolean(resource?.coverUrl)}
            isLocked={isLocked}
            onChoose={onChoose}
          />
        </div>
      </div>
    </FormPart>
  );
}
