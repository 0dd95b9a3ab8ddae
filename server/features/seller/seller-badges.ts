// Badges a seller earns, derived from their stats alone.
import type { SellerRow } from './seller.queries.ts';

type Badge = { name: string; label: string; reason: string };

const TOP_RATING = 4.5;
const TOP_RATING_REVIEWS = 10;
const PROLIFIC_ITEMS = 10;

export function badgesOf(
  seller: Pick<SellerRow, 'ratingSum' | 'reviewCount' | 'itemCount' | 'createdAt' | 'roles'>,
  now: Date,
): Badge[] {
  const badges: Badge[] = [];
  const { ratingSum, reviewCount, itemCount, createdAt, roles } = seller;
  // Integers on both sides: 4.495 must not be rounded up into a badge.
  if (reviewCount >= TOP_RATING_REVIEWS && ratingSum >= reviewCount * TOP_RATING) {
    const average = (Math.floor((ratingSum / reviewCount) * 10) / 10).toFixed(1);
    badges.push({
      name: 'top-rated',
      label: 'Top rated',
      reason: `${average} stars on average from ${reviewCount} reviews`,
    });
  }
  if (createdAt <= aYearBefore(now)) {
    badges.push({
      name: 'established',
      label: 'Established',
      reason: `Selling here since ${monthOf(createdAt)}`,
    });
  }
  if (itemCount >= PROLIFIC_ITEMS) {
    badges.push({ name: 'prolific', label: 'Prolific', reason: `${itemCount} resources on sale` });
  }
  // Staff give this role after an application; it isn't a certificate, and the label doesn't claim one.
  if (roles.includes('instructor')) {
    badges.push({
      name: 'certified-instructor',
      label: 'Approved instructor',
      reason: 'Also teaches here, approved by our staff',
    });
  }
  return badges;
}

function aYearBefore(now: Date): Date {
  const then = new Date(now);
  then.setUTCFullYear(then.getUTCFullYear() - 1);
  return then;
}

function monthOf(date: Date): string {
  return date.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}
