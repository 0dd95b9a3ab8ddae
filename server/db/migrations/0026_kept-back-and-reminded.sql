CREATE TABLE "cart_reminders" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"is_wanted" boolean DEFAULT true NOT NULL,
	"off_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"reminded_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "cart_items" ADD COLUMN "touched_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Nobody is reminded of a cart they left long ago.
UPDATE "cart_items" SET "touched_at" = "created_at";--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "held_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "off_url" text;--> statement-breakpoint
ALTER TABLE "cart_reminders" ADD CONSTRAINT "cart_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cart_reminders_off_key" ON "cart_reminders" USING btree ("off_key");--> statement-breakpoint
CREATE INDEX "cart_items_touched_at" ON "cart_items" USING btree ("touched_at");