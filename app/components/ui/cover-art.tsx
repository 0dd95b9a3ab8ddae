// A generated cover as a <picture>: two formats, several widths, with its size known up front.
import { COVER_SHAPES, coverSrcSet, coverUrl, type CoverShape } from '#shared/features/cover/cover.rules.ts';

type CoverArtProps = {
  subject: string;
  shape: CoverShape;
  /** The displayed width, as the `sizes` attribute. */
  sizes: string;
  /** For the first picture on the page; all others load lazily. */
  isFirst?: boolean;
  className?: string;
  /** When the subject last changed, if its picture may have changed too. */
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
