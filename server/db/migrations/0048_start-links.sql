CREATE TABLE "start_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "start_links" ADD CONSTRAINT "start_links_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "start_links_order_id" ON "start_links" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "start_links_email" ON "start_links" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "start_links_expires_at" ON "start_links" USING btree ("expires_at");