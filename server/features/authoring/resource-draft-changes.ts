// A published resource as its seller sees it: what is on sale, with the unpublished changes on top.
import type { DbOrTx } from '#server/db/client.ts';
import type { DraftFields } from '#server/db/schema/resource-draft.ts';
import {
  changedCover,
  changedFields,
  changedFiles,
  isNewVersion,
  type ComparedFields,
  type ResourceChange,
} from '#shared/features/authoring/changes.rules.ts';
import { UNTITLED } from '#shared/features/authoring/authoring.rules.ts';
import { isOnceSold } from '#shared/features/resource/resource.states.ts';
import { centsToDecimal } from '#shared/money.ts';
import { findCategoryNames, findDraft, listComparedFiles, type DraftRow } from './resource-draft.queries.ts';
import type { OwnRow } from './own-resources.queries.ts';

export type Unpublished = {
  /** What counts the changes: of two tabs, the one that is behind is told. */
  revision: number;
  /** Null: nothing is changed, or what was changed is discarded. */
  draft: DraftRow | null;
  /** What is on sale, with the draft on top. */
  row: OwnRow;
};

/** For a resource that was never on sale, the resource itself: its fields are the draft. */
export async function readUnpublished(db: DbOrTx, live: OwnRow): Promise<Unpublished> {
  if (!isOnceSold(live)) return { revision: live.revision, draft: null, row: live };
  const found = await findDraft(db, { resourceId: live.id });
  const draft = found?.discardedAt ? null : found;
  const cover = draft?.isCoverChanged ? { coverKey: draft.coverKey } : {};
  return { revision: found?.revision ?? 0, draft, row: { ...live, ...draft?.fields, ...cover } };
}

export type Difference = { changes: ResourceChange[]; isNewVersion: boolean; hasFiles: boolean };

/** Everything that publishing would change, before and after. */
export async function compareWithLive(db: DbOrTx, live: OwnRow, { row }: Unpublished): Promise<Difference> {
  if (!isOnceSold(live)) return { changes: [], isNewVersion: false, hasFiles: false };
  const versions = [live.version, live.version + 1];
  const ids = [live.categoryId, row.categoryId].filter((id) => id !== null);
  const [files, names] = await Promise.all([
    listComparedFiles(db, { resourceId: live.id, versions }),
    findCategoryNames(db, { ids }),
  ]);
  const [onSale = [], next = []] = versions.map((version) =>
    files.filter((file) => file.version === version),
  );
  const hasFiles = next.length > 0;
  const changes = [
    ...changedFields(comparedFields(live, names), comparedFields(row, names)),
    ...(hasFiles ? [changedFiles(onSale, next)] : []),
    changedCover(live.coverKey, row.coverKey),
  ].filter((change) => change !== null);
  return { changes: filesThird(changes), hasFiles, isNewVersion: hasFiles && isNewVersion(onSale, next) };
}

/** Title, price, files: what a buyer notices comes before the rest. */
function filesThird(changes: ResourceChange[]): ResourceChange[] {
  const places = ['title', 'price', 'files', 'cover'];
  const placeOf = ({ field }: ResourceChange) =>
    (places.indexOf(field) + places.length + 1) % (places.length + 1);
  return changes.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function comparedFields(row: OwnRow, categoryNames: ReadonlyMap<number, string>): ComparedFields {
  const { title, priceCents, categoryId, ...others } = row;
  return {
    ...others,
    title: title === UNTITLED ? '' : title,
    price: centsToDecimal(priceCents),
    category: categoryId === null ? null : (categoryNames.get(categoryId) ?? 'One that is gone'),
  };
}

/** Fields that are typed back to what is on sale are no change. */
export function onlyChanged(live: OwnRow, fields: DraftFields): DraftFields {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const entries = Object.entries(fields) as [keyof DraftFields, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => !isSame(value, live[name])));
}
