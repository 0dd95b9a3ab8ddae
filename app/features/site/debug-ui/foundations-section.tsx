// Colors, type scale and wordmark.
import { Wordmark } from '#app/components/ui/wordmark.tsx';
import { Group, Part } from './part.tsx';

// Complete class names, because Tailwind finds them by scanning the source.
const palette = [
  ['paper', 'bg-paper'],
  ['surface', 'bg-surface'],
  ['sunken', 'bg-sunken'],
  ['rule', 'bg-rule'],
  ['edge', 'bg-edge'],
  ['ink', 'bg-ink'],
  ['ink-2', 'bg-ink-2'],
  ['ink-3', 'bg-ink-3'],
  ['plum', 'bg-plum'],
  ['plum-strong', 'bg-plum-strong'],
  ['plum-wash', 'bg-plum-wash'],
  ['coral', 'bg-coral'],
  ['coral-text', 'bg-coral-text'],
  ['coral-wash', 'bg-coral-wash'],
  ['sage', 'bg-sage'],
  ['sage-wash', 'bg-sage-wash'],
  ['brass', 'bg-brass'],
  ['brass-wash', 'bg-brass-wash'],
  ['garnet', 'bg-garnet'],
  ['garnet-wash', 'bg-garnet-wash'],
  ['chart-1', 'bg-chart-1'],
  ['chart-2', 'bg-chart-2'],
  ['chart-3', 'bg-chart-3'],
  ['chart-4', 'bg-chart-4'],
  ['chart-5', 'bg-chart-5'],
] as const;

export function FoundationsSection() {
  return (
    <Group title="Foundations">
      <Part title="Color" isWide>
        <ul className="grid grid-cols-4 gap-2 md:grid-cols-9">
          {palette.map(([name, className]) => (
            <li key={name} className="text-xs text-ink-2">
              <span className={`mb-1 block aspect-square rounded-paper border border-rule ${className}`} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Type" isWide>
        <div className="grid gap-5">
          <p className="t-xl">Rise a little</p>
          <p className="t-l">One page title</p>
          <p className="t-m">A section title</p>
          <p className="t-s">A card title, never bold</p>
          <p className="lead prose">
            Lead: made in the studio, tested on a Tuesday night class, ready for yours.
          </p>
          <div className="prose">
            <p>
              Reading text keeps to sixty-two characters a line. A <a href="#links">link</a> is plum and
              underlined; names such as Łucja Dvořáková and Inés Valdivia keep their letters.
            </p>
          </div>
          <p className="meta">Meta: Odile Marchetti, 2 seats</p>
          <p className="small">Small: Version 1.0.0</p>
          <p className="num">Figures in columns: $1,111.00, $9,840.60</p>
        </div>
      </Part>
      <Part title="Wordmark">
        <div className="grid gap-4">
          <Wordmark name="Relevé" />
          <Wordmark name="Relevé" className="text-title-l" />
          <Wordmark name="Another school" />
        </div>
      </Part>
      <Part title="Both themes side by side">
        <div className="grid grid-cols-2 gap-4">
          {(['light', 'dark'] as const).map((theme) => (
            <div key={theme} data-theme={theme} className="rounded-panel bg-paper p-5 text-ink">
              <p className="t-s">{theme}</p>
              <p className="meta mt-1">The same posters on a {theme} wall.</p>
            </div>
          ))}
        </div>
      </Part>
    </Group>
  );
}
