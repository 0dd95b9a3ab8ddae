import { expect, it } from 'vitest';
import { ROLES } from '#shared/roles.ts';
import { isBuilt } from '#shared/site-pages.ts';
import { roleCards } from './role-cards.ts';

it('gives every role its card with text and a link to an existing page', () => {
  const cards = roleCards(ROLES, isBuilt);
  expect(cards.map(({ role }) => role)).toEqual([...ROLES]);
  for (const { role, text, to } of cards) {
    expect([role, text.length > 10, to, isBuilt(to)]).toEqual([role, true, to, true]);
  }
});

it('links to a role’s own dashboard once it exists', () => {
  const [seller] = roleCards(['seller'], () => true);
  expect(seller).toMatchObject({ to: '/seller-dashboard', action: 'Open the seller dashboard' });
});
