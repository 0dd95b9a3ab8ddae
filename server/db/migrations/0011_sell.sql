CREATE TABLE "resource_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "resource_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"resource_id" integer NOT NULL,
	"actor_id" integer,
	"kind" text NOT NULL,
	"reason" text,
	"details" jsonb DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "resource_events_kind" CHECK ("resource_events"."kind" in ('created', 'submitted', 'withdrawn', 'approved', 'rejected', 'changes_requested', 'archived', 'restored', 'featured', 'unfeatured', 'price_changed', 'version_published', 'taken_down', 'put_back'))
);
--> statement-breakpoint
CREATE TABLE "resource_versions" (
	"resource_id" integer NOT NULL,
	"number" integer NOT NULL,
	"note" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "resource_versions_resource_id_number_pk" PRIMARY KEY("resource_id","number"),
	CONSTRAINT "resource_versions_number" CHECK ("resource_versions"."number" > 1)
);
--> statement-breakpoint
CREATE TABLE "resource_views" (
	"resource_id" integer NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "resource_views_resource_id_day_pk" PRIMARY KEY("resource_id","day"),
	CONSTRAINT "resource_views_views" CHECK ("resource_views"."views" > 0)
);
--> statement-breakpoint
CREATE TABLE "store_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "store_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"seller_id" integer NOT NULL,
	"author_id" integer,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dance_styles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dance_styles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"code" smallint NOT NULL,
	"position" integer NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "dance_styles_name_form" CHECK ("dance_styles"."name" = btrim("dance_styles"."name") and length("dance_styles"."name") between 2 and 40),
	CONSTRAINT "dance_styles_code_known" CHECK ("dance_styles"."code" = 8 or "dance_styles"."code" between 9 and 22 or "dance_styles"."code" in (30, 36, 41) or "dance_styles"."code" between 57 and 63)
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"state" text DEFAULT 'sending' NOT NULL,
	"refused_reason" text,
	"content_type" text,
	"storage_key" text,
	"sha256" text,
	"pages" integer,
	"seconds" integer,
	"created_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "uploads_purpose" CHECK ("uploads"."purpose" in ('resource-file', 'cover', 'banner')),
	CONSTRAINT "uploads_state" CHECK ("uploads"."state" in ('sending', 'checking', 'ready', 'refused', 'used')),
	CONSTRAINT "uploads_bytes" CHECK ("uploads"."bytes" > 0),
	CONSTRAINT "uploads_refused" CHECK (("uploads"."state" = 'refused') = ("uploads"."refused_reason" is not null)),
	CONSTRAINT "uploads_ready" CHECK ("uploads"."state" <> 'ready' or ("uploads"."storage_key" is not null and "uploads"."sha256" is not null and "uploads"."content_type" is not null))
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_styles_known";--> statement-breakpoint
ALTER TABLE "courses" DROP CONSTRAINT "courses_style";--> statement-breakpoint
ALTER TABLE "resources" DROP CONSTRAINT "resources_style";--> statement-breakpoint
ALTER TABLE "rights_notices" DROP CONSTRAINT "rights_notices_state";--> statement-breakpoint
DROP INDEX "resource_files_position";--> statement-breakpoint
DROP INDEX "resource_files_storage_key";--> statement-breakpoint
DROP INDEX "rights_notices_state";--> statement-breakpoint
ALTER TABLE "resource_files" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "resource_files" ADD COLUMN "is_previewed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "resource_files" ADD COLUMN "preview_state" text DEFAULT 'waiting' NOT NULL;--> statement-breakpoint
ALTER TABLE "resource_files" ADD COLUMN "preview_problem" text;--> statement-breakpoint
ALTER TABLE "resources" ADD COLUMN "cover_key" text;--> statement-breakpoint
ALTER TABLE "resources" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "resources" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "resources" ADD COLUMN "submitted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "resources" ADD COLUMN "is_changed_since_review" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "resources" ADD COLUMN "taken_down_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "rights_notices" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
UPDATE "rights_notices" SET due_at = created_at + interval '3 days';--> statement-breakpoint
ALTER TABLE "rights_notices" ALTER COLUMN "due_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "rights_notices" ADD COLUMN "decided_by" integer;--> statement-breakpoint
ALTER TABLE "rights_notices" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "rights_notices" ADD COLUMN "decision_reason" text;--> statement-breakpoint
ALTER TABLE "rights_notices" ADD COLUMN "counter_body" text;--> statement-breakpoint
ALTER TABLE "rights_notices" ADD COLUMN "countered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "rights_notices" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
UPDATE "rights_notices" SET state = 'dismissed', decided_at = created_at, closed_at = created_at WHERE state = 'closed';--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "banner_key" text;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "vacation_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
ALTER TABLE "resource_events" ADD CONSTRAINT "resource_events_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_events" ADD CONSTRAINT "resource_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_versions" ADD CONSTRAINT "resource_versions_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_views" ADD CONSTRAINT "resource_views_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_notes" ADD CONSTRAINT "store_notes_seller_id_stores_user_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."stores"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_notes" ADD CONSTRAINT "store_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resource_events_resource_id" ON "resource_events" USING btree ("resource_id","id");--> statement-breakpoint
CREATE INDEX "resource_events_actor_id" ON "resource_events" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "store_notes_seller_id" ON "store_notes" USING btree ("seller_id","id");--> statement-breakpoint
CREATE INDEX "store_notes_author_id" ON "store_notes" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dance_styles_name" ON "dance_styles" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "dance_styles_name_key" ON "dance_styles" USING btree (lower(name));--> statement-breakpoint
CREATE UNIQUE INDEX "dance_styles_code" ON "dance_styles" USING btree ("code");--> statement-breakpoint
INSERT INTO "dance_styles" (name, code, position)
SELECT name, 8 + at, at FROM unnest(array['Ballet', 'Contemporary', 'Hip Hop', 'Jazz', 'Tap', 'Ballroom', 'Latin', 'Folk', 'Modern', 'Swing', 'Breakdance', 'Other']) WITH ORDINALITY AS given(name, at);
--> statement-breakpoint
CREATE INDEX "uploads_user_id" ON "uploads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_touched_at" ON "uploads" USING btree ("touched_at");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_storage_key" ON "uploads" USING btree ("storage_key");--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_dance_style_dance_styles_name_fk" FOREIGN KEY ("dance_style") REFERENCES "public"."dance_styles"("name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "resources" ADD CONSTRAINT "resources_dance_style_dance_styles_name_fk" FOREIGN KEY ("dance_style") REFERENCES "public"."dance_styles"("name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "rights_notices" ADD CONSTRAINT "rights_notices_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resources_queue" ON "resources" USING btree ("submitted_at","id") WHERE state = 'in_review';--> statement-breakpoint
CREATE INDEX "resources_changed_since_review" ON "resources" USING btree ("updated_at","id") WHERE is_changed_since_review;--> statement-breakpoint
CREATE INDEX "resources_dance_style" ON "resources" USING btree ("dance_style");--> statement-breakpoint
CREATE INDEX "rights_notices_resource_id" ON "rights_notices" USING btree ("resource_id");--> statement-breakpoint
CREATE UNIQUE INDEX "resource_files_position" ON "resource_files" USING btree ("resource_id","version","position");--> statement-breakpoint
CREATE INDEX "resource_files_storage_key" ON "resource_files" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "rights_notices_state" ON "rights_notices" USING btree ("state","due_at");--> statement-breakpoint
ALTER TABLE "resource_files" ADD CONSTRAINT "resource_files_preview_state" CHECK ("resource_files"."preview_state" in ('waiting', 'made', 'none', 'failed'));--> statement-breakpoint
ALTER TABLE "resource_files" ADD CONSTRAINT "resource_files_preview_problem" CHECK (("resource_files"."preview_state" = 'failed') = ("resource_files"."preview_problem" is not null));--> statement-breakpoint
ALTER TABLE "resources" ADD CONSTRAINT "resources_not_published_while_down" CHECK ("resources"."taken_down_at" is null or "resources"."state" <> 'published');--> statement-breakpoint
ALTER TABLE "rights_notices" ADD CONSTRAINT "rights_notices_decided" CHECK (("rights_notices"."state" = 'open') = ("rights_notices"."decided_at" is null));--> statement-breakpoint
ALTER TABLE "rights_notices" ADD CONSTRAINT "rights_notices_countered" CHECK ("rights_notices"."state" <> 'countered' or "rights_notices"."counter_body" is not null);--> statement-breakpoint
ALTER TABLE "rights_notices" ADD CONSTRAINT "rights_notices_state" CHECK ("rights_notices"."state" in ('open', 'dismissed', 'upheld', 'countered', 'put_back', 'kept_down'));--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_suspended_reason" CHECK ("stores"."state" = 'suspended' or "stores"."suspended_reason" is null);
--> statement-breakpoint
-- Files that were there before have had their previews made.
UPDATE "resource_files" SET preview_state = 'made';
--> statement-breakpoint
-- A style's number is in its row now: twenty-five numbers no other choice uses (resource-choices.ts has the same).
CREATE OR REPLACE FUNCTION resource_codes(r resources) RETURNS integer[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select array_remove(
    array[
      array_position(array['document', 'audio', 'video', 'image', 'text', 'spreadsheet', 'other'], r.type),
      (select code::int from dance_styles where name = r.dance_style),
      30 + array_position(array['Beginner', 'Intermediate', 'Advanced', 'Professional', 'Mixed Levels'], r.level),
      37 + width_bucket(r.price_cents, array[1, 1500, 4001]),
      42 + case when r.rating_count = 0 then 0 else 1 + width_bucket(r.rating_sum::numeric / r.rating_count, array[3, 4, 4.5]) end,
      47 + width_bucket(r.bpm::int, array[70, 100, 130]),
      51 + array_position(array['2/4', '3/4', '4/4', '6/8', '12/8'], r.metre),
      64 + r.category_id
    ] || case when 'All Ages' = any(r.age_groups) then array[23, 24, 25, 26, 27, 28, 29] else array(
      select distinct 22 + array_position(array['All Ages', 'Toddler (2-4)', 'Children (5-8)', 'Pre-Teen (9-12)', 'Teen (13-17)', 'Adult (18+)', 'Senior (55+)'], age)
      from unnest(r.age_groups) age
    ) end,
    null
  )
$$;
