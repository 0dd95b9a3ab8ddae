// Dance styles as a strip of pictures; each is a link that keeps the other choices.
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ALL_STYLES_COVER, styleCoverSubject } from '#shared/features/cover/cover.rules.ts';
import { CoverArt } from '#app/features/site/site-art.tsx';
import './catalogue.css';

type StyleTapeProps = {
  styles: readonly { value: string }[];
  chosen: readonly string[];
  /** The address for one style, or for all. */
  to: (style: string | undefined) => string;
};

export function StyleTape({ styles, chosen, to }: StyleTapeProps) {
  return (
    <nav className="style-tape" aria-label="Dance style">
      <Tile
        label="All styles"
        subject={ALL_STYLES_COVER}
        to={to(undefined)}
        isCurrent={chosen.length === 0}
      />
      {styles.map(({ value: style }) => (
        <Tile
          key={style}
          label={style}
          subject={styleCoverSubject(style)}
          to={to(style)}
          isCurrent={chosen.includes(style)}
        />
      ))}
    </nav>
  );
}

type TileProps = { label: string; subject: string; to: string; isCurrent: boolean };

function Tile({ label, subject, to, isCurrent }: TileProps) {
  const tile = useRef<HTMLAnchorElement>(null);
  // The strip is wider than a phone: whoever comes by a link to a style sees which it is.
  useEffect(() => {
    if (isCurrent) bringIntoSight(tile.current);
  }, [isCurrent]);
  return (
    <Link ref={tile} to={to} aria-current={isCurrent ? 'true' : undefined} preventScrollReset>
      <CoverArt subject={subject} shape="tape" sizes="6.6rem" />
      {label}
    </Link>
  );
}

/** Sideways alone, which `scrollIntoView` cannot promise. */
function bringIntoSight(tile: HTMLElement | null): void {
  const strip = tile?.parentElement;
  if (!tile || !strip) return;
  const [around, own] = [strip.getBoundingClientRect(), tile.getBoundingClientRect()];
  if (own.left >= around.left && own.right <= around.right) return;
  strip.scrollBy({ left: own.left - around.left - (around.width - own.width) / 2 });
}
