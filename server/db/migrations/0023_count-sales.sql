ALTER TABLE "orders" ADD COLUMN "is_counted" boolean;--> statement-breakpoint
CREATE INDEX "orders_to_count" ON "orders" USING btree ("id") WHERE is_counted = false;