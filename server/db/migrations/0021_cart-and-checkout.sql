CREATE TABLE "bundle_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bundle_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"bundle_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"resource_id" integer,
	"course_id" integer,
	CONSTRAINT "bundle_items_one_thing" CHECK (num_nonnulls("bundle_items"."resource_id", "bundle_items"."course_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "bundles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bundles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"seller_id" integer,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price_cents" integer NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"sales_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bundles_state_known" CHECK ("bundles"."state" in ('draft', 'published', 'archived')),
	CONSTRAINT "bundles_price" CHECK ("bundles"."price_cents" between 1 and 10000000)
);
--> statement-breakpoint
CREATE TABLE "cart_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cart_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"seen_price_cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_items_item_type" CHECK ("cart_items"."item_type" in ('resource', 'course', 'bundle')),
	CONSTRAINT "cart_items_quantity" CHECK ("cart_items"."quantity" between 1 and 9999)
);
--> statement-breakpoint
CREATE TABLE "cart_merges" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"merged" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_merges_user_id_key_pk" PRIMARY KEY("user_id","key"),
	CONSTRAINT "cart_merges_key" CHECK (length("cart_merges"."key") between 8 and 100)
);
--> statement-breakpoint
CREATE TABLE "enrolments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enrolments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "enrolments_state_known" CHECK ("enrolments"."state" in ('active', 'suspended', 'completed', 'ended'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" smallint,
	"answer" jsonb,
	"order_id" integer,
	"claimed_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "order_keys" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"seller_name" text NOT NULL,
	"unit_price_cents" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"owned_cents" bigint DEFAULT 0 NOT NULL,
	"amount_cents" bigint NOT NULL,
	"buyer" text NOT NULL,
	"is_live" boolean DEFAULT false NOT NULL,
	CONSTRAINT "order_lines_item_type" CHECK ("order_lines"."item_type" in ('resource', 'course', 'bundle')),
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" between 1 and 9999),
	CONSTRAINT "order_lines_amount" CHECK ("order_lines"."amount_cents" = "order_lines"."unit_price_cents" * "order_lines"."quantity" - "order_lines"."owned_cents" and "order_lines"."amount_cents" >= 0 and "order_lines"."owned_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_parts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_parts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"line_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"title" text NOT NULL,
	"seller_id" integer,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	CONSTRAINT "order_parts_item_type" CHECK ("order_parts"."item_type" in ('resource', 'course')),
	CONSTRAINT "order_parts_fee" CHECK ("order_parts"."fee_cents" between 0 and "order_parts"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" text GENERATED ALWAYS AS ('RV-' || lpad(id::text, greatest(6, length(id::text)), '0')) STORED NOT NULL,
	"user_id" integer,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"zip" text,
	"city" text,
	"region" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"discount_cents" bigint DEFAULT 0 NOT NULL,
	"tax_cents" bigint DEFAULT 0 NOT NULL,
	"total_cents" bigint NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"is_from_cart" boolean NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "orders_state_known" CHECK ("orders"."state" in ('pending', 'paid', 'partially_refunded', 'refunded', 'failed', 'cancelled', 'expired')),
	CONSTRAINT "orders_total" CHECK ("orders"."total_cents" = "orders"."subtotal_cents" - "orders"."discount_cents" + "orders"."tax_cents" and "orders"."total_cents" >= 0),
	CONSTRAINT "orders_discount" CHECK ("orders"."discount_cents" between 0 and "orders"."subtotal_cents"),
	CONSTRAINT "orders_refunded" CHECK ("orders"."refunded_cents" between 0 and "orders"."total_cents"),
	CONSTRAINT "orders_paid" CHECK ("orders"."state" not in ('paid', 'partially_refunded') or "orders"."paid_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_problems" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_problems_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"gateway" text NOT NULL,
	"gateway_id" text NOT NULL,
	"payment_id" integer,
	"detail" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" integer,
	"resolution" text,
	CONSTRAINT "payment_problems_kind" CHECK ("payment_problems"."kind" in ('wrong_amount', 'wrong_currency', 'unknown_payment', 'refund_failed')),
	CONSTRAINT "payment_problems_resolved" CHECK (("payment_problems"."resolved_at" is null) = ("payment_problems"."resolution" is null))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"gateway" text NOT NULL,
	"gateway_id" text,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('open', 'requires_action', 'processing', 'succeeded', 'cancelled', 'set_aside')),
	CONSTRAINT "payments_gateway_known" CHECK ("payments"."gateway" in ('sandbox', 'stripe')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" > 0),
	CONSTRAINT "payments_succeeded_at_gateway" CHECK ("payments"."state" <> 'succeeded' or "payments"."gateway_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"payment_id" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"gateway_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "refunds_state_known" CHECK ("refunds"."state" in ('requested', 'succeeded', 'failed')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"gateway" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"gateway_id" text NOT NULL,
	"amount_cents" bigint,
	"currency" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "webhook_events_gateway_event_id_pk" PRIMARY KEY("gateway","event_id"),
	CONSTRAINT "webhook_events_state" CHECK ("webhook_events"."state" in ('waiting', 'done', 'set_aside'))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"transaction_id" integer NOT NULL,
	"account" text NOT NULL,
	"seller_id" integer,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "ledger_entries_account_known" CHECK ("ledger_entries"."account" in ('gateway', 'platform_revenue', 'seller_payable', 'buyer_payable')),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount_cents" <> 0),
	CONSTRAINT "ledger_entries_whose" CHECK (("ledger_entries"."account" = 'seller_payable') = ("ledger_entries"."seller_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"order_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_transactions_kind" CHECK ("ledger_transactions"."kind" in ('sale', 'refund'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_charges" (
	"idempotency_key" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"outcome" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"client_secret" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"last_four" text,
	"decline_code" text,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_payments_state" CHECK ("sandbox_payments"."state" in ('requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled')),
	CONSTRAINT "sandbox_payments_refunded" CHECK ("sandbox_payments"."refunded_cents" between 0 and "sandbox_payments"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"payment_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_secrets" (
	"id" integer PRIMARY KEY NOT NULL,
	"webhook_secret" text NOT NULL,
	CONSTRAINT "sandbox_secrets_one" CHECK ("sandbox_secrets"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_seller_id_stores_user_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."stores"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_merges" ADD CONSTRAINT "cart_merges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_keys" ADD CONSTRAINT "order_keys_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_parts" ADD CONSTRAINT "order_parts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_parts" ADD CONSTRAINT "order_parts_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_parts" ADD CONSTRAINT "order_parts_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_problems" ADD CONSTRAINT "payment_problems_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_problems" ADD CONSTRAINT "payment_problems_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_charges" ADD CONSTRAINT "sandbox_charges_payment_id_sandbox_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."sandbox_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_payment_id_sandbox_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."sandbox_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bundle_items_position" ON "bundle_items" USING btree ("bundle_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "bundle_items_resource" ON "bundle_items" USING btree ("bundle_id","resource_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bundle_items_course" ON "bundle_items" USING btree ("bundle_id","course_id");--> statement-breakpoint
CREATE INDEX "bundle_items_resource_id" ON "bundle_items" USING btree ("resource_id");--> statement-breakpoint
CREATE INDEX "bundle_items_course_id" ON "bundle_items" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "bundles_seller_id" ON "bundles" USING btree ("seller_id","state");--> statement-breakpoint
CREATE INDEX "bundles_state" ON "bundles" USING btree ("state","published_at");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_items_one_line" ON "cart_items" USING btree ("user_id","item_type","item_id");--> statement-breakpoint
CREATE INDEX "cart_items_item" ON "cart_items" USING btree ("item_type","item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "enrolments_once" ON "enrolments" USING btree ("user_id","course_id");--> statement-breakpoint
CREATE INDEX "enrolments_course_id" ON "enrolments" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_order_id" ON "idempotency_keys" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_keys_order_id" ON "order_keys" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_item" ON "order_lines" USING btree ("order_id","item_type","item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_bought_once" ON "order_lines" USING btree ("buyer","item_type","item_id") WHERE is_live;--> statement-breakpoint
CREATE UNIQUE INDEX "order_parts_item" ON "order_parts" USING btree ("line_id","item_type","item_id");--> statement-breakpoint
CREATE INDEX "order_parts_order_id" ON "order_parts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_parts_seller_id" ON "order_parts" USING btree ("seller_id","id");--> statement-breakpoint
CREATE INDEX "order_parts_sold" ON "order_parts" USING btree ("item_type","item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_pending" ON "orders" USING btree ("user_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "orders_user_id" ON "orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "orders_guest_email" ON "orders" USING btree (lower(email)) WHERE user_id is null;--> statement-breakpoint
CREATE INDEX "orders_to_expire" ON "orders" USING btree ("expires_at") WHERE state = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_problems_once" ON "payment_problems" USING btree ("gateway","gateway_id","kind");--> statement-breakpoint
CREATE INDEX "payment_problems_open" ON "payment_problems" USING btree ("created_at") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "payment_problems_payment_id" ON "payment_problems" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_gateway_id" ON "payments" USING btree ("gateway","gateway_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_live" ON "payments" USING btree ("order_id") WHERE state in ('open', 'requires_action', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_succeeded" ON "payments" USING btree ("order_id") WHERE state = 'succeeded';--> statement-breakpoint
CREATE INDEX "payments_to_check" ON "payments" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "refunds_order_id" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_gateway_id" ON "refunds" USING btree ("gateway_id");--> statement-breakpoint
CREATE INDEX "webhook_events_gateway_id" ON "webhook_events" USING btree ("gateway","gateway_id");--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("received_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "ledger_entries_transaction_id" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account","seller_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transactions_cause" ON "ledger_transactions" USING btree ("cause");--> statement-breakpoint
CREATE INDEX "ledger_transactions_order_id" ON "ledger_transactions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "sandbox_charges_payment_id" ON "sandbox_charges" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "sandbox_events_waiting" ON "sandbox_events" USING btree ("created_at") WHERE delivered_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_payments_key" ON "sandbox_payments" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_refunds_key" ON "sandbox_refunds" USING btree ("idempotency_key");--> statement-breakpoint
CREATE INDEX "sandbox_refunds_payment_id" ON "sandbox_refunds" USING btree ("payment_id");--> statement-breakpoint
-- Every transaction of the ledger sums to zero in each currency, and has two sides at least. Looked at when the
-- database transaction ends, because its entries come one after the other.
CREATE FUNCTION ledger_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if exists (
    select 1 from ledger_entries where transaction_id = new.transaction_id
    group by currency having sum(amount_cents) <> 0 or count(*) < 2
  ) then
    raise exception 'ledger transaction % does not sum to zero', new.transaction_id
      using errcode = 'check_violation', constraint = 'ledger_sums_to_zero';
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_sums_to_zero AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_sums_to_zero();
--> statement-breakpoint
CREATE FUNCTION only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception '% is only ever added to', tg_table_name
    using errcode = 'check_violation', constraint = 'only_added_to';
end $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION only_added_to();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION only_added_to();
--> statement-breakpoint
-- An order is the sum of its lines, a line the sum of its parts.
CREATE FUNCTION order_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.subtotal_cents <> (select coalesce(sum(amount_cents), -1) from order_lines where order_id = new.id)
  or exists (
    select 1 from order_lines l where l.order_id = new.id and l.amount_cents <>
      (select coalesce(sum(p.amount_cents), -1) from order_parts p where p.line_id = l.id)
  ) then
    raise exception 'order % does not add up', new.id
      using errcode = 'check_violation', constraint = 'order_adds_up';
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER order_adds_up AFTER INSERT OR UPDATE OF subtotal_cents ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION order_adds_up();
--> statement-breakpoint
-- What was promised at the moment of ordering stays as it was, whatever the catalogue does.
CREATE FUNCTION order_price_stays() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'the price of an order does not change'
    using errcode = 'check_violation', constraint = 'order_price_stays';
end $$;
--> statement-breakpoint
CREATE TRIGGER order_lines_price_stays BEFORE UPDATE OF unit_price_cents, quantity, owned_cents, amount_cents ON order_lines
  FOR EACH STATEMENT EXECUTE FUNCTION order_price_stays();
--> statement-breakpoint
CREATE TRIGGER order_parts_price_stays BEFORE UPDATE OF amount_cents, fee_cents ON order_parts
  FOR EACH STATEMENT EXECUTE FUNCTION order_price_stays();
--> statement-breakpoint
-- All that was taken back of a payment is no more than was taken.
CREATE FUNCTION refunds_within_payment() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  taken bigint;
begin
  -- One refund of a payment after the other, or two at once would each fit alone.
  select amount_cents into taken from payments where id = new.payment_id for no key update;
  if (select sum(amount_cents) from refunds where payment_id = new.payment_id and state <> 'failed') > taken then
    raise exception 'more would be refunded than was paid'
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER refunds_within_payment AFTER INSERT OR UPDATE OF amount_cents, state ON refunds
  FOR EACH ROW EXECUTE FUNCTION refunds_within_payment();
