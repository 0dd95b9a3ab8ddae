CREATE TABLE "membership_gifts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "membership_gifts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1000000000 CACHE 1),
	"state" text DEFAULT 'pending' NOT NULL,
	"code" text NOT NULL,
	"price_id" integer NOT NULL,
	"order_id" integer,
	"buyer_id" integer NOT NULL,
	"from_name" text NOT NULL,
	"recipient_name" text NOT NULL,
	"recipient_email" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"send_on" date NOT NULL,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"redeemed_at" timestamp with time zone,
	"invoice_id" integer,
	CONSTRAINT "membership_gifts_state" CHECK ("membership_gifts"."state" in ('pending', 'ready', 'redeemed', 'refunded')),
	CONSTRAINT "membership_gifts_redeemed" CHECK (("membership_gifts"."redeemed_at" is null) = ("membership_gifts"."invoice_id" is null) and ("membership_gifts"."state" <> 'redeemed' or "membership_gifts"."invoice_id" is not null)
        and ("membership_gifts"."state" not in ('pending', 'ready') or "membership_gifts"."invoice_id" is null))
);
--> statement-breakpoint
ALTER TABLE "membership_invoices" DROP CONSTRAINT "membership_invoices_kind";--> statement-breakpoint
ALTER TABLE "membership_gifts" ADD CONSTRAINT "membership_gifts_price_id_plan_prices_id_fk" FOREIGN KEY ("price_id") REFERENCES "public"."plan_prices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_gifts" ADD CONSTRAINT "membership_gifts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_gifts" ADD CONSTRAINT "membership_gifts_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_gifts" ADD CONSTRAINT "membership_gifts_invoice_id_membership_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."membership_invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_gifts_code" ON "membership_gifts" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_gifts_order" ON "membership_gifts" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_gifts_invoice" ON "membership_gifts" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "membership_gifts_buyer" ON "membership_gifts" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "membership_gifts_to_send" ON "membership_gifts" USING btree ("send_on") WHERE state = 'ready' and sent_at is null;--> statement-breakpoint
ALTER TABLE "membership_invoices" ADD CONSTRAINT "membership_invoices_kind" CHECK ("membership_invoices"."kind" in ('start', 'renewal', 'change', 'gift'));