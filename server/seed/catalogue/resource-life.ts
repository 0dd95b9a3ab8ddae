// What has happened to each resource of the demo school, as its seller and officers read it; the new versions of two of
// them that the demo member has; and one that its seller has changed without publishing that yet.
import type { resourceDrafts } from '#server/db/schema/resource-draft.ts';
import type { resourceEvents, resources, resourceVersions } from '#server/db/schema/resource.ts';
import type { ResourceEventKind } from '#shared/features/resource/resource.states.ts';
import { DAY_MS } from '../seed-moment.ts';

/** Days ago; the member has had both for longer. */
const NEW_VERSIONS: readonly { title: string; ago: number; note: string }[] = [
  {
    title: 'Cypher games for the first ten minutes',
    ago: 26,
    note: 'Game four has a second page: what to do when the circle is larger than twelve. Two counts on page three were wrong and are right now.',
  },
  {
    title: 'Shuffle drills you can post on the wall',
    ago: 9,
    note: 'Larger letters, so that the back row can read it too.',
  },
];

const DRAFT = {
  title: 'Graded class syllabus tracker',
  fields: { title: 'Graded class syllabus tracker, with the new grade 3', priceCents: 1700 },
  hoursAgo: 5,
};

type Row = typeof resources.$inferInsert;
type Event = typeof resourceEvents.$inferInsert;
type Placed = { resourceId: (title: string) => number; officerId: number };

const versionOf = ({ title }: Row) => NEW_VERSIONS.find((version) => version.title === title);

/** Files of two have been changed since; what is not a draft has been sent to the officers. */
export function withReview(row: Row, lastMoved: Date): Row {
  const { state, createdAt } = row;
  const midway = new Date((createdAt.getTime() + lastMoved.getTime()) / 2);
  const submittedAt = state === 'draft' ? null : state === 'in_review' ? lastMoved : midway;
  return { ...row, submittedAt, version: versionOf(row) ? 2 : 1 };
}

const DECISIONS: Readonly<Record<string, ResourceEventKind>> = {
  published: 'approved',
  archived: 'approved',
  rejected: 'rejected',
  changes_requested: 'changes_requested',
};

export function resourceLife(rows: readonly Row[], { resourceId, officerId }: Placed, now: Date) {
  const events: Event[] = [];
  const versions: (typeof resourceVersions.$inferInsert)[] = [];
  for (const row of rows) {
    const id = resourceId(row.title);
    const add = (kind: ResourceEventKind, createdAt: Date, more: Partial<Event> = {}) =>
      events.push({ resourceId: id, actorId: row.sellerId, kind, createdAt, ...more });
    add('created', row.createdAt);
    if (row.submittedAt) add('submitted', row.submittedAt);
    const decision = DECISIONS[row.state ?? ''];
    if (decision && row.submittedAt) {
      const reason = decision === 'approved' ? null : row.stateReason;
      // Officers answer within a day.
      const at = row.publishedAt ?? new Date(row.submittedAt.getTime() + DAY_MS / 2);
      add(decision, at, { actorId: officerId, reason });
    }
    if (row.state === 'archived') add('archived', row.updatedAt);
    const version = versionOf(row);
    if (version) {
      const publishedAt = new Date(now.getTime() - version.ago * DAY_MS);
      versions.push({ resourceId: id, number: 2, note: version.note, publishedAt });
      add('version_published', publishedAt, { reason: version.note, details: { number: 2 } });
    }
  }
  const drafts: (typeof resourceDrafts.$inferInsert)[] = [
    {
      resourceId: resourceId(DRAFT.title),
      fields: DRAFT.fields,
      updatedAt: new Date(now.getTime() - (DRAFT.hoursAgo * DAY_MS) / 24),
    },
  ];
  return { events, versions, drafts };
}
