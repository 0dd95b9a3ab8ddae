ALTER TABLE "uploads" DROP CONSTRAINT "uploads_purpose";--> statement-breakpoint
CREATE INDEX "credit_files_sha256" ON "credit_files" USING btree ("sha256");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_purpose" CHECK ("uploads"."purpose" in ('resource-file', 'cover', 'banner', 'course-file', 'submission', 'credit-evidence'));