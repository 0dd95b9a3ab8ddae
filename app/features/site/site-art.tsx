// A drawn cover as a picture: two formats, two widths, its size known before it arrives.
import { COVER_SHAPES, coverSrcSet, coverUrl, type CoverShape } from '#shared/features/cover/cover.rules.ts';

type CoverArtProps = {
  subject: string;
  shape: CoverShape;
  /** How wide it is shown, as the `sizes` of an image. */
  sizes: string;
  /** For the one picture a visitor sees first; all others wait until they are near. */
  isFirst?: boolean;
  className?: string;
  /** When its subject last changed, where that may have another picture since. */
  changed?: string;
};

export function CoverArt({ subject, shape, sizes, isFirst, className, changed }: CoverArtProps) {
  const { width, height } = COVER_SHAPES[shape];
  return (
    <picture className={className}>
      <source
        type="image/avif"
        srcSet={coverSrcSet(subject, shape, { format: 'avif', changed })}
        sizes={sizes}
      />
      <img
        src={coverUrl(subject, shape, width, { changed })}
        srcSet={coverSrcSet(subject, shape, { changed })}
        sizes={sizes}
        width={width}
        height={height}
        alt=""
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      />
    </picture>
  );
}
