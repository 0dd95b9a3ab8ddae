CREATE TABLE "resource_drafts" (
	"resource_id" integer PRIMARY KEY NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"fields" jsonb DEFAULT '{}' NOT NULL,
	"is_cover_changed" boolean DEFAULT false NOT NULL,
	"cover_key" text,
	"discarded_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "resource_drafts_fields" CHECK (jsonb_typeof("resource_drafts"."fields") = 'object'),
	CONSTRAINT "resource_drafts_cover" CHECK ("resource_drafts"."cover_key" is null or "resource_drafts"."is_cover_changed")
);
--> statement-breakpoint
ALTER TABLE "resource_events" DROP CONSTRAINT "resource_events_kind";--> statement-breakpoint
ALTER TABLE "resource_drafts" ADD CONSTRAINT "resource_drafts_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resource_drafts_cover_key" ON "resource_drafts" USING btree ("cover_key");--> statement-breakpoint
ALTER TABLE "resource_events" ADD CONSTRAINT "resource_events_kind" CHECK ("resource_events"."kind" in ('created', 'submitted', 'withdrawn', 'approved', 'rejected', 'changes_requested', 'archived', 'restored', 'featured', 'unfeatured', 'price_changed', 'changes_published', 'version_published', 'taken_down', 'put_back', 'seen'));