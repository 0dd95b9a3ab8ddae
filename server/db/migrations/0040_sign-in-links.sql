CREATE TABLE "failed_sign_ins" (
	"account" text NOT NULL,
	"day" date NOT NULL,
	"user_id" integer,
	"wrong" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"addresses" integer DEFAULT 0 NOT NULL,
	"from_known" integer DEFAULT 0 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"warned_at" timestamp with time zone,
	CONSTRAINT "failed_sign_ins_account_day_pk" PRIMARY KEY("account","day")
);
--> statement-breakpoint
ALTER TABLE "mail_links" DROP CONSTRAINT "mail_links_purpose";--> statement-breakpoint
ALTER TABLE "failed_sign_ins" ADD CONSTRAINT "failed_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "failed_sign_ins_user_id" ON "failed_sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "failed_sign_ins_day" ON "failed_sign_ins" USING btree ("day");--> statement-breakpoint
ALTER TABLE "mail_links" ADD CONSTRAINT "mail_links_purpose" CHECK ("mail_links"."purpose" in ('verify-email', 'change-email', 'reset-password', 'sign-in'));--> statement-breakpoint
-- Whoever has not shown that they read the mail of an address must not lock its owner out with a second factor.
-- Apps that were set up before this rule stay; the next password reset by mail removes them.
CREATE FUNCTION "refuse_two_factor_unverified"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM "users" WHERE "id" = NEW."user_id" AND "email_verified_at" IS NOT NULL) THEN
		RAISE EXCEPTION 'two-factor sign-in needs a verified address'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'two_factors_verified';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "two_factors_verified" BEFORE INSERT OR UPDATE OF "confirmed_at" ON "two_factors"
	FOR EACH ROW WHEN (NEW."confirmed_at" IS NOT NULL) EXECUTE FUNCTION "refuse_two_factor_unverified"();
