// A row of four posters on the front page.
import { Link } from 'react-router';
import { PosterCard } from '#app/components/ui/poster-card.tsx';
import type { HomePoster } from './home-data.ts';

type HomeShelfProps = { title: string; moreTo: string; more: string; items: readonly HomePoster[] };

export function HomeShelf({ title, moreTo, more, items }: HomeShelfProps) {
  if (items.length === 0) return null;
  return (
    <section className="wrap section home-part">
      <HomeHead title={title} moreTo={moreTo} more={more} />
      <div className="home-shelf">
        {items.map((item) => (
          <PosterCard key={item.to} {...item} />
        ))}
      </div>
    </section>
  );
}

export function HomeHead({ title, moreTo, more }: Omit<HomeShelfProps, 'items'>) {
  return (
    <div className="head">
      <h2 className="t-m">{title}</h2>
      <Link className="link meta" to={moreTo}>
        {more}
      </Link>
    </div>
  );
}
