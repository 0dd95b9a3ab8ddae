// Resources, their files, previews, versions, history, downloads and views.
import { sql } from '#server/db/drizzle.ts';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { bytea, id, isPrice, oneOf, timestamptz } from '#server/db/columns.ts';
import { type Licence, LICENCES, type Metre, METRES } from '#shared/features/resource/resource.rules.ts';
import {
  RESOURCE_EVENT_KINDS,
  RESOURCE_STATES,
  type ResourceEventKind,
  type ResourceState,
} from '#shared/features/resource/resource.states.ts';
import {
  AGE_GROUPS,
  type AgeGroup,
  type Level,
  LEVELS,
  RESOURCE_TYPES,
  type ResourceType,
} from '#shared/vocabulary.ts';
import { nullableUserId, users } from './platform-user.ts';
import { categories } from './category.ts';
import { orders } from './order.ts';
import { sellers } from './seller.ts';
import { danceStyles } from './style.ts';

export const resources = pgTable(
  'resources',
  {
    id: id(),
    sellerId: integer()
      .notNull()
      .references(() => sellers.userId),
    categoryId: integer().references(() => categories.id),
    title: text().notNull(),
    description: text().notNull().default(''),
    type: text().$type<ResourceType>().notNull(),
    danceStyle: text()
      .notNull()
      .references(() => danceStyles.name, { onUpdate: 'cascade' }),
    ageGroups: text().array().$type<AgeGroup[]>().notNull(),
    level: text().$type<Level>().notNull(),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    priceCents: integer().notNull(),
    currency: text().notNull().default('USD'),
    licence: text().$type<Licence>().notNull().default('single_teacher'),
    /** The seller's own picture; without one a cover is drawn. */
    coverKey: text(),
    /** For music only. */
    bpm: smallint(),
    metre: text().$type<Metre>(),
    state: text().$type<ResourceState>().notNull().default('draft'),
    /** Counts the seller's changes, to detect conflicting edits. */
    revision: integer().notNull().default(0),
    /** The published version of its files; a higher one is being prepared (see resourceFiles). */
    version: integer().notNull().default(1),
    /** When it was last submitted; the review queue's order. */
    submittedAt: timestamptz(),
    /** Changed by the seller after publication and not reviewed since. */
    isChangedSinceReview: boolean().notNull().default(false),
    /** Set while a rights notice blocks it: it can't be published. */
    takenDownAt: timestamptz(),
    /** Why it was rejected or what has to change, as shown to the seller. */
    stateReason: text(),
    /** Published by an approved, active seller: visible to everyone. Maintained by triggers. */
    isListed: boolean().notNull().default(false),
    isFeatured: boolean().notNull().default(false),
    /** Maintained by a trigger on reviews, which keeps them exact under concurrency. */
    ratingSum: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
    rating: numeric({ precision: 3, scale: 2, mode: 'number' }).generatedAlwaysAs(
      sql`case when rating_count = 0 then null else round(rating_sum::numeric / rating_count, 2) end`,
    ),
    salesCount: integer().notNull().default(0),
    downloadCount: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
    /** When it was first listed. */
    publishedAt: timestamptz(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    index('resources_seller_id').on(t.sellerId, t.state),
    index('resources_category_id').on(t.categoryId),
    // Few are featured, so the home page finds them quickly in any catalogue.
    index('resources_featured')
      .on(t.publishedAt, t.id)
      .where(sql`is_featured and is_listed`),
    // The order of the staff list.
    index('resources_changed').on(t.updatedAt, t.id),
    // The same per state, and counts per state.
    index('resources_state_changed').on(t.state, t.updatedAt, t.id),
    index('resources_title_alike').using('gin', sql`lower(${t.title}) gin_trgm_ops`),
    check('resources_type', sql`${t.type} in (${oneOf(RESOURCE_TYPES)})`),
    check(
      'resources_ages',
      sql`${t.ageGroups} <@ array[${oneOf(AGE_GROUPS)}] and cardinality(${t.ageGroups}) > 0`,
    ),
    check('resources_level', sql`${t.level} in (${oneOf(LEVELS)})`),
    check('resources_state', sql`${t.state} in (${oneOf(RESOURCE_STATES)})`),
    check('resources_licence', sql`${t.licence} in (${oneOf(LICENCES)})`),
    check('resources_metre', sql`${t.metre} in (${oneOf(METRES)})`),
    check('resources_bpm', sql`${t.bpm} between 20 and 300`),
    check('resources_price', isPrice(t.priceCents)),
    check('resources_rating', sql`${t.ratingSum} between ${t.ratingCount} and ${t.ratingCount} * 5`),
    // The review queue, oldest first, and resources changed since their review.
    index('resources_queue')
      .on(t.submittedAt, t.id)
      .where(sql`state = 'in_review'`),
    index('resources_changed_since_review')
      .on(t.updatedAt, t.id)
      .where(sql`is_changed_since_review`),
    index('resources_dance_style').on(t.danceStyle),
    check('resources_not_published_while_down', sql`${t.takenDownAt} is null or ${t.state} <> 'published'`),
    check('resources_listed_is_published', sql`not ${t.isListed} or ${t.state} = 'published'`),
  ],
);

/** waiting for the job → made, none (nothing to show, or the seller disabled it), or failed. */
export const PREVIEW_STATES = ['waiting', 'made', 'none', 'failed'] as const;

export type PreviewState = (typeof PREVIEW_STATES)[number];

export const resourceId = () =>
  integer()
    .notNull()
    .references(() => resources.id, { onDelete: 'cascade' });

/** What the buyer gets: in private storage, reachable only with an entitlement. */
export const resourceFiles = pgTable(
  'resource_files',
  {
    id: id(),
    resourceId: resourceId(),
    /** Buyers get the resource's current version; a higher one is being prepared. */
    version: integer().notNull().default(1),
    position: smallint().notNull(),
    /** The download's file name. */
    name: text().notNull(),
    /** The seller's description: “Ten weekly lesson plans”. */
    label: text().notNull().default(''),
    storageKey: text().notNull(),
    contentType: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    /** For documents and media. */
    pages: integer(),
    seconds: integer(),
    /** The seller allows a preview. */
    isPreviewed: boolean().notNull().default(true),
    previewState: text().$type<PreviewState>().notNull().default('waiting'),
    /** Why there is no preview and what to do, as shown to the seller. */
    previewProblem: text(),
  },
  (t) => [
    uniqueIndex('resource_files_position').on(t.resourceId, t.version, t.position),
    // Not unique: a duplicated resource has the same files.
    index('resource_files_storage_key').on(t.storageKey),
    check('resource_files_preview_state', sql`${t.previewState} in (${oneOf(PREVIEW_STATES)})`),
    check(
      'resource_files_preview_problem',
      sql`(${t.previewState} = 'failed') = (${t.previewProblem} is not null)`,
    ),
    check('resource_files_bytes', sql`${t.bytes} > 0`),
  ],
);

export const PREVIEW_KINDS = ['page', 'image', 'audio', 'video', 'text'] as const;

export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/** What anyone can see before buying: first pages as images, a clip, an excerpt. Created from the files by a job. */
export const resourcePreviews = pgTable(
  'resource_previews',
  {
    id: id(),
    resourceId: resourceId(),
    position: smallint().notNull(),
    kind: text().$type<PreviewKind>().notNull(),
    /** Null for an excerpt, which is in `text`. */
    storageKey: text(),
    contentType: text(),
    /** For images and videos. */
    width: integer(),
    height: integer(),
    /** For clips; `peaks` is the loudness over time, 0 to 100. */
    seconds: integer(),
    peaks: jsonb().$type<number[]>(),
    text: text(),
  },
  (t) => [
    uniqueIndex('resource_previews_position').on(t.resourceId, t.position),
    check('resource_previews_kind', sql`${t.kind} in (${oneOf(PREVIEW_KINDS)})`),
    check('resource_previews_content', sql`(${t.kind} = 'text') = (${t.storageKey} is null)`),
  ],
);

/** One row per user and day, so repeated downloads count once. */
export const resourceDownloads = pgTable(
  'resource_downloads',
  {
    resourceId: resourceId(),
    /** Who downloaded it: a user, or a guest with an order's key. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    orderId: integer().references(() => orders.id),
    day: date({ mode: 'string' }).notNull(),
  },
  (t) => [
    unique('resource_downloads_once_a_day').on(t.resourceId, t.userId, t.orderId, t.day).nullsNotDistinct(),
    index('resource_downloads_order_id').on(t.orderId),
    check('resource_downloads_holder', sql`num_nonnulls(${t.userId}, ${t.orderId}) = 1`),
    index('resource_downloads_user_id').on(t.userId),
  ],
);

/** A resource's history for its seller and officers. Append-only. */
export const resourceEvents = pgTable(
  'resource_events',
  {
    id: id(),
    resourceId: resourceId(),
    /** Null: automatic, or a deleted account. */
    actorId: nullableUserId(),
    kind: text().$type<ResourceEventKind>().notNull(),
    reason: text(),
    /** For price changes: `from` and `to` in cents; for versions: the number. */
    details: jsonb()
      .$type<Record<string, unknown>>()
      .notNull()
      .default(sql`'{}'`),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    index('resource_events_resource_id').on(t.resourceId, t.id),
    index('resource_events_actor_id').on(t.actorId),
    check('resource_events_kind', sql`${t.kind} in (${oneOf(RESOURCE_EVENT_KINDS)})`),
  ],
);

/** Versions published after the first, with the seller's note. */
export const resourceVersions = pgTable(
  'resource_versions',
  {
    resourceId: resourceId(),
    number: integer().notNull(),
    note: text().notNull(),
    publishedAt: timestamptz().notNull(),
    /** Owners are emailed in order of user id; everyone up to this id has been notified. */
    notifiedUpTo: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.resourceId, t.number] }),
    check('resource_versions_number', sql`${t.number} > 1`),
  ],
);

