// One low row of links with small covers above a list: what is featured, without pushing the list off the screen.
import { Link } from 'react-router';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import './catalogue.css';

export type StripItem = {
  to: string;
  title: string;
  /** “Featured, $14.00” */
  note: string;
  /** A 4:5 cover. */
  cover: string;
};

export function ShelfStrip({ label, items }: { label: string; items: readonly StripItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className="shelf-strip" aria-label={label}>
      <ul>
        {items.map(({ to, title, note, cover }) => (
          <li key={to}>
            <Link to={to}>
              <LazyImage src={cover} alt="" width={320} height={400} isEager />
              <span className="shelf-strip-text">
                <span className="shelf-strip-title">{title}</span>
                <span className="small">{note}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
