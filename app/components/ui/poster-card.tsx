// The poster card: a cover, then text on the page. No border, no shadow, no padding.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LazyImage } from './lazy-image.tsx';

type PosterCardProps = {
  to: string;
  title: string;
  /** A 4:5 cover; the alt text stays empty because the title says it. */
  cover: { src: string; srcSet?: string; sizes?: string };
  /** One tag at most: the kind of item. */
  tag?: ReactNode;
  who?: ReactNode;
  /** “$24.00”, “Free”. */
  price?: ReactNode;
  rating?: { value: string; count: number };
  headingLevel?: 2 | 3;
  /** One small act, at the end of the foot: the bag. */
  action?: ReactNode;
  /** For cards in sight when the page opens. */
  isEager?: boolean;
};

export function PosterCard(props: PosterCardProps) {
  const { to, title, cover, tag, who, price, rating, action, headingLevel = 3, isEager } = props;
  const Heading = `h${headingLevel}` as const;
  return (
    <article className="poster">
      <div className="poster-art">
        <LazyImage {...cover} alt="" width={640} height={800} isEager={isEager} />
        {tag && <span className="tag">{tag}</span>}
      </div>
      <Heading className="poster-title">
        <Link to={to}>{title}</Link>
      </Heading>
      {who && <p className="poster-who">{who}</p>}
      {(price || rating) && (
        <p className="poster-foot">
          <span className="poster-price">{price}</span>
          {rating && <Rating {...rating} />}
          {action}
        </p>
      )}
    </article>
  );
}

export function Rating({ value, count }: { value: string; count: number }) {
  return (
    <span className="stars num">
      <span className="stars-mark" aria-hidden="true">
        ★{' '}
      </span>
      <span className="sr-only">Rated </span>
      {value} <span aria-hidden="true">({count})</span>
      <span className="sr-only"> of 5 by {count === 1 ? '1 person' : `${count} people`}</span>
    </span>
  );
}