/** Visitors per day. */
export const resourceViews = pgTable(
  'resource_views',
  {
    resourceId: resourceId(),
    day: date({ mode: 'string' }).notNull(),
    views: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.resourceId, t.day] }), check('resource_views_views', sql`${t.views} > 0`)],
);

/** Makes visitors' hashes unreadable: the salt is deleted after the day. */
export const viewSalts = pgTable('view_salts', {
  day: date({ mode: 'string' }).primaryKey(),
  salt: text().notNull(),
});

/** Who has been counted today, hashed with the day's salt; deleted the next day. */
export const resourceViewers = pgTable(
  'resource_viewers',
  {
    resourceId: resourceId(),
    day: date({ mode: 'string' }).notNull(),
    viewer: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.resourceId, t.day, t.viewer] }), index('resource_viewers_day').on(t.day)],
);

/** Stored so that the ranges of one download match; created again on request after it was removed. */
export const licenceStamps = pgTable(
  'licence_stamps',
  {
    fileId: integer()
      .notNull()
      .references(() => resourceFiles.id, { onDelete: 'cascade' }),
    /** The copy's owner: a user, or a guest's order. */
    userId: integer().references(() => users.id),
    orderId: integer().references(() => orders.id),
    /** Hash of text, document and layout; if it differs, the stamp is created again. */
    mark: text().notNull(),
    /** Appended to the document; null: it couldn't be stamped and is sent unchanged. */
    tail: bytea(),
    tailBytes: integer().notNull().default(0),
    /** Why it couldn't be stamped, for staff. */
    refusal: text(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    unique('licence_stamps_one_copy').on(t.fileId, t.userId, t.orderId).nullsNotDistinct(),
    index('licence_stamps_order_id').on(t.orderId),
    check('licence_stamps_holder', sql`num_nonnulls(${t.userId}, ${t.orderId}) = 1`),
    check('licence_stamps_tail', sql`(${t.tail} is null) = (${t.refusal} is not null)`),
    check('licence_stamps_bytes', sql`${t.tailBytes} = coalesce(length(${t.tail}), 0)`),
  ],
);
