CREATE TABLE "coupon_items" (
	"coupon_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	CONSTRAINT "coupon_items_coupon_id_item_type_item_id_pk" PRIMARY KEY("coupon_id","item_type","item_id"),
	CONSTRAINT "coupon_items_type" CHECK ("coupon_items"."item_type" in ('resource', 'course', 'bundle'))
);
--> statement-breakpoint
CREATE TABLE "coupon_sellers" (
	"coupon_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	CONSTRAINT "coupon_sellers_coupon_id_seller_id_pk" PRIMARY KEY("coupon_id","seller_id")
);
--> statement-breakpoint
CREATE TABLE "coupon_uses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_uses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"coupon_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"person" text NOT NULL,
	"turn" integer NOT NULL,
	"is_first_order" boolean NOT NULL,
	"discount_cents" bigint NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "coupon_uses_state" CHECK ("coupon_uses"."state" in ('held', 'used', 'freed')),
	CONSTRAINT "coupon_uses_discount" CHECK ("coupon_uses"."discount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"seller_id" integer,
	"kind" text NOT NULL,
	"percent" integer,
	"amount_cents" bigint,
	"kinds" text[] DEFAULT '{}' NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"max_uses" integer,
	"max_per_person" integer,
	"minimum_cents" bigint DEFAULT 0 NOT NULL,
	"is_first_order_only" boolean DEFAULT false NOT NULL,
	"use_count" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "coupons_code_form" CHECK ("coupons"."code" ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$'),
	CONSTRAINT "coupons_kind" CHECK ("coupons"."kind" in ('percent', 'fixed')),
	CONSTRAINT "coupons_worth" CHECK (case when "coupons"."kind" = 'percent' then "coupons"."percent" between 1 and 100 and "coupons"."amount_cents" is null else "coupons"."amount_cents" > 0 and "coupons"."percent" is null end),
	CONSTRAINT "coupons_dates" CHECK ("coupons"."starts_at" is null or "coupons"."ends_at" is null or "coupons"."starts_at" < "coupons"."ends_at"),
	CONSTRAINT "coupons_limits" CHECK ("coupons"."max_uses" >= 1 and "coupons"."max_per_person" between 1 and 1000),
	CONSTRAINT "coupons_minimum" CHECK ("coupons"."minimum_cents" >= 0),
	CONSTRAINT "coupons_uses" CHECK ("coupons"."use_count" >= 0 and "coupons"."use_count" <= coalesce("coupons"."max_uses", "coupons"."use_count"))
);
--> statement-breakpoint
CREATE TABLE "ledger_days" (
	"day" date NOT NULL,
	"account" text NOT NULL,
	"seller_id" integer NOT NULL,
	"kind" text NOT NULL,
	"currency" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"entry_count" integer NOT NULL,
	CONSTRAINT "ledger_days_account_seller_id_day_kind_currency_pk" PRIMARY KEY("account","seller_id","day","kind","currency")
);
--> statement-breakpoint
CREATE TABLE "ledger_unrolled" (
	"transaction_id" integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "earnings" (
	"part_id" integer PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"share_cents" bigint NOT NULL,
	"returned_cents" bigint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"available_at" timestamp with time zone NOT NULL,
	"payout_id" integer,
	"held_reason" text,
	"held_at" timestamp with time zone,
	CONSTRAINT "earnings_state" CHECK ("earnings"."state" in ('waiting', 'held', 'processing', 'paid')),
	CONSTRAINT "earnings_share" CHECK ("earnings"."share_cents" > 0 and "earnings"."returned_cents" between 0 and "earnings"."share_cents"),
	CONSTRAINT "earnings_held" CHECK (("earnings"."state" = 'held') = ("earnings"."held_reason" is not null)),
	CONSTRAINT "earnings_held_at" CHECK (("earnings"."held_reason" is null) = ("earnings"."held_at" is null)),
	CONSTRAINT "earnings_paid" CHECK (("earnings"."state" in ('processing', 'paid')) = ("earnings"."payout_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"user_id" integer NOT NULL,
	"gateway" text NOT NULL,
	"gateway_id" text NOT NULL,
	"state" text DEFAULT 'started' NOT NULL,
	"needs" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_accounts_user_id_gateway_pk" PRIMARY KEY("user_id","gateway"),
	CONSTRAINT "payout_accounts_state" CHECK ("payout_accounts"."state" in ('started', 'restricted', 'ready')),
	CONSTRAINT "payout_accounts_gateway_known" CHECK ("payout_accounts"."gateway" in ('sandbox', 'stripe'))
);
--> statement-breakpoint
CREATE TABLE "payout_reversals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_reversals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payout_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"cause" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"gateway_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payout_reversals_state" CHECK ("payout_reversals"."state" in ('requested', 'succeeded', 'failed')),
	CONSTRAINT "payout_reversals_amount" CHECK ("payout_reversals"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "payout_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"started_by" integer,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"payout_count" integer DEFAULT 0 NOT NULL,
	"amount_cents" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"offset_cents" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"state" text DEFAULT 'processing' NOT NULL,
	"gateway" text NOT NULL,
	"account_id" text NOT NULL,
	"gateway_id" text,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payouts_state" CHECK ("payouts"."state" in ('processing', 'paid', 'failed')),
	CONSTRAINT "payouts_gateway_known" CHECK ("payouts"."gateway" in ('sandbox', 'stripe')),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount_cents" > 0 and "payouts"."offset_cents" >= 0),
	CONSTRAINT "payouts_paid" CHECK ("payouts"."state" <> 'paid' or "payouts"."gateway_id" is not null),
	CONSTRAINT "payouts_ended" CHECK (("payouts"."state" = 'processing') = ("payouts"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "dispute_parts" (
	"dispute_id" integer NOT NULL,
	"part_id" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"share_cents" bigint NOT NULL,
	CONSTRAINT "dispute_parts_dispute_id_part_id_pk" PRIMARY KEY("dispute_id","part_id"),
	CONSTRAINT "dispute_parts_amount" CHECK ("dispute_parts"."amount_cents" > 0 and "dispute_parts"."tax_cents" >= 0 and "dispute_parts"."share_cents" >= 0 and "dispute_parts"."tax_cents" + "dispute_parts"."share_cents" <= "dispute_parts"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"payment_id" integer NOT NULL,
	"gateway" text NOT NULL,
	"gateway_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"answer_by" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disputes_state" CHECK ("disputes"."state" in ('open', 'under_review', 'won', 'lost')),
	CONSTRAINT "disputes_gateway_known" CHECK ("disputes"."gateway" in ('sandbox', 'stripe')),
	CONSTRAINT "disputes_amount" CHECK ("disputes"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "refund_parts" (
	"refund_id" integer NOT NULL,
	"part_id" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"share_cents" bigint NOT NULL,
	CONSTRAINT "refund_parts_refund_id_part_id_pk" PRIMARY KEY("refund_id","part_id"),
	CONSTRAINT "refund_parts_amount" CHECK ("refund_parts"."amount_cents" > 0 and "refund_parts"."tax_cents" >= 0 and "refund_parts"."share_cents" >= 0 and "refund_parts"."tax_cents" + "refund_parts"."share_cents" <= "refund_parts"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"line_id" integer,
	"reason" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"answer" text,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"refund_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refund_requests_state" CHECK ("refund_requests"."state" in ('asked', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "refund_requests_decided" CHECK (("refund_requests"."state" = 'asked') = ("refund_requests"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sandbox_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"email" text NOT NULL,
	"state" text NOT NULL,
	"balance_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_accounts_state" CHECK ("sandbox_accounts"."state" in ('started', 'restricted', 'ready')),
	CONSTRAINT "sandbox_accounts_balance" CHECK ("sandbox_accounts"."balance_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_disputes_state" CHECK ("sandbox_disputes"."state" in ('needs_response', 'under_review', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_reversals" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"transfer_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"account_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reversed_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_transfers_reversed" CHECK ("sandbox_transfers"."reversed_cents" between 0 and "sandbox_transfers"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "seats" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seats_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"line_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"state" text DEFAULT 'free' NOT NULL,
	"email" text,
	"key_hash" "bytea",
	"invited_at" timestamp with time zone,
	"holder_id" integer,
	"held_at" timestamp with time zone,
	"tenure" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "seats_state" CHECK ("seats"."state" in ('free', 'invited', 'held')),
	CONSTRAINT "seats_second_on" CHECK ("seats"."position" >= 2),
	CONSTRAINT "seats_invited" CHECK (("seats"."state" = 'free') = ("seats"."email" is null)),
	CONSTRAINT "seats_key_when_invited" CHECK (("seats"."state" = 'invited') = ("seats"."key_hash" is not null)),
	CONSTRAINT "seats_held" CHECK (("seats"."state" = 'held') = ("seats"."holder_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "order_parts" DROP CONSTRAINT "order_parts_fee";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account_known";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind";--> statement-breakpoint
ALTER TABLE "ledger_transactions" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "discount_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_parts" ADD COLUMN "discount_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_parts" ADD COLUMN "tax_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_parts" ADD COLUMN "returned_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "coupon_code" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "kind" text DEFAULT 'undo' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "line_id" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "decided_by" integer;--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "fee_points" integer;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "payout_held_reason" text;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "payout_held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "platform_fee_points" integer DEFAULT 1500 NOT NULL;--> statement-breakpoint
ALTER TABLE "coupon_items" ADD CONSTRAINT "coupon_items_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_sellers" ADD CONSTRAINT "coupon_sellers_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_sellers" ADD CONSTRAINT "coupon_sellers_seller_id_stores_user_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."stores"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_seller_id_stores_user_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."stores"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_unrolled" ADD CONSTRAINT "ledger_unrolled_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_part_id_order_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."order_parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_reversals" ADD CONSTRAINT "payout_reversals_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_reversals" ADD CONSTRAINT "payout_reversals_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD CONSTRAINT "payout_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_parts" ADD CONSTRAINT "dispute_parts_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_parts" ADD CONSTRAINT "dispute_parts_part_id_order_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."order_parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_parts" ADD CONSTRAINT "refund_parts_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_parts" ADD CONSTRAINT "refund_parts_part_id_order_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."order_parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_disputes" ADD CONSTRAINT "sandbox_disputes_payment_id_sandbox_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."sandbox_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_reversals" ADD CONSTRAINT "sandbox_reversals_transfer_id_sandbox_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."sandbox_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_transfers" ADD CONSTRAINT "sandbox_transfers_account_id_sandbox_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sandbox_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_holder_id_users_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_sellers_seller_id" ON "coupon_sellers" USING btree ("seller_id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_uses_order" ON "coupon_uses" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_uses_turn" ON "coupon_uses" USING btree ("coupon_id","person","turn") WHERE turn > 0 and state <> 'freed';--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_uses_first_order" ON "coupon_uses" USING btree ("person") WHERE is_first_order and state <> 'freed';--> statement-breakpoint
CREATE INDEX "coupon_uses_coupon_id" ON "coupon_uses" USING btree ("coupon_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code" ON "coupons" USING btree (lower(code));--> statement-breakpoint
CREATE INDEX "coupons_seller_id" ON "coupons" USING btree ("seller_id");--> statement-breakpoint
CREATE INDEX "coupons_created_by" ON "coupons" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "ledger_days_day" ON "ledger_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "earnings_order_id" ON "earnings" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "earnings_seller_id" ON "earnings" USING btree ("seller_id","part_id");--> statement-breakpoint
CREATE INDEX "earnings_open" ON "earnings" USING btree ("seller_id","available_at") WHERE state in ('waiting', 'held');--> statement-breakpoint
CREATE INDEX "earnings_payout_id" ON "earnings" USING btree ("payout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_gateway_id" ON "payout_accounts" USING btree ("gateway","gateway_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_reversals_cause" ON "payout_reversals" USING btree ("payout_id","cause");--> statement-breakpoint
CREATE INDEX "payout_reversals_seller_id" ON "payout_reversals" USING btree ("seller_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_one_processing" ON "payouts" USING btree ("seller_id") WHERE state = 'processing';--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_gateway_id" ON "payouts" USING btree ("gateway","gateway_id");--> statement-breakpoint
CREATE INDEX "payouts_seller_id" ON "payouts" USING btree ("seller_id","id");--> statement-breakpoint
CREATE INDEX "payouts_run_id" ON "payouts" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "dispute_parts_part_id" ON "dispute_parts" USING btree ("part_id");--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_gateway_id" ON "disputes" USING btree ("gateway","gateway_id");--> statement-breakpoint
CREATE INDEX "disputes_order_id" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_payment_id" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("created_at") WHERE state in ('open', 'under_review');--> statement-breakpoint
CREATE INDEX "refund_parts_part_id" ON "refund_parts" USING btree ("part_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_one_open" ON "refund_requests" USING btree ("order_id",coalesce(line_id, 0)) WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "refund_requests_order_id" ON "refund_requests" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refund_requests_line_id" ON "refund_requests" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "refund_requests_open" ON "refund_requests" USING btree ("created_at") WHERE state = 'asked';--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_refund_id" ON "refund_requests" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refund_requests_decided_by" ON "refund_requests" USING btree ("decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_accounts_key" ON "sandbox_accounts" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_disputes_payment_id" ON "sandbox_disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_reversals_key" ON "sandbox_reversals" USING btree ("idempotency_key");--> statement-breakpoint
CREATE INDEX "sandbox_reversals_transfer_id" ON "sandbox_reversals" USING btree ("transfer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_transfers_key" ON "sandbox_transfers" USING btree ("idempotency_key");--> statement-breakpoint
CREATE INDEX "sandbox_transfers_account_id" ON "sandbox_transfers" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "seats_position" ON "seats" USING btree ("line_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "seats_key" ON "seats" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "seats_holder" ON "seats" USING btree ("line_id","holder_id");--> statement-breakpoint
CREATE UNIQUE INDEX "seats_email" ON "seats" USING btree ("line_id",lower(email));--> statement-breakpoint
CREATE INDEX "seats_holder_id" ON "seats" USING btree ("holder_id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_payment_id" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_line_id" ON "refunds" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "refunds_decided_by" ON "refunds" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "refunds_requested" ON "refunds" USING btree ("id") WHERE state = 'requested';--> statement-breakpoint
CREATE INDEX "ledger_transactions_created_at" ON "ledger_transactions" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_discount" CHECK ("order_lines"."discount_cents" between 0 and "order_lines"."amount_cents" and "order_lines"."tax_cents" >= 0);--> statement-breakpoint
ALTER TABLE "order_parts" ADD CONSTRAINT "order_parts_discount" CHECK ("order_parts"."discount_cents" >= 0 and "order_parts"."tax_cents" >= 0);--> statement-breakpoint
ALTER TABLE "order_parts" ADD CONSTRAINT "order_parts_returned" CHECK ("order_parts"."returned_cents" between 0 and "order_parts"."amount_cents" - "order_parts"."discount_cents" + "order_parts"."tax_cents");--> statement-breakpoint
ALTER TABLE "order_parts" ADD CONSTRAINT "order_parts_fee" CHECK ("order_parts"."fee_cents" between 0 and "order_parts"."amount_cents" - "order_parts"."discount_cents");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_kind_known" CHECK ("refunds"."kind" in ('whole', 'line', 'amount', 'outside', 'undo'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_line" CHECK ("refunds"."kind" <> 'line' or "refunds"."line_id" is not null);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_known" CHECK ("ledger_entries"."account" in ('gateway', 'platform_revenue', 'seller_payable', 'buyer_payable', 'tax_payable', 'disputed', 'in_transit'));--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind" CHECK ("ledger_transactions"."kind" in ('sale', 'refund', 'refund_failed', 'dispute', 'payout', 'payout_paid', 'payout_failed', 'reversal'));--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_fee" CHECK ("stores"."fee_points" between 0 and 10000);--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_payout_held" CHECK (("stores"."payout_held_reason" is null) = ("stores"."payout_held_at" is null));--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_fee" CHECK ("settings"."platform_fee_points" between 0 and 10000);--> statement-breakpoint
-- An order is the sum of its lines, a line the sum of its parts: prices, what a coupon takes off, tax.
CREATE OR REPLACE FUNCTION order_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if not exists (
    select 1 from order_lines where order_id = new.id
    having sum(amount_cents) = new.subtotal_cents and sum(discount_cents) = new.discount_cents
      and sum(tax_cents) = new.tax_cents
  ) or exists (
    select 1 from order_lines l left join order_parts p on p.line_id = l.id where l.order_id = new.id
    group by l.id having l.amount_cents <> coalesce(sum(p.amount_cents), -1)
      or l.discount_cents <> sum(p.discount_cents) or l.tax_cents <> sum(p.tax_cents)
  ) then
    raise exception 'order % does not add up', new.id
      using errcode = 'check_violation', constraint = 'order_adds_up';
  end if;
  return null;
end $$;
--> statement-breakpoint
DROP TRIGGER order_adds_up ON orders;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER order_adds_up AFTER INSERT OR UPDATE OF subtotal_cents, discount_cents, tax_cents ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION order_adds_up();
--> statement-breakpoint
DROP TRIGGER order_lines_price_stays ON order_lines;
--> statement-breakpoint
CREATE TRIGGER order_lines_price_stays
  BEFORE UPDATE OF unit_price_cents, quantity, owned_cents, amount_cents, discount_cents, tax_cents ON order_lines
  FOR EACH STATEMENT EXECUTE FUNCTION order_price_stays();
--> statement-breakpoint
DROP TRIGGER order_parts_price_stays ON order_parts;
--> statement-breakpoint
CREATE TRIGGER order_parts_price_stays
  BEFORE UPDATE OF amount_cents, discount_cents, tax_cents, fee_cents ON order_parts
  FOR EACH STATEMENT EXECUTE FUNCTION order_price_stays();
--> statement-breakpoint
-- What went back of a part is what refunds and lost disputes say, no cent more or less; the seller's share of it too.
CREATE FUNCTION part_returns_add_up(part integer) RETURNS void LANGUAGE plpgsql AS $$
declare
  returned record;
begin
  select coalesce(sum(amount_cents), 0) as amount, coalesce(sum(share_cents), 0) as share into returned from (
    select rp.amount_cents, rp.share_cents from refund_parts rp join refunds r on r.id = rp.refund_id
    where rp.part_id = part and r.state <> 'failed'
    union all
    select amount_cents, share_cents from dispute_parts where part_id = part
  ) back;
  if returned.amount <> (select returned_cents from order_parts where id = part)
  or returned.share <> coalesce((select returned_cents from earnings where part_id = part), 0) then
    raise exception 'what went back of part % does not add up', part
      using errcode = 'check_violation', constraint = 'part_returns_add_up';
  end if;
end $$;
--> statement-breakpoint
CREATE FUNCTION check_part_returns() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform part_returns_add_up(coalesce(new.part_id, old.part_id));
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION check_own_returns() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform part_returns_add_up(new.id);
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION check_refund_returns() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform part_returns_add_up(part_id) from refund_parts where refund_id = new.id;
  if new.kind <> 'undo'
  and new.amount_cents <> (select coalesce(sum(amount_cents), 0) from refund_parts where refund_id = new.id) then
    raise exception 'refund % is not the sum of its parts', new.id
      using errcode = 'check_violation', constraint = 'refund_adds_up';
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER refund_parts_add_up AFTER INSERT OR UPDATE OR DELETE ON refund_parts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_part_returns();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER dispute_parts_add_up AFTER INSERT OR UPDATE OR DELETE ON dispute_parts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_part_returns();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER earnings_returns_add_up AFTER UPDATE OF returned_cents ON earnings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_part_returns();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER order_parts_returns_add_up AFTER UPDATE OF returned_cents ON order_parts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_own_returns();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER refunds_add_up AFTER INSERT OR UPDATE OF state, amount_cents ON refunds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_refund_returns();
--> statement-breakpoint
-- Each transaction of the ledger waits to be summed up by day.
CREATE FUNCTION ledger_waits_for_rolling() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into ledger_unrolled (transaction_id) values (new.id);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER ledger_waits_for_rolling AFTER INSERT ON ledger_transactions
  FOR EACH ROW EXECUTE FUNCTION ledger_waits_for_rolling();
--> statement-breakpoint
INSERT INTO ledger_unrolled (transaction_id) SELECT id FROM ledger_transactions;
--> statement-breakpoint
-- What the house owes a seller now: the days that are summed up, and what came since.
CREATE FUNCTION seller_owed(seller integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  select -(
    coalesce((select sum(amount_cents) from ledger_days where account = 'seller_payable' and seller_id = seller), 0)
    + coalesce((
      select sum(e.amount_cents) from ledger_unrolled u join ledger_entries e on e.transaction_id = u.transaction_id
      where e.account = 'seller_payable' and e.seller_id = seller
    ), 0)
  )::bigint
$$;
--> statement-breakpoint
-- A payout is what its earnings bring, whose windows have closed; and nobody is paid more than they are owed.
CREATE FUNCTION payout_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if not exists (
    select 1 from earnings where payout_id = new.id
    having sum(share_cents - returned_cents) = new.amount_cents + new.offset_cents
      and max(available_at) <= new.created_at
  ) or seller_owed(new.seller_id) < 0 then
    raise exception 'payout % is more than is due', new.id
      using errcode = 'check_violation', constraint = 'payout_is_due';
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payout_is_due AFTER INSERT ON payouts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payout_is_due();
--> statement-breakpoint
-- No more seats than were paid for.
CREATE FUNCTION seat_was_paid() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.position > (select quantity from order_lines where id = new.line_id) then
    raise exception 'line % has no seat %', new.line_id, new.position
      using errcode = 'check_violation', constraint = 'seat_was_paid';
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER seat_was_paid AFTER INSERT OR UPDATE OF line_id, position ON seats
  FOR EACH ROW EXECUTE FUNCTION seat_was_paid();
--> statement-breakpoint
-- Orders paid before this had neither.
INSERT INTO earnings (part_id, order_id, seller_id, share_cents, available_at)
SELECT p.id, p.order_id, p.seller_id, p.amount_cents - p.fee_cents, o.paid_at + interval '7 days'
FROM order_parts p JOIN orders o ON o.id = p.order_id
WHERE p.seller_id IS NOT NULL AND p.amount_cents > p.fee_cents AND o.state = 'paid';
--> statement-breakpoint
INSERT INTO seats (line_id, position)
SELECT l.id, n FROM order_lines l, generate_series(2, l.quantity) n WHERE l.is_live AND l.quantity > 1;
