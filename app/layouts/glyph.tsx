// The frame's icons, inlined: the icon library would add more to every page than all of them together.

const PATHS = {
  cart: 'M6 8h12l1.5 13h-15zM9 8V6a3 3 0 0 1 6 0v2',
  menu: 'M4 6h16M4 12h16M4 18h16',
  search: 'm21 21-4.34-4.34M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0',
  up: 'm5 12 7-7 7 7M12 19V5',
};

export function Glyph({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className="glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
