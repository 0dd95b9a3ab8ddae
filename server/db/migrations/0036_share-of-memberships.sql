CREATE TABLE "member_share_months" (
	"month" date PRIMARY KEY NOT NULL,
	"percent" smallint NOT NULL,
	"shared_at" timestamp with time zone,
	"revenue_cents" bigint DEFAULT 0 NOT NULL,
	"shared_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "member_share_months_month" CHECK (extract(day from "member_share_months"."month") = 1),
	CONSTRAINT "member_share_months_percent" CHECK ("member_share_months"."percent" between 0 and 100),
	CONSTRAINT "member_share_months_shared" CHECK ("member_share_months"."shared_cents" >= 0 and "member_share_months"."shared_cents" * 100 <= "member_share_months"."revenue_cents" * "member_share_months"."percent"),
	CONSTRAINT "member_share_months_once" CHECK ("member_share_months"."shared_at" is not null or ("member_share_months"."revenue_cents" = 0 and "member_share_months"."shared_cents" = 0))
);
--> statement-breakpoint
CREATE TABLE "member_shares" (
	"month" date NOT NULL,
	"payee_id" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"use_count" integer NOT NULL,
	"membership_count" integer NOT NULL,
	CONSTRAINT "member_shares_month_payee_id_pk" PRIMARY KEY("month","payee_id"),
	CONSTRAINT "member_shares_amount" CHECK ("member_shares"."amount_cents" > 0),
	CONSTRAINT "member_shares_counts" CHECK ("member_shares"."membership_count" between 1 and "member_shares"."use_count")
);
--> statement-breakpoint
CREATE TABLE "member_uses" (
	"membership_id" integer NOT NULL,
	"month" date NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	CONSTRAINT "member_uses_month_membership_id_item_type_item_id_pk" PRIMARY KEY("month","membership_id","item_type","item_id"),
	CONSTRAINT "member_uses_item_type" CHECK ("member_uses"."item_type" in ('resource', 'course'))
);
--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind";--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "member_share" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "member_shares" ADD CONSTRAINT "member_shares_month_member_share_months_month_fk" FOREIGN KEY ("month") REFERENCES "public"."member_share_months"("month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_shares" ADD CONSTRAINT "member_shares_payee_id_users_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_uses" ADD CONSTRAINT "member_uses_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_uses" ADD CONSTRAINT "member_uses_month_member_share_months_month_fk" FOREIGN KEY ("month") REFERENCES "public"."member_share_months"("month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_shares_payee_id" ON "member_shares" USING btree ("payee_id","month");--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind" CHECK ("ledger_transactions"."kind" in ('sale', 'refund', 'refund_failed', 'dispute', 'payout', 'payout_paid', 'payout_failed', 'reversal', 'member_share'));--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_member_share" CHECK ("settings"."member_share" between 0 and 100);