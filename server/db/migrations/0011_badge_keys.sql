ALTER TABLE "badge_keys" ALTER COLUMN "private_key" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "badge_keys_signing" ON "badge_keys" USING btree (("retired_at" is null)) WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "certificates_revoked" ON "certificates" USING btree ("id") WHERE revoked_at is not null;--> statement-breakpoint
ALTER TABLE "badge_keys" DROP COLUMN "public_key";--> statement-breakpoint
ALTER TABLE "badge_keys" ADD CONSTRAINT "badge_keys_retired" CHECK (("badge_keys"."retired_at" is null) = ("badge_keys"."private_key" is not null));