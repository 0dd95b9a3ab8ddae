// A row of four posters on the front page.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { PosterCard } from '#app/components/ui/poster-card.tsx';
import type { HomeResource } from './home.api.ts';

const POSTER_SIZES = '(width < 56.25rem) 45vw, 19rem';

type HomeShelfProps = { title: string; moreTo: string; more: string; items: readonly HomeResource[] };

export function HomeShelf({ title, moreTo, more, items }: HomeShelfProps) {
  if (items.length === 0) return null;
  return (
    <section className="wrap section home-part">
      <HomeHead title={title} moreTo={moreTo} more={more} />
      <div className="home-shelf">
        {items.map((item) => (
          <ResourcePoster key={item.id} item={item} />
        ))}
      </div>
    </section>
  );
}

export function HomeHead({ title, moreTo, more }: { title: ReactNode; moreTo: string; more: string }) {
  return (
    <div className="head">
      <h2 className="t-m">{title}</h2>
      <Link className="link meta" to={moreTo}>
        {more}
      </Link>
    </div>
  );
}

function ResourcePoster({ item }: { item: HomeResource }) {
  const { id, title, price, imageUrl, thumbnailUrl, seller, rating, reviewCount } = item;
  return (
    <PosterCard
      to={`/curriculum/${id}`}
      title={title}
      cover={{ src: imageUrl, srcSet: `${thumbnailUrl} 320w, ${imageUrl} 640w`, sizes: POSTER_SIZES }}
      who={seller.name}
      price={formatPrice(price)}
      {...(rating !== null && { rating: { value: rating.toFixed(1), count: reviewCount } })}
    />
  );
}
