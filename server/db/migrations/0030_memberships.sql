CREATE TABLE "sandbox_cards" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"customer_id" text NOT NULL,
	"behavior" text NOT NULL,
	"last_four" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_invoices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "membership_invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"membership_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"price_id" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"amount_cents" bigint NOT NULL,
	"order_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "membership_invoices_kind" CHECK ("membership_invoices"."kind" in ('start', 'renewal', 'change')),
	CONSTRAINT "membership_invoices_state" CHECK ("membership_invoices"."state" in ('open', 'paid', 'void', 'refunded')),
	CONSTRAINT "membership_invoices_amount" CHECK ("membership_invoices"."amount_cents" >= 0 and "membership_invoices"."ends_at" > "membership_invoices"."starts_at"),
	CONSTRAINT "membership_invoices_paid" CHECK ("membership_invoices"."state" not in ('paid', 'refunded') or "membership_invoices"."paid_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "membership_seats" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "membership_seats_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"membership_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "memberships_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"plan_id" integer NOT NULL,
	"price_id" integer,
	"period" text NOT NULL,
	"source" text DEFAULT 'paid' NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"anchor_at" timestamp with time zone NOT NULL,
	"trial_ends_at" timestamp with time zone,
	"card_id" integer,
	"name" text NOT NULL,
	"zip" text,
	"city" text,
	"region" text,
	"country" text,
	"is_canceling" boolean DEFAULT false NOT NULL,
	"cancel_reason" text,
	"next_price_id" integer,
	"paused_until" timestamp with time zone,
	"paused_seconds" integer,
	"retries" smallint DEFAULT 0 NOT NULL,
	"next_action_at" timestamp with time zone,
	"reminded_of" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "memberships_state_known" CHECK ("memberships"."state" in ('incomplete', 'trialing', 'active', 'past_due', 'paused', 'cancelled')),
	CONSTRAINT "memberships_source" CHECK ("memberships"."source" in ('paid', 'gift', 'staff')),
	CONSTRAINT "memberships_period" CHECK ("memberships"."period" in ('month', 'year') and "memberships"."ends_at" >= "memberships"."starts_at"),
	CONSTRAINT "memberships_ended" CHECK (("memberships"."state" = 'cancelled') = ("memberships"."ended_at" is not null)),
	CONSTRAINT "memberships_over" CHECK ("memberships"."state" <> 'cancelled' or "memberships"."next_action_at" is null),
	CONSTRAINT "memberships_paused" CHECK (("memberships"."state" = 'paused') = ("memberships"."paused_until" is not null) and ("memberships"."state" = 'paused') = ("memberships"."paused_seconds" is not null)),
	CONSTRAINT "memberships_price" CHECK ("memberships"."source" <> 'paid' or "memberships"."price_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "gateway_customers" (
	"user_id" integer NOT NULL,
	"gateway" text NOT NULL,
	"customer_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gateway_customers_user_id_gateway_pk" PRIMARY KEY("user_id","gateway"),
	CONSTRAINT "gateway_customers_gateway" CHECK ("gateway_customers"."gateway" in ('sandbox', 'stripe'))
);
--> statement-breakpoint
CREATE TABLE "saved_cards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_cards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"gateway" text NOT NULL,
	"method_id" text NOT NULL,
	"brand" text NOT NULL,
	"last_four" text NOT NULL,
	"exp_month" smallint NOT NULL,
	"exp_year" smallint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "saved_cards_gateway" CHECK ("saved_cards"."gateway" in ('sandbox', 'stripe')),
	CONSTRAINT "saved_cards_last_four" CHECK ("saved_cards"."last_four" ~ '^[0-9]{4}$'),
	CONSTRAINT "saved_cards_expiry" CHECK ("saved_cards"."exp_month" between 1 and 12 and "saved_cards"."exp_year" between 2000 and 2200)
);
--> statement-breakpoint
CREATE TABLE "library_items" (
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "library_items_item_type_item_id_pk" PRIMARY KEY("item_type","item_id"),
	CONSTRAINT "library_items_item_type" CHECK ("library_items"."item_type" in ('resource', 'course'))
);
--> statement-breakpoint
CREATE TABLE "plan_prices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"plan_id" integer NOT NULL,
	"period" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "plan_prices_period" CHECK ("plan_prices"."period" in ('month', 'year')),
	CONSTRAINT "plan_prices_amount" CHECK ("plan_prices"."amount_cents" between 100 and 10000000)
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"audience" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"position" smallint NOT NULL,
	"trial_days" smallint DEFAULT 0 NOT NULL,
	"seats" smallint DEFAULT 1 NOT NULL,
	"resource_discount" smallint DEFAULT 0 NOT NULL,
	"course_discount" smallint DEFAULT 0 NOT NULL,
	"booking_discount" smallint DEFAULT 0 NOT NULL,
	"monthly_downloads" smallint,
	"booking_credit_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plans_state_known" CHECK ("plans"."state" in ('draft', 'published', 'retired')),
	CONSTRAINT "plans_trial" CHECK ("plans"."trial_days" between 0 and 90),
	CONSTRAINT "plans_seats" CHECK ("plans"."seats" between 1 and 500),
	CONSTRAINT "plans_discounts" CHECK ("plans"."resource_discount" between 0 and 100 and "plans"."course_discount" between 0 and 100 and "plans"."booking_discount" between 0 and 100),
	CONSTRAINT "plans_downloads" CHECK ("plans"."monthly_downloads" >= 0),
	CONSTRAINT "plans_credit" CHECK ("plans"."booking_credit_cents" between 0 and 10000000)
);
--> statement-breakpoint
ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_item_type";--> statement-breakpoint
ALTER TABLE "order_parts" DROP CONSTRAINT "order_parts_item_type";--> statement-breakpoint
DROP INDEX "orders_one_pending";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_invoice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "membership_invoices" ADD CONSTRAINT "membership_invoices_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_invoices" ADD CONSTRAINT "membership_invoices_price_id_plan_prices_id_fk" FOREIGN KEY ("price_id") REFERENCES "public"."plan_prices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_invoices" ADD CONSTRAINT "membership_invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_seats" ADD CONSTRAINT "membership_seats_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_seats" ADD CONSTRAINT "membership_seats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_price_id_plan_prices_id_fk" FOREIGN KEY ("price_id") REFERENCES "public"."plan_prices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_card_id_saved_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."saved_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_next_price_id_plan_prices_id_fk" FOREIGN KEY ("next_price_id") REFERENCES "public"."plan_prices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_customers" ADD CONSTRAINT "gateway_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_cards" ADD CONSTRAINT "saved_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_prices" ADD CONSTRAINT "plan_prices_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_cards_key" ON "sandbox_cards" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_invoices_period" ON "membership_invoices" USING btree ("membership_id","starts_at") WHERE kind <> 'change' and state in ('open', 'paid');--> statement-breakpoint
CREATE UNIQUE INDEX "membership_invoices_one_open" ON "membership_invoices" USING btree ("membership_id") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "membership_invoices_order" ON "membership_invoices" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_seats_once" ON "membership_seats" USING btree ("membership_id","user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "membership_seats_user_id" ON "membership_seats" USING btree ("user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_one_live" ON "memberships" USING btree ("user_id") WHERE state in ('incomplete', 'trialing', 'active', 'past_due', 'paused');--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_one_trial" ON "memberships" USING btree ("user_id") WHERE trial_ends_at is not null;--> statement-breakpoint
CREATE INDEX "memberships_due" ON "memberships" USING btree ("next_action_at") WHERE next_action_at is not null;--> statement-breakpoint
CREATE INDEX "memberships_user_id" ON "memberships" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "memberships_plan_id" ON "memberships" USING btree ("plan_id","state");--> statement-breakpoint
CREATE INDEX "memberships_state" ON "memberships" USING btree ("state","id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_cards_method" ON "saved_cards" USING btree ("gateway","method_id");--> statement-breakpoint
CREATE INDEX "saved_cards_user_id" ON "saved_cards" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_prices_current" ON "plan_prices" USING btree ("plan_id","period") WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "plan_prices_plan_id" ON "plan_prices" USING btree ("plan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plans_name" ON "plans" USING btree (lower(name)) WHERE state <> 'retired';--> statement-breakpoint
CREATE INDEX "entitlements_membership" ON "entitlements" USING btree ("cause_ref") WHERE cause = 'membership';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_pending" ON "orders" USING btree ("user_id") WHERE state = 'pending' and not is_invoice;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_item_type" CHECK ("order_lines"."item_type" in ('resource', 'course', 'bundle', 'booking', 'membership'));--> statement-breakpoint
ALTER TABLE "order_parts" ADD CONSTRAINT "order_parts_item_type" CHECK ("order_parts"."item_type" in ('resource', 'course', 'booking', 'membership'));