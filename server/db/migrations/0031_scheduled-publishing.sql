ALTER TABLE "course_drafts" ADD COLUMN "publish_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "course_drafts" ADD COLUMN "publish_summary" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "course_drafts" ADD COLUMN "publish_by" integer;--> statement-breakpoint
ALTER TABLE "course_drafts" ADD CONSTRAINT "course_drafts_publish_by_users_id_fk" FOREIGN KEY ("publish_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_drafts_publish_by" ON "course_drafts" USING btree ("publish_by");--> statement-breakpoint
CREATE INDEX "course_drafts_publish_at" ON "course_drafts" USING btree ("publish_at") WHERE publish_at is not null;