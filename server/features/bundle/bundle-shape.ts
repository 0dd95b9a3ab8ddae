// How a bundle's rows become what is sent.
import { apartCents, savingOf } from '#shared/features/bundle/bundle.rules.ts';
import type { BundleCard, BundlePart } from '#shared/features/bundle/bundle.schema.ts';
import { courseImageUrls, resourceImageUrls } from '#shared/features/cover/cover.rules.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import type { BundleRow, ThingRow } from './bundle.queries.ts';

const COVERS_SHOWN = 3;

const imagesOf = ({ itemType, itemId, updatedAt }: ThingRow) =>
  itemType === 'resource'
    ? resourceImageUrls({ id: itemId, updatedAt })
    : courseImageUrls({ id: itemId, updatedAt });

export function toPart(row: ThingRow): BundlePart {
  const { itemType, itemId, kind, title, priceCents, isListed } = row;
  return {
    itemType,
    itemId,
    kind,
    title,
    by: row.sellerName ?? fullNameOf(row),
    price: centsToDecimal(priceCents),
    ...imagesOf(row),
    href: itemType === 'resource' ? `/curriculum/${itemId}` : `/courses/${itemId}`,
    isListed,
  };
}

type CardRow = Pick<BundleRow, 'id' | 'title' | 'priceCents' | 'sellerId' | 'sellerName'>;

export function toCard(row: CardRow, things: readonly ThingRow[]): BundleCard {
  const { id, title, priceCents, sellerId, sellerName } = row;
  const apart = apartCents(things);
  const saving = savingOf(priceCents, apart);
  return {
    id,
    title,
    price: centsToDecimal(priceCents),
    apart: centsToDecimal(apart),
    saving: centsToDecimal(saving.cents),
    savingPercent: saving.percent,
    itemCount: things.length,
    seller: sellerId === null ? null : { id: sellerId, name: sellerName ?? '' },
    covers: things.slice(0, COVERS_SHOWN).map(imagesOf),
  };
}

/** Of several bundles, by the number of each. */
export function byBundle(things: readonly ThingRow[]): (id: number) => ThingRow[] {
  const grouped = Map.groupBy(things, ({ bundleId }) => bundleId);
  return (id) => grouped.get(id) ?? [];
}
