// What a page looks like before it is there.
export type PageShape = 'cards' | 'detail' | 'rows' | 'text';

const SHAPES: readonly (readonly [PageShape, RegExp])[] = [
  [
    'cards',
    /^\/(?:curriculum|courses|connect[\w-]*|resources|wishlist|my-courses|(?:sellers|seller-store)\/\d+)?$/,
  ],
  ['detail', /^\/(?:curriculum|courses?|resources|bundles|instructors|profile)\/\d+$/],
  [
    'rows',
    /^\/(?:admin|seller|instructor|my-|dashboard|multi-|notifications|studio|orders|certificat|messages|cart|guest-cart)/,
  ],
];

export function pageShape(pathname: string): PageShape {
  const path = pathname.replace(/\/+$/, '').toLowerCase();
  return path === '' ? 'text' : (SHAPES.find(([, pattern]) => pattern.test(path))?.[0] ?? 'text');
}
