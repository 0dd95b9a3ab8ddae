ALTER TABLE "resource_downloads" DROP CONSTRAINT "resource_downloads_resource_id_user_id_day_pk";--> statement-breakpoint
ALTER TABLE "licence_stamps" DROP CONSTRAINT "licence_stamps_file_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "entitlements" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "resource_downloads" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "licence_stamps" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "resource_downloads" ADD COLUMN "order_id" integer;--> statement-breakpoint
ALTER TABLE "licence_stamps" ADD COLUMN "order_id" integer;--> statement-breakpoint
ALTER TABLE "resource_downloads" ADD CONSTRAINT "resource_downloads_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_stamps" ADD CONSTRAINT "licence_stamps_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "entitlements_order_line_once" ON "entitlements" USING btree ("cause_ref","item_type","item_id") WHERE cause = 'order_line' and cause_ref <> '';--> statement-breakpoint
CREATE INDEX "resource_downloads_order_id" ON "resource_downloads" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "licence_stamps_order_id" ON "licence_stamps" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "resource_downloads" ADD CONSTRAINT "resource_downloads_once_a_day" UNIQUE NULLS NOT DISTINCT("resource_id","user_id","order_id","day");--> statement-breakpoint
ALTER TABLE "licence_stamps" ADD CONSTRAINT "licence_stamps_one_copy" UNIQUE NULLS NOT DISTINCT("file_id","user_id","order_id");--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_holder" CHECK ("entitlements"."user_id" is not null or ("entitlements"."cause" = 'order_line' and "entitlements"."cause_ref" <> ''));--> statement-breakpoint
ALTER TABLE "resource_downloads" ADD CONSTRAINT "resource_downloads_holder" CHECK (num_nonnulls("resource_downloads"."user_id", "resource_downloads"."order_id") = 1);--> statement-breakpoint
ALTER TABLE "licence_stamps" ADD CONSTRAINT "licence_stamps_holder" CHECK (num_nonnulls("licence_stamps"."user_id", "licence_stamps"."order_id") = 1);
--> statement-breakpoint
-- Guests who paid before this: their orders' keys open the files too, unless the line was refunded or is disputed.
INSERT INTO "entitlements" ("user_id", "item_type", "item_id", "cause", "cause_ref", "state", "created_at")
SELECT null, p."item_type", p."item_id", 'order_line', p."line_id"::text,
  CASE WHEN l."is_live" AND NOT EXISTS (
    SELECT 1 FROM "disputes" d WHERE d."order_id" = o."id" AND d."state" IN ('open', 'under_review'))
  THEN 'active' ELSE 'revoked' END, o."paid_at"
FROM "orders" o
JOIN "order_lines" l ON l."order_id" = o."id"
JOIN "order_parts" p ON p."line_id" = l."id"
WHERE o."user_id" IS NULL AND o."paid_at" IS NOT NULL AND o."state" IN ('paid', 'partially_refunded', 'refunded')
ON CONFLICT DO NOTHING;
