import { expect, it } from 'vitest';
import { ROLES } from '#shared/roles.ts';
import { isBuilt } from '#shared/site-pages.ts';
import { roleCards } from './role-cards.ts';

it('gives every role held its card, in text, leading to a page that exists', () => {
  const cards = roleCards(ROLES, isBuilt);
  expect(cards.map(({ role }) => role)).toEqual([...ROLES]);
  for (const { role, text, to } of cards) {
    expect([role, text.length > 10, to, isBuilt(to)]).toEqual([role, true, to, true]);
  }
});

it('leads to a role’s own dashboard once that exists', () => {
  const [seller] = roleCards(['seller'], () => true);
  expect(seller).toMatchObject({ to: '/seller-dashboard', action: 'Open the seller dashboard' });
});
