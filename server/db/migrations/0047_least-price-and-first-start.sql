CREATE TABLE "starter_categories" (
	"kind" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bundles" DROP CONSTRAINT "bundles_price";--> statement-breakpoint
ALTER TABLE "courses" DROP CONSTRAINT "courses_price";--> statement-breakpoint
ALTER TABLE "session_types" DROP CONSTRAINT "session_types_price";--> statement-breakpoint
ALTER TABLE "resources" DROP CONSTRAINT "resources_price";--> statement-breakpoint
-- No card can be charged less than 50 cents, so nothing at such a price could really be sold: the price is raised to the
-- least that can. Checking new rows only (NOT VALID) would refuse every later change of these, even a counted view.
UPDATE "bundles" SET price_cents = 50 WHERE price_cents < 50;--> statement-breakpoint
UPDATE "courses" SET price_cents = 50 WHERE price_cents BETWEEN 1 AND 49;--> statement-breakpoint
UPDATE "session_types" SET price_cents = 50 WHERE price_cents BETWEEN 1 AND 49;--> statement-breakpoint
UPDATE "resources" SET price_cents = 50 WHERE price_cents BETWEEN 1 AND 49;--> statement-breakpoint
UPDATE "resource_drafts" SET fields = fields || '{"priceCents": 50}'
WHERE (fields ->> 'priceCents')::int BETWEEN 1 AND 49;--> statement-breakpoint
UPDATE "course_drafts" SET settings = jsonb_set(settings, '{fields,price}', '"0.50"')
WHERE (settings -> 'fields' ->> 'price')::numeric > 0 AND (settings -> 'fields' ->> 'price')::numeric < 0.5;--> statement-breakpoint
-- The catalogue's counters are kept by triggers that wait for the end; a table can't change while they do.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "saved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "backed_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_price" CHECK ("bundles"."price_cents" between 50 and 10000000);--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_price" CHECK ("courses"."price_cents" = 0 or "courses"."price_cents" between 50 and 10000000);--> statement-breakpoint
ALTER TABLE "session_types" ADD CONSTRAINT "session_types_price" CHECK ("session_types"."price_cents" = 0 or "session_types"."price_cents" between 50 and 10000000);--> statement-breakpoint
ALTER TABLE "resources" ADD CONSTRAINT "resources_price" CHECK ("resources"."price_cents" = 0 or "resources"."price_cents" between 50 and 10000000);--> statement-breakpoint
-- Categories a site has are its own: only kinds without any get the starter categories.
INSERT INTO "starter_categories" SELECT DISTINCT kind FROM "categories";--> statement-breakpoint
UPDATE "settings" SET saved_at = (SELECT max(created_at) FROM "audit_log" WHERE action = 'settings.update');
