// Dance styles as a strip of pictures; each link keeps the other filters.
import { Link } from 'react-router';
import { ALL_STYLES_COVER, styleCoverSubject } from '#shared/features/cover/cover.rules.ts';
import { CoverArt } from '#app/components/ui/cover-art.tsx';
import { useInSight } from '#app/lib/bring-into-sight.ts';
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
  const tile = useInSight<HTMLAnchorElement>(isCurrent ? label : null);
  return (
    <Link ref={tile} to={to} aria-current={isCurrent ? 'true' : undefined} preventScrollReset>
      <CoverArt subject={subject} shape="tape" sizes="6.6rem" />
      {label}
    </Link>
  );
}
