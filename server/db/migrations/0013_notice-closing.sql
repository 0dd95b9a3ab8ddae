ALTER TABLE "rights_notices" ADD COLUMN "closed_by" integer;--> statement-breakpoint
ALTER TABLE "rights_notices" ADD COLUMN "close_reason" text;--> statement-breakpoint
ALTER TABLE "rights_notices" ADD CONSTRAINT "rights_notices_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;