-- The schema as of the first release, one section per owner of tables: what drizzle-kit generates from server/db/schema,
-- and below it what it cannot write (functions, triggers, storage parameters, rows every installation needs).

-- Extensions
-- ==========
-- Search by parts of words (trigrams) and without accents.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint

-- account: users, sign-in, sessions
-- =================================
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"email_verified_at" timestamp with time zone,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"profile_image_url" text,
	"bio" text DEFAULT '' NOT NULL,
	"dance_styles" text[] DEFAULT '{}' NOT NULL,
	"links" jsonb DEFAULT '[]' NOT NULL,
	"password_hash" text NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"roles" text[] DEFAULT '{user}' NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"suspended_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone,
	"search_text" text GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || ' ' || username || ' ' || email)) STORED NOT NULL,
	CONSTRAINT "users_roles_known" CHECK ("users"."roles" <@ array['user', 'admin', 'instructor', 'student', 'seller', 'booking', 'booking_provider', 'booking_client', 'curriculum_officer', 'curriculum_admin', 'moderator']),
	CONSTRAINT "users_primary_role_held" CHECK ("users"."role" = any("users"."roles")),
	CONSTRAINT "users_state_known" CHECK ("users"."state" in ('active', 'suspended', 'deleted')),
	CONSTRAINT "users_suspended_reason" CHECK (("users"."state" = 'suspended') = ("users"."suspended_reason" is not null))
);

CREATE INDEX "users_search_text" ON "users" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree ("username_key");
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email_key");
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at");

CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" "bytea" NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL
);

CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");

CREATE TABLE "known_devices" (
	"user_id" integer NOT NULL,
	"device_hash" "bytea" NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_device_hash_pk" PRIMARY KEY("user_id","device_hash")
);

CREATE INDEX "known_devices_seen_at" ON "known_devices" USING btree ("seen_at");

CREATE TABLE "failed_sign_ins" (
	"account" text NOT NULL,
	"day" date NOT NULL,
	"user_id" integer,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"blocked_count" integer DEFAULT 0 NOT NULL,
	"addresses" integer DEFAULT 0 NOT NULL,
	"known_device_count" integer DEFAULT 0 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"warned_at" timestamp with time zone,
	CONSTRAINT "failed_sign_ins_account_day_pk" PRIMARY KEY("account","day")
);

CREATE INDEX "failed_sign_ins_user_id" ON "failed_sign_ins" USING btree ("user_id");
CREATE INDEX "failed_sign_ins_day" ON "failed_sign_ins" USING btree ("day");

CREATE TABLE "active_days" (
	"day" date NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "active_days_day_user_id_pk" PRIMARY KEY("day","user_id")
);

CREATE INDEX "active_days_user_id" ON "active_days" USING btree ("user_id");

CREATE TABLE "mail_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" "bytea" NOT NULL,
	"user_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "mail_links_purpose" CHECK ("mail_links"."purpose" in ('verify-email', 'change-email', 'reset-password', 'sign-in'))
);

CREATE UNIQUE INDEX "mail_links_token_hash" ON "mail_links" USING btree ("token_hash");
CREATE INDEX "mail_links_user_id" ON "mail_links" USING btree ("user_id");
CREATE INDEX "mail_links_expires_at" ON "mail_links" USING btree ("expires_at");

CREATE TABLE "two_factors" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);

CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);

ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "failed_sign_ins" ADD CONSTRAINT "failed_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "active_days" ADD CONSTRAINT "active_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mail_links" ADD CONSTRAINT "mail_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;

-- A second factor needs a verified email address: otherwise someone could register another person's address and lock
-- its owner out.
CREATE FUNCTION "refuse_two_factor_unverified"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM "users" WHERE "id" = NEW."user_id" AND "email_verified_at" IS NOT NULL) THEN
		RAISE EXCEPTION 'two-factor sign-in needs a verified address'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'two_factors_verified';
	END IF;
	RETURN NEW;
END $$;

CREATE TRIGGER "two_factors_verified" BEFORE INSERT OR UPDATE OF "confirmed_at" ON "two_factors"
	FOR EACH ROW WHEN (NEW."confirmed_at" IS NOT NULL) EXECUTE FUNCTION "refuse_two_factor_unverified"();
--> statement-breakpoint

-- application: applications to sell and to teach
-- ==============================================
CREATE TABLE "applications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "applications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" integer,
	CONSTRAINT "applications_kind" CHECK ("applications"."kind" in ('sell', 'teach')),
	CONSTRAINT "applications_state" CHECK ("applications"."state" in ('waiting', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "applications_decided" CHECK (("applications"."state" = 'waiting') = ("applications"."decided_at" is null)),
	CONSTRAINT "applications_declined_reason" CHECK ("applications"."state" <> 'declined' or "applications"."reason" <> '')
);

CREATE UNIQUE INDEX "applications_one_waiting" ON "applications" USING btree ("user_id","kind") WHERE state = 'waiting';
CREATE INDEX "applications_user_id" ON "applications" USING btree ("user_id");
CREATE INDEX "applications_state_created_at" ON "applications" USING btree ("state","created_at");
ALTER TABLE "applications" ADD CONSTRAINT "applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "applications" ADD CONSTRAINT "applications_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint

-- platform: settings, keys, limits, mail, audit log, staff decisions
-- ==================================================================
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"site_name" text DEFAULT 'Relevé' NOT NULL,
	"support_email" text DEFAULT 'hello@releve.example' NOT NULL,
	"is_registration_open" boolean DEFAULT true NOT NULL,
	"is_two_factor_required" boolean DEFAULT false NOT NULL,
	"platform_fee_points" integer DEFAULT 1500 NOT NULL,
	CONSTRAINT "settings_single_row" CHECK ("settings"."id" = 1),
	CONSTRAINT "settings_fee" CHECK ("settings"."platform_fee_points" between 0 and 10000)
);

CREATE TABLE "signing_keys" (
	"purpose" text PRIMARY KEY NOT NULL,
	"key" "bytea" NOT NULL
);

CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);

CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");

CREATE TABLE "client_errors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_errors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"message" text NOT NULL,
	"path" text NOT NULL,
	"stack" text,
	"created_at" timestamp with time zone NOT NULL
);

CREATE UNIQUE INDEX "client_errors_reference" ON "client_errors" USING btree ("reference");
CREATE INDEX "client_errors_created_at" ON "client_errors" USING btree ("created_at");

CREATE TABLE "mail_outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"held_at" timestamp with time zone,
	"unsubscribe_url" text,
	CONSTRAINT "mail_outbox_one_line" CHECK ("mail_outbox"."to" !~ '[[:cntrl:]]' and "mail_outbox"."subject" !~ '[[:cntrl:]]')
);

CREATE INDEX "mail_outbox_created_at" ON "mail_outbox" USING btree ("created_at");
CREATE INDEX "mail_outbox_to" ON "mail_outbox" USING btree ("to");
CREATE INDEX "mail_outbox_unsent" ON "mail_outbox" USING btree ("created_at") WHERE sent_at is null;

CREATE TABLE "mail_limits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_limits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);

CREATE INDEX "mail_limits_key" ON "mail_limits" USING btree ("key_hash","created_at");
CREATE INDEX "mail_limits_created_at" ON "mail_limits" USING btree ("created_at");

CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor_id" integer,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"user_id" integer,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);

CREATE INDEX "audit_log_created_at" ON "audit_log" USING btree ("created_at");
CREATE INDEX "audit_log_user_id" ON "audit_log" USING btree ("user_id","created_at");
CREATE INDEX "audit_log_actor_id" ON "audit_log" USING btree ("actor_id","created_at");

CREATE TABLE "staff_decisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"batch" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" integer NOT NULL,
	"action" text NOT NULL,
	"input" jsonb NOT NULL,
	"actor_id" integer NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"problem" text,
	"decided_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "staff_decisions_kind" CHECK ("staff_decisions"."kind" in ('resource', 'application', 'notice', 'seller')),
	CONSTRAINT "staff_decisions_state" CHECK ("staff_decisions"."state" in ('pending', 'applied', 'undone', 'refused')),
	CONSTRAINT "staff_decisions_settled" CHECK (("staff_decisions"."state" = 'pending') = ("staff_decisions"."settled_at" is null))
);

CREATE UNIQUE INDEX "staff_decisions_one_pending" ON "staff_decisions" USING btree ("kind","subject_id") WHERE state = 'pending';
CREATE INDEX "staff_decisions_batch" ON "staff_decisions" USING btree ("batch");
CREATE INDEX "staff_decisions_actor" ON "staff_decisions" USING btree ("actor_id");
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "staff_decisions" ADD CONSTRAINT "staff_decisions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;

-- The single row of settings; every column has a default.
INSERT INTO "settings" DEFAULT VALUES;

-- The audit log is append-only.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log only grows';
END $$;

CREATE TRIGGER "audit_log_only_grows" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

-- Drizzle records when a migration was written; the deployment page also shows when it was applied.
ALTER TABLE "drizzle"."__drizzle_migrations" ADD COLUMN IF NOT EXISTS "applied_at" timestamp with time zone DEFAULT now();
--> statement-breakpoint

-- style
-- =====
CREATE TABLE "dance_styles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dance_styles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"code" smallint NOT NULL,
	"position" integer NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "dance_styles_name_form" CHECK ("dance_styles"."name" = btrim("dance_styles"."name") and length("dance_styles"."name") between 2 and 40),
	CONSTRAINT "dance_styles_code_known" CHECK ("dance_styles"."code" = 8 or "dance_styles"."code" between 9 and 22 or "dance_styles"."code" in (30, 36, 41) or "dance_styles"."code" between 57 and 63)
);

CREATE UNIQUE INDEX "dance_styles_name" ON "dance_styles" USING btree ("name");
CREATE UNIQUE INDEX "dance_styles_name_key" ON "dance_styles" USING btree (lower(name));
CREATE UNIQUE INDEX "dance_styles_code" ON "dance_styles" USING btree ("code");

-- The styles of a new installation; staff change them later. Each has a facet code of its own (resource-choices.ts).
INSERT INTO "dance_styles" (name, code, position)
SELECT name, 8 + at, at FROM unnest(array['Ballet', 'Contemporary', 'Hip Hop', 'Jazz', 'Tap', 'Ballroom', 'Latin', 'Folk', 'Modern', 'Swing', 'Breakdance', 'Other']) WITH ORDINALITY AS given(name, at);
--> statement-breakpoint

-- category
-- ========
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"parent_id" integer,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "categories_kind" CHECK ("categories"."kind" in ('resource', 'course')),
	CONSTRAINT "categories_slug_form" CHECK ("categories"."slug" ~ '^[a-z0-9-]{1,80}$')
);

CREATE UNIQUE INDEX "categories_slug" ON "categories" USING btree ("kind","slug");
CREATE INDEX "categories_parent_id" ON "categories" USING btree ("parent_id");

CREATE TABLE "merged_categories" (
	"id" integer PRIMARY KEY NOT NULL,
	"into_id" integer NOT NULL
);

CREATE INDEX "merged_categories_into_id" ON "merged_categories" USING btree ("into_id");
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "merged_categories" ADD CONSTRAINT "merged_categories_into_id_categories_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;

-- Categories form a tree of one kind, at most three levels deep and without cycles. The lock serializes changes: two
-- moves that are fine on their own could close a cycle together.
CREATE FUNCTION categories_check_tree() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  levels_above integer;
  levels_below integer;
  is_circle boolean;
  is_mixed boolean;
begin
  perform pg_advisory_xact_lock(727310003);
  with recursive up as (
    select id, parent_id, kind, 1 as level from categories where id = new.id
    union all
    select c.id, c.parent_id, c.kind, up.level + 1 from categories c join up on c.id = up.parent_id where up.level < 10
  )
  select max(level), bool_or(level > 1 and id = new.id), count(distinct kind) > 1
  into levels_above, is_circle, is_mixed from up;
  if is_circle then
    raise exception 'a category cannot be below itself' using errcode = '23514', constraint = 'categories_no_circle';
  end if;
  if is_mixed then
    raise exception 'a category of one kind cannot be below one of another' using errcode = '23514', constraint = 'categories_one_kind';
  end if;
  with recursive down as (
    select id, 0 as level from categories where id = new.id
    union all
    select c.id, down.level + 1 from categories c join down on c.parent_id = down.id where down.level < 10
  )
  select max(level) into levels_below from down;
  if levels_above + levels_below > 3 then
    raise exception 'categories are at most three levels deep' using errcode = '23514', constraint = 'categories_three_levels';
  end if;
  return null;
end $$;

CREATE TRIGGER categories_check_tree_new AFTER INSERT ON categories
  FOR EACH ROW WHEN (new.parent_id IS NOT NULL) EXECUTE FUNCTION categories_check_tree();

CREATE TRIGGER categories_check_tree AFTER UPDATE ON categories
  FOR EACH ROW WHEN ((old.parent_id, old.kind) IS DISTINCT FROM (new.parent_id, new.kind)) EXECUTE FUNCTION categories_check_tree();
--> statement-breakpoint

-- cover
-- =====
CREATE TABLE "covers" (
	"subject" text PRIMARY KEY NOT NULL,
	"seed" text NOT NULL,
	"style" text NOT NULL,
	"colourway" smallint,
	"is_bare" boolean DEFAULT false NOT NULL,
	CONSTRAINT "covers_subject_form" CHECK ("covers"."subject" ~ '^[a-z0-9-]{1,80}$'),
	CONSTRAINT "covers_colourway" CHECK ("covers"."colourway" between 0 and 2)
);
--> statement-breakpoint

-- seller
-- ======
CREATE TABLE "stores" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"tagline" text DEFAULT '' NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"policies" text DEFAULT '' NOT NULL,
	"banner_key" text,
	"vacation_note" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'approved' NOT NULL,
	"suspended_reason" text,
	"fee_points" integer,
	"payout_held_reason" text,
	"payout_held_at" timestamp with time zone,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stores_state" CHECK ("stores"."state" in ('approved', 'suspended')),
	CONSTRAINT "stores_suspended_reason" CHECK ("stores"."state" = 'suspended' or "stores"."suspended_reason" is null),
	CONSTRAINT "stores_fee" CHECK ("stores"."fee_points" between 0 and 10000),
	CONSTRAINT "stores_payout_held" CHECK (("stores"."payout_held_reason" is null) = ("stores"."payout_held_at" is null)),
	CONSTRAINT "stores_slug_form" CHECK ("stores"."slug" ~ '^[a-z0-9-]{1,80}$'),
	CONSTRAINT "stores_rating" CHECK ("stores"."rating_sum" between "stores"."rating_count" and "stores"."rating_count" * 5)
);

CREATE UNIQUE INDEX "stores_slug" ON "stores" USING btree ("slug");
CREATE INDEX "stores_name_prefix" ON "stores" USING btree (lower(name) collate "C");

CREATE TABLE "store_follows" (
	"user_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "store_follows_user_id_seller_id_pk" PRIMARY KEY("user_id","seller_id"),
	CONSTRAINT "store_follows_not_self" CHECK ("store_follows"."user_id" <> "store_follows"."seller_id")
);

CREATE INDEX "store_follows_seller_id" ON "store_follows" USING btree ("seller_id");

CREATE TABLE "store_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "store_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"seller_id" integer NOT NULL,
	"author_id" integer,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);

CREATE INDEX "store_notes_seller_id" ON "store_notes" USING btree ("seller_id","id");
CREATE INDEX "store_notes_author_id" ON "store_notes" USING btree ("author_id");
ALTER TABLE "stores" ADD CONSTRAINT "stores_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "store_follows" ADD CONSTRAINT "store_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "store_follows" ADD CONSTRAINT "store_follows_seller_id_stores_user_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."stores"("user_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "store_notes" ADD CONSTRAINT "store_notes_seller_id_stores_user_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."stores"("user_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "store_notes" ADD CONSTRAINT "store_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint

-- upload
-- ======
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"state" text DEFAULT 'sending' NOT NULL,
	"refused_reason" text,
	"content_type" text,
	"storage_key" text,
	"sha256" text,
	"pages" integer,
	"seconds" integer,
	"lock_token" text,
	"lock_until" timestamp with time zone,
	"is_lock_wanted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "uploads_purpose" CHECK ("uploads"."purpose" in ('resource-file', 'cover', 'banner')),
	CONSTRAINT "uploads_state" CHECK ("uploads"."state" in ('sending', 'checking', 'ready', 'refused', 'used')),
	CONSTRAINT "uploads_bytes" CHECK ("uploads"."bytes" > 0),
	CONSTRAINT "uploads_refused" CHECK (("uploads"."state" = 'refused') = ("uploads"."refused_reason" is not null)),
	CONSTRAINT "uploads_ready" CHECK ("uploads"."state" <> 'ready' or ("uploads"."storage_key" is not null and "uploads"."sha256" is not null and "uploads"."content_type" is not null))
);

CREATE INDEX "uploads_user_id" ON "uploads" USING btree ("user_id","created_at");
CREATE INDEX "uploads_touched_at" ON "uploads" USING btree ("touched_at");
CREATE UNIQUE INDEX "uploads_storage_key" ON "uploads" USING btree ("storage_key");
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint

-- resource
-- ========
CREATE TABLE "resources" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "resources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"seller_id" integer NOT NULL,
	"category_id" integer,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"dance_style" text NOT NULL,
	"age_groups" text[] NOT NULL,
	"level" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"price_cents" integer NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"licence" text DEFAULT 'single_teacher' NOT NULL,
	"cover_key" text,
	"bpm" smallint,
	"metre" text,
	"state" text DEFAULT 'draft' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"submitted_at" timestamp with time zone,
	"is_changed_since_review" boolean DEFAULT false NOT NULL,
	"taken_down_at" timestamp with time zone,
	"state_reason" text,
	"is_listed" boolean DEFAULT false NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"rating" numeric(3, 2) GENERATED ALWAYS AS (case when rating_count = 0 then null else round(rating_sum::numeric / rating_count, 2) end) STORED,
	"sales_count" integer DEFAULT 0 NOT NULL,
	"download_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "resources_type" CHECK ("resources"."type" in ('document', 'audio', 'video', 'image', 'text', 'spreadsheet', 'other')),
	CONSTRAINT "resources_ages" CHECK ("resources"."age_groups" <@ array['All Ages', 'Toddler (2-4)', 'Children (5-8)', 'Pre-Teen (9-12)', 'Teen (13-17)', 'Adult (18+)', 'Senior (55+)'] and cardinality("resources"."age_groups") > 0),
	CONSTRAINT "resources_level" CHECK ("resources"."level" in ('Beginner', 'Intermediate', 'Advanced', 'Professional', 'Mixed Levels')),
	CONSTRAINT "resources_state" CHECK ("resources"."state" in ('draft', 'in_review', 'changes_requested', 'rejected', 'published', 'archived')),
	CONSTRAINT "resources_licence" CHECK ("resources"."licence" in ('single_teacher', 'studio')),
	CONSTRAINT "resources_metre" CHECK ("resources"."metre" in ('2/4', '3/4', '4/4', '6/8', '12/8')),
	CONSTRAINT "resources_bpm" CHECK ("resources"."bpm" between 20 and 300),
	CONSTRAINT "resources_price" CHECK ("resources"."price_cents" between 0 and 10000000),
	CONSTRAINT "resources_rating" CHECK ("resources"."rating_sum" between "resources"."rating_count" and "resources"."rating_count" * 5),
	CONSTRAINT "resources_not_published_while_down" CHECK ("resources"."taken_down_at" is null or "resources"."state" <> 'published'),
	CONSTRAINT "resources_listed_is_published" CHECK (not "resources"."is_listed" or "resources"."state" = 'published')
);

CREATE INDEX "resources_seller_id" ON "resources" USING btree ("seller_id","state");
CREATE INDEX "resources_category_id" ON "resources" USING btree ("category_id");
CREATE INDEX "resources_featured" ON "resources" USING btree ("published_at","id") WHERE is_featured and is_listed;
CREATE INDEX "resources_changed" ON "resources" USING btree ("updated_at","id");
CREATE INDEX "resources_state_changed" ON "resources" USING btree ("state","updated_at","id");
CREATE INDEX "resources_title_alike" ON "resources" USING gin (lower("title") gin_trgm_ops);
CREATE INDEX "resources_queue" ON "resources" USING btree ("submitted_at","id") WHERE state = 'in_review';
CREATE INDEX "resources_changed_since_review" ON "resources" USING btree ("updated_at","id") WHERE is_changed_since_review;
CREATE INDEX "resources_dance_style" ON "resources" USING btree ("dance_style");

CREATE TABLE "resource_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "resource_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"resource_id" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"position" smallint NOT NULL,
	"name" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"storage_key" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"pages" integer,
	"seconds" integer,
	"is_previewed" boolean DEFAULT true NOT NULL,
	"preview_state" text DEFAULT 'waiting' NOT NULL,
	"preview_problem" text,
	CONSTRAINT "resource_files_preview_state" CHECK ("resource_files"."preview_state" in ('waiting', 'made', 'none', 'failed')),
	CONSTRAINT "resource_files_preview_problem" CHECK (("resource_files"."preview_state" = 'failed') = ("resource_files"."preview_problem" is not null)),
	CONSTRAINT "resource_files_bytes" CHECK ("resource_files"."bytes" > 0)
);

CREATE UNIQUE INDEX "resource_files_position" ON "resource_files" USING btree ("resource_id","version","position");
CREATE INDEX "resource_files_storage_key" ON "resource_files" USING btree ("storage_key");

CREATE TABLE "resource_versions" (
	"resource_id" integer NOT NULL,
	"number" integer NOT NULL,
	"note" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"told_up_to" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "resource_versions_resource_id_number_pk" PRIMARY KEY("resource_id","number"),
	CONSTRAINT "resource_versions_number" CHECK ("resource_versions"."number" > 1)
);

CREATE TABLE "resource_previews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "resource_previews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"resource_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"storage_key" text,
	"content_type" text,
	"width" integer,
	"height" integer,
	"seconds" integer,
	"peaks" jsonb,
	"text" text,
	CONSTRAINT "resource_previews_kind" CHECK ("resource_previews"."kind" in ('page', 'image', 'audio', 'video', 'text')),
	CONSTRAINT "resource_previews_content" CHECK (("resource_previews"."kind" = 'text') = ("resource_previews"."storage_key" is null))
);

CREATE UNIQUE INDEX "resource_previews_position" ON "resource_previews" USING btree ("resource_id","position");

CREATE TABLE "resource_downloads" (
	"resource_id" integer NOT NULL,
	"user_id" integer,
	"order_id" integer,
	"day" date NOT NULL,
	CONSTRAINT "resource_downloads_once_a_day" UNIQUE NULLS NOT DISTINCT("resource_id","user_id","order_id","day"),
	CONSTRAINT "resource_downloads_holder" CHECK (num_nonnulls("resource_downloads"."user_id", "resource_downloads"."order_id") = 1)
);

CREATE INDEX "resource_downloads_order_id" ON "resource_downloads" USING btree ("order_id");
CREATE INDEX "resource_downloads_user_id" ON "resource_downloads" USING btree ("user_id");

CREATE TABLE "resource_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "resource_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"resource_id" integer NOT NULL,
	"actor_id" integer,
	"kind" text NOT NULL,
	"reason" text,
	"details" jsonb DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "resource_events_kind" CHECK ("resource_events"."kind" in ('created', 'submitted', 'withdrawn', 'approved', 'rejected', 'changes_requested', 'archived', 'restored', 'featured', 'unfeatured', 'price_changed', 'changes_published', 'version_published', 'taken_down', 'put_back', 'seen'))
);

CREATE INDEX "resource_events_resource_id" ON "resource_events" USING btree ("resource_id","id");
CREATE INDEX "resource_events_actor_id" ON "resource_events" USING btree ("actor_id");

CREATE TABLE "resource_views" (
	"resource_id" integer NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "resource_views_resource_id_day_pk" PRIMARY KEY("resource_id","day"),
	CONSTRAINT "resource_views_views" CHECK ("resource_views"."views" > 0)
);

CREATE TABLE "resource_viewers" (
	"resource_id" integer NOT NULL,
	"day" date NOT NULL,
	"viewer" text NOT NULL,
	CONSTRAINT "resource_viewers_resource_id_day_viewer_pk" PRIMARY KEY("resource_id","day","viewer")
);

CREATE INDEX "resource_viewers_day" ON "resource_viewers" USING btree ("day");

CREATE TABLE "view_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);

ALTER TABLE "resources" ADD CONSTRAINT "resources_seller_id_stores_user_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."stores"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "resources" ADD CONSTRAINT "resources_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "resources" ADD CONSTRAINT "resources_dance_style_dance_styles_name_fk" FOREIGN KEY ("dance_style") REFERENCES "public"."dance_styles"("name") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "resource_files" ADD CONSTRAINT "resource_files_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "resource_versions" ADD CONSTRAINT "resource_versions_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "resource_previews" ADD CONSTRAINT "resource_previews_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "resource_downloads" ADD CONSTRAINT "resource_downloads_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "resource_downloads" ADD CONSTRAINT "resource_downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "resource_events" ADD CONSTRAINT "resource_events_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "resource_events" ADD CONSTRAINT "resource_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "resource_views" ADD CONSTRAINT "resource_views_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "resource_viewers" ADD CONSTRAINT "resource_viewers_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;

-- A resource is listed while it is published, its seller is approved and the seller's account is active. Triggers
-- maintain the flag, so no query can forget one of the three conditions.
CREATE FUNCTION seller_is_open(seller integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  select exists (
    select 1 from stores join users on users.id = stores.user_id
    where stores.user_id = seller and stores.state = 'approved' and users.state = 'active'
  )
$$;

-- Publishing locks the seller's row and account. Without the lock, a suspension in the same moment would not see the
-- new resource, and it would stay on sale.
CREATE FUNCTION resources_keep_listed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.state = 'published' and (tg_op = 'INSERT' or old.state <> 'published') then
    perform 1 from stores join users on users.id = stores.user_id where stores.user_id = new.seller_id for share;
  end if;
  new.is_listed := new.state = 'published' and seller_is_open(new.seller_id);
  if new.is_listed and new.published_at is null then new.published_at := new.updated_at; end if;
  return new;
end $$;

CREATE TRIGGER resources_keep_listed BEFORE INSERT OR UPDATE OF state, seller_id, is_listed ON resources
  FOR EACH ROW EXECUTE FUNCTION resources_keep_listed();

-- Lock order: the seller's row first, then the resources, here and wherever both change. This prevents deadlocks between
-- a review, a suspended seller and a suspended account.
CREATE FUNCTION seller_keep_listed() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  seller integer;
begin
  if tg_table_name = 'stores' then
    seller := new.user_id;
  else
    seller := new.id;
    perform 1 from stores where user_id = seller for no key update;
  end if;
  update resources set is_listed = is_listed where seller_id = seller and state = 'published';
  return null;
end $$;

CREATE TRIGGER stores_keep_listed AFTER UPDATE OF state ON stores
  FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION seller_keep_listed();

CREATE TRIGGER users_keep_listed AFTER UPDATE OF state ON users
  FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION seller_keep_listed();
--> statement-breakpoint

-- authoring: unpublished changes to published resources
-- =====================================================
CREATE TABLE "resource_drafts" (
	"resource_id" integer PRIMARY KEY NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"fields" jsonb DEFAULT '{}' NOT NULL,
	"is_cover_changed" boolean DEFAULT false NOT NULL,
	"cover_key" text,
	"discarded_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "resource_drafts_fields" CHECK (jsonb_typeof("resource_drafts"."fields") = 'object'),
	CONSTRAINT "resource_drafts_cover" CHECK ("resource_drafts"."cover_key" is null or "resource_drafts"."is_cover_changed")
);

CREATE INDEX "resource_drafts_cover_key" ON "resource_drafts" USING btree ("cover_key");
ALTER TABLE "resource_drafts" ADD CONSTRAINT "resource_drafts_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint

-- moderation: rights notices
-- ==========================
CREATE TABLE "rights_notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rights_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"resource_id" integer NOT NULL,
	"reporter_id" integer NOT NULL,
	"reason" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"decision_reason" text,
	"counter_body" text,
	"countered_at" timestamp with time zone,
	"closed_by" integer,
	"closed_at" timestamp with time zone,
	"close_reason" text,
	CONSTRAINT "rights_notices_reason" CHECK ("rights_notices"."reason" in ('copyright', 'unsafe', 'misleading', 'personal-data', 'other')),
	CONSTRAINT "rights_notices_state" CHECK ("rights_notices"."state" in ('open', 'dismissed', 'upheld', 'countered', 'put_back', 'kept_down')),
	CONSTRAINT "rights_notices_decided" CHECK (("rights_notices"."state" = 'open') = ("rights_notices"."decided_at" is null)),
	CONSTRAINT "rights_notices_countered" CHECK ("rights_notices"."state" <> 'countered' or "rights_notices"."counter_body" is not null)
);

CREATE UNIQUE INDEX "rights_notices_one_open" ON "rights_notices" USING btree ("resource_id","reporter_id") WHERE state = 'open';
CREATE INDEX "rights_notices_reporter_id" ON "rights_notices" USING btree ("reporter_id");
CREATE INDEX "rights_notices_resource_id" ON "rights_notices" USING btree ("resource_id");
CREATE INDEX "rights_notices_state" ON "rights_notices" USING btree ("state","due_at");
ALTER TABLE "rights_notices" ADD CONSTRAINT "rights_notices_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "rights_notices" ADD CONSTRAINT "rights_notices_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "rights_notices" ADD CONSTRAINT "rights_notices_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "rights_notices" ADD CONSTRAINT "rights_notices_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint

-- catalogue: the index behind lists, search, facets and suggestions (docs/decisions/010)
-- ======================================================================================
CREATE TABLE "resource_listings" (
	"resource_id" integer PRIMARY KEY NOT NULL,
	"seller_id" integer NOT NULL,
	"category_id" integer,
	"bits" bigint NOT NULL,
	"score" integer NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"sales_count" integer NOT NULL,
	"rating_key" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"tier" smallint NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "resource_listings_tier" CHECK ("resource_listings"."tier" between 0 and 2)
);

CREATE INDEX "resource_listings_seller" ON "resource_listings" USING btree ("seller_id","score","resource_id");
CREATE INDEX "resource_listings_words" ON "resource_listings" USING gin ("words");
CREATE INDEX "resource_listings_words_near" ON "resource_listings" USING gin ("words") WHERE tier <= 1;
CREATE INDEX "resource_listings_words_top" ON "resource_listings" USING gin ("words") WHERE tier = 0;

CREATE TABLE "resource_counts" (
	"key" bigint PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);

CREATE TABLE "catalogue_words" (
	"word" text PRIMARY KEY NOT NULL,
	"stem" text NOT NULL,
	"count" integer NOT NULL,
	"weight" smallint GENERATED ALWAYS AS (case when count < 1 then 0 else 1 + floor(log(2, count))::int end) STORED
);

CREATE INDEX "catalogue_words_stem" ON "catalogue_words" USING btree ("stem");
CREATE INDEX "catalogue_words_one_letter" ON "catalogue_words" USING btree (left(word, 1) collate "C","weight" DESC NULLS LAST);
CREATE INDEX "catalogue_words_two_letters" ON "catalogue_words" USING btree (left(word, 2) collate "C","weight" DESC NULLS LAST);
CREATE INDEX "catalogue_words_prefix" ON "catalogue_words" USING btree (word collate "C");
CREATE INDEX "catalogue_words_alike" ON "catalogue_words" USING gin (word gin_trgm_ops);

CREATE TABLE "catalogue_tiers" (
	"id" integer PRIMARY KEY NOT NULL,
	"top_score" integer NOT NULL,
	"near_score" integer NOT NULL,
	CONSTRAINT "catalogue_tiers_one_row" CHECK ("catalogue_tiers"."id" = 1)
);

ALTER TABLE "resource_listings" ADD CONSTRAINT "resource_listings_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;

-- Sort orders. Included columns let PostgreSQL filter and page on the index alone; drizzle-kit cannot write INCLUDE.
CREATE INDEX "resource_listings_useful" ON "resource_listings" (score, resource_id) INCLUDE (bits, category_id);

CREATE INDEX "resource_listings_newest" ON "resource_listings" (published_at, resource_id) INCLUDE (bits, category_id);
CREATE INDEX "resource_listings_sold" ON "resource_listings" (sales_count, resource_id) INCLUDE (bits, category_id);
CREATE INDEX "resource_listings_rated" ON "resource_listings" (rating_key, resource_id) INCLUDE (bits, category_id);
CREATE INDEX "resource_listings_price" ON "resource_listings" (price_cents, resource_id) INCLUDE (bits, category_id);

-- No pending list: a published resource is found immediately, and searches never scan pending entries.
ALTER INDEX "resource_listings_words" SET (fastupdate = off);

ALTER INDEX "resource_listings_words_near" SET (fastupdate = off);
ALTER INDEX "resource_listings_words_top" SET (fastupdate = off);

-- Vacuum early, so that pages are all-visible and index-only scans stay index-only.
ALTER TABLE "resource_listings" SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);

-- Room on each page for counters to be updated in place.
ALTER TABLE "resource_counts" SET (fillfactor = 70);

ALTER TABLE "catalogue_words" SET (fillfactor = 70);
INSERT INTO "catalogue_tiers" (id, top_score, near_score) VALUES (1, -2147483648, -2147483648);

-- Normalizes text for indexing and for queries alike: lower case, no accents, only letters, digits and spaces, so that
-- the full-text parser never sees anything that looks like a URL or a path.
CREATE FUNCTION catalogue_text(given text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select regexp_replace(lower(unaccent(given)), '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g')
$$;

-- A description without its URLs: nobody searches for them, and readers don't see them. Only texts that may contain
-- a URL go through the expressions.
CREATE FUNCTION catalogue_prose(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select case when given ~ '\]\(|\]:|:\S' then
    regexp_replace(
      regexp_replace(
        regexp_replace(given, '\]\((<[^<>\n]*>|([^()\s]|\([^()\s]*\))*)(\s+("[^"]*"|''[^'']*''|\([^()]*\)))?\s*\)', '] ', 'g'),
        '^ {0,3}\[[^]]+\]:[^\n]*$', ' ', 'gn'),
      '\m(https?|ftp|mailto):\S+', ' ', 'gi')
  else given end
$$;

-- The words of a resource as people would type them, with its style under the given name.
CREATE FUNCTION resource_terms_as(r resources, style text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select array(
    select distinct term
    from unnest(string_to_array(catalogue_text(concat_ws(' ', r.title, array_to_string(r.tags, ' '), style, r.type, r.level, catalogue_prose(left(r.description, 20000)))), ' ')) term
    where length(term) between 2 and 40 and term > 'a'
  )
$$;

CREATE FUNCTION resource_terms(r resources) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select resource_terms_as(r, r.dance_style)
$$;

-- The facet codes of a resource (resource-choices.ts has the same numbers): type from 1, age from 23, level from 31,
-- price from 37, stars from 42, tempo from 47, metre from 52; a style has its code in its row; a category is 64 plus
-- its id. "All Ages" counts as every age group.
CREATE FUNCTION resource_codes(r resources) RETURNS integer[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select array_remove(
    array[
      array_position(array['document', 'audio', 'video', 'image', 'text', 'spreadsheet', 'other'], r.type),
      (select code::int from dance_styles where name = r.dance_style),
      30 + array_position(array['Beginner', 'Intermediate', 'Advanced', 'Professional', 'Mixed Levels'], r.level),
      37 + width_bucket(r.price_cents, array[1, 1500, 4001]),
      42 + case when r.rating_count = 0 then 0 else 1 + width_bucket(r.rating_sum::numeric / r.rating_count, array[3, 4, 4.5]) end,
      47 + width_bucket(r.bpm::int, array[70, 100, 130]),
      51 + array_position(array['2/4', '3/4', '4/4', '6/8', '12/8'], r.metre),
      64 + r.category_id
    ] || case when 'All Ages' = any(r.age_groups) then array[23, 24, 25, 26, 27, 28, 29] else array(
      select distinct 22 + array_position(array['All Ages', 'Toddler (2-4)', 'Children (5-8)', 'Pre-Teen (9-12)', 'Teen (13-17)', 'Adult (18+)', 'Senior (55+)'], age)
      from unnest(r.age_groups) age
    ) end,
    null
  )
$$;

-- Ranking: sales, reviews, stars and recency. Doubling the sales is worth about a year of age.
CREATE FUNCTION resource_score(r resources) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select round(
    1000 * ln(1 + r.sales_count) + 500 * ln(1 + r.rating_count)
    + 1000 * (r.rating_sum + 20.0) / (r.rating_count + 5)
    + 1.9 * extract(epoch from coalesce(r.published_at, r.created_at) - timestamptz '2020-01-01Z') / 86400
  )::int
$$;

-- The searchable document. Title words are indexed a second time as "^word", which lets suggestions match the start of a
-- title word without reading listings that only mention it elsewhere. Facet codes are "~code", the seller "~s<id>".
CREATE FUNCTION resource_words(r resources, codes integer[]) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select setweight(title, 'A')
    || setweight(to_tsvector('english', catalogue_text(concat_ws(' ', array_to_string(r.tags, ' '), r.dance_style, r.type, r.level))), 'B')
    || setweight(to_tsvector('english', catalogue_text((select name from stores where user_id = r.seller_id))), 'B')
    || setweight(to_tsvector('english', catalogue_text(catalogue_prose(left(r.description, 20000)))), 'C')
    || array_to_tsvector(
      array(select '~' || code from unnest(codes) code)
      || array(select '^' || word from unnest(tsvector_to_array(title)) word)
      || ('~s' || r.seller_id)
    )
  from to_tsvector('english', catalogue_text(r.title)) title
$$;

CREATE FUNCTION write_listing(r resources) RETURNS void LANGUAGE plpgsql AS $$
declare
  codes integer[] := resource_codes(r);
  useful integer := resource_score(r);
begin
  insert into resource_listings as l
    (resource_id, seller_id, category_id, bits, score, published_at, sales_count, rating_key, price_cents, tier, words)
  select r.id, r.seller_id, r.category_id,
    (select bit_or(1::bigint << (code - 1)) from unnest(codes) code where code < 64),
    useful, r.published_at, r.sales_count,
    coalesce((r.rating * 100)::int * 1000000 + least(r.rating_count, 999999), 0),
    r.price_cents,
    case when useful >= top_score then 0 when useful >= near_score then 1 else 2 end,
    resource_words(r, codes)
  from catalogue_tiers
  on conflict (resource_id) do update set
    seller_id = excluded.seller_id, category_id = excluded.category_id, bits = excluded.bits, score = excluded.score,
    published_at = excluded.published_at, sales_count = excluded.sales_count, rating_key = excluded.rating_key,
    price_cents = excluded.price_cents, tier = excluded.tier, words = excluded.words;
end $$;

-- The setting catalogue.listed_later skips this trigger while a style is renamed: rewriting thousands of listings would
-- take minutes, so a job does it afterwards.
CREATE FUNCTION resources_keep_listing() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.is_listed then perform write_listing(new);
  else delete from resource_listings where resource_id = new.id;
  end if;
  return null;
end $$;

CREATE TRIGGER resources_keep_listing_new AFTER INSERT ON resources
  FOR EACH ROW WHEN (new.is_listed) EXECUTE FUNCTION resources_keep_listing();

CREATE TRIGGER resources_keep_listing AFTER UPDATE ON resources
  FOR EACH ROW WHEN ((old.is_listed or new.is_listed) and current_setting('catalogue.listed_later', true) is distinct from 'on' and
    (old.is_listed, old.seller_id, old.category_id, old.title, old.description, old.type, old.dance_style, old.age_groups, old.level,
     old.tags, old.price_cents, old.bpm, old.metre, old.rating_sum, old.rating_count, old.sales_count, old.published_at)
    is distinct from
    (new.is_listed, new.seller_id, new.category_id, new.title, new.description, new.type, new.dance_style, new.age_groups, new.level,
     new.tags, new.price_cents, new.bpm, new.metre, new.rating_sum, new.rating_count, new.sales_count, new.published_at))
  EXECUTE FUNCTION resources_keep_listing();

CREATE FUNCTION stores_keep_listings() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform write_listing(r) from resources r where r.seller_id = new.user_id and r.is_listed;
  return null;
end $$;

CREATE TRIGGER stores_keep_listings AFTER UPDATE OF name ON stores
  FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION stores_keep_listings();

-- Every set of up to three codes, as counter keys. A set never holds two age groups: nobody filters by both at once.
CREATE FUNCTION choice_keys(codes integer[]) RETURNS SETOF bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 150 AS $$
  with c as (select code::bigint, code between 23 and 29 as is_age from unnest(codes) code)
  select 0::bigint
  union all select code from c
  union all select (a.code << 20) | b.code from c a join c b on a.code < b.code and not (a.is_age and b.is_age)
  union all
  select (a.code << 40) | (b.code << 20) | d.code
  from c a join c b on a.code < b.code and not (a.is_age and b.is_age)
  join c d on b.code < d.code and not (d.is_age and (a.is_age or b.is_age))
$$;

-- Updates the counters when the transaction commits, one transaction at a time, which rules out deadlocks between
-- publishers. A style renamed in this transaction no longer has a row under its old name, so its new name is used.
-- The setting catalogue.counted_at_once skips this trigger for the two bulk functions below, which count in one step.
CREATE FUNCTION resources_keep_counts() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  terms_before text[] := case when tg_op <> 'INSERT' and old.is_listed then resource_terms(old) end;
  terms_after text[] := case when tg_op <> 'DELETE' and new.is_listed then resource_terms(new) end;
  codes_before integer[];
  codes_after integer[] := case when tg_op <> 'DELETE' and new.is_listed then resource_codes(new) end;
begin
  if tg_op = 'UPDATE' and old.dance_style <> new.dance_style
    and not exists (select from dance_styles where name = old.dance_style) then old.dance_style := new.dance_style;
  end if;
  codes_before := case when tg_op <> 'INSERT' and old.is_listed then resource_codes(old) end;
  if codes_before is not distinct from codes_after and terms_before is not distinct from terms_after then return null; end if;
  perform pg_advisory_xact_lock(727310002);
  if codes_before is distinct from codes_after then
    insert into resource_counts as c (key, count)
    select key, sum(more) from (
      select key, 1 as more from choice_keys(codes_after) key where codes_after is not null
      union all
      select key, -1 from choice_keys(codes_before) key where codes_before is not null
    ) each group by key having sum(more) <> 0
    on conflict (key) do update set count = c.count + excluded.count;
  end if;
  if terms_before is distinct from terms_after then
    insert into catalogue_words as w (word, stem, count)
    select term, coalesce((ts_lexize('english_stem', term))[1], ''), sum(more) from (
      select term, 1 as more from unnest(terms_after) term
      union all
      select term, -1 from unnest(terms_before) term
    ) each group by term having sum(more) <> 0
    on conflict (word) do update set count = w.count + excluded.count;
  end if;
  return null;
end $$;

CREATE CONSTRAINT TRIGGER resources_keep_counts_new AFTER INSERT ON resources DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.is_listed) EXECUTE FUNCTION resources_keep_counts();

CREATE CONSTRAINT TRIGGER resources_keep_counts_gone AFTER DELETE ON resources DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (old.is_listed) EXECUTE FUNCTION resources_keep_counts();

CREATE CONSTRAINT TRIGGER resources_keep_counts AFTER UPDATE ON resources DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((old.is_listed or new.is_listed) and current_setting('catalogue.counted_at_once', true) is distinct from 'on' and
    (old.is_listed, old.category_id, old.title, old.description, old.type, old.dance_style, old.age_groups, old.level,
     old.tags, old.price_cents, old.bpm, old.metre, old.rating_sum, old.rating_count)
    is distinct from
    (new.is_listed, new.category_id, new.title, new.description, new.type, new.dance_style, new.age_groups, new.level,
     new.tags, new.price_cents, new.bpm, new.metre, new.rating_sum, new.rating_count))
  EXECUTE FUNCTION resources_keep_counts();

-- Renames a style wherever it is used. Its code stays, so counters stay too; only the words in use change.
CREATE FUNCTION rename_dance_style(style integer, new_name text) RETURNS void LANGUAGE plpgsql
SET catalogue.counted_at_once = 'on' AS $$
declare
  old_name text;
  changed text[];
  more integer[];
begin
  select name into old_name from dance_styles where id = style for update;
  if old_name = new_name then return; end if;
  update dance_styles set name = new_name where id = style;
  update users set dance_styles = array_replace(dance_styles, old_name, new_name) where old_name = any(dance_styles);
  with old_words as (select distinct word from unnest(string_to_array(catalogue_text(old_name), ' ')) word),
  new_words as (select distinct word from unnest(string_to_array(catalogue_text(new_name), ' ')) word),
  changes as (
    select word, 1 as each from new_words where word not in (select word from old_words)
    union all
    select word, -1 from old_words where word not in (select word from new_words)
  )
  select array_agg(word), array_agg(sum) into changed, more from (
    select word, sum(each)::int from changes
    join (select resource_terms_as(r, '') as others from resources r where r.dance_style = new_name and r.is_listed) have
      on word <> all(others)
    where length(word) between 2 and 40 and word > 'a' group by word order by word
  ) counted;
  perform pg_advisory_xact_lock(727310002);
  insert into catalogue_words as w (word, stem, count)
  select word, coalesce((ts_lexize('english_stem', word))[1], ''), count from unnest(changed, more) c(word, count)
  on conflict (word) do update set count = w.count + excluded.count;
end $$;

-- Moves at most that many resources from one category to another.
CREATE FUNCTION move_category_resources(source integer, target integer, most integer) RETURNS integer LANGUAGE plpgsql
SET catalogue.counted_at_once = 'on' AS $$
declare
  moved integer[];
  listed integer[];
  changed bigint[];
  more integer[];
begin
  with these as (select id from resources where category_id = source order by id limit most for no key update),
  moving as (update resources r set category_id = target from these where r.id = these.id returning r.id, r.is_listed)
  select array_agg(id), array_agg(id) filter (where is_listed) into moved, listed from moving;
  select array_agg(key), array_agg(sum) into changed, more from (
    select key, sum(each)::int from (
      select key, 1 as each from resources r, choice_keys(resource_codes(r)) key where r.id = any(listed)
      union all
      select key, -1 from resources r, choice_keys(array_replace(resource_codes(r), 64 + target, 64 + source)) key
      where r.id = any(listed)
    ) each group by key having sum(each) <> 0 order by key
  ) counted;
  perform pg_advisory_xact_lock(727310002);
  insert into resource_counts as c (key, count) select * from unnest(changed, more)
  on conflict (key) do update set count = c.count + excluded.count;
  return coalesce(cardinality(moved), 0);
end $$;

-- Finds the scores that separate the best 4,000 and the best 80,000 listings. A job calls it now and then.
CREATE FUNCTION refresh_catalogue_tiers() RETURNS void LANGUAGE plpgsql AS $$
declare
  top integer := coalesce((select score from resource_listings order by score desc, resource_id desc offset 3999 limit 1), -2147483648);
  near integer := coalesce((select score from resource_listings order by score desc, resource_id desc offset 79999 limit 1), -2147483648);
begin
  update catalogue_tiers set top_score = top, near_score = near where id = 1;
  update resource_listings l set tier = t.tier
  from (select resource_id, case when score >= top then 0 when score >= near then 1 else 2 end as tier from resource_listings) t
  where t.resource_id = l.resource_id and t.tier <> l.tier;
end $$;

-- Rebuilds the whole index from the resources, after bulk writes with triggers off or a change to the rules above.
CREATE FUNCTION rebuild_catalogue() RETURNS void LANGUAGE plpgsql AS $$
begin
  perform pg_advisory_xact_lock(727310002);
  delete from resource_listings;
  perform write_listing(r) from resources r where r.is_listed;
  perform refresh_catalogue_tiers();
  delete from resource_counts;
  insert into resource_counts (key, count)
    select key, count(*) from resources r, choice_keys(resource_codes(r)) key where r.is_listed group by key;
  delete from catalogue_words;
  insert into catalogue_words (word, stem, count)
    select term, coalesce((ts_lexize('english_stem', term))[1], ''), count(*)
    from resources r, unnest(resource_terms(r)) term where r.is_listed group by term;
end $$;
--> statement-breakpoint

-- course
-- ======
CREATE TABLE "courses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "courses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"instructor_id" integer NOT NULL,
	"category_id" integer,
	"title" text NOT NULL,
	"short_name" text NOT NULL,
	"tagline" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"dance_style" text NOT NULL,
	"age_groups" text[] NOT NULL,
	"level" text NOT NULL,
	"outcomes" text[] DEFAULT '{}' NOT NULL,
	"requirements" text[] DEFAULT '{}' NOT NULL,
	"price_cents" integer NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"weeks" smallint,
	"hours_per_week" smallint,
	"credit_hours" numeric(5, 1),
	"valid_months" smallint,
	"state" text DEFAULT 'draft' NOT NULL,
	"is_listed" boolean GENERATED ALWAYS AS (state = 'published') STORED NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"minutes" integer DEFAULT 0 NOT NULL,
	"lesson_count" integer DEFAULT 0 NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"rating" numeric(3, 2) GENERATED ALWAYS AS (case when rating_count = 0 then null else round(rating_sum::numeric / rating_count, 2) end) STORED,
	"sales_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "courses_kind" CHECK ("courses"."kind" in ('certification', 'course')),
	CONSTRAINT "courses_state" CHECK ("courses"."state" in ('draft', 'published', 'archived')),
	CONSTRAINT "courses_ages" CHECK ("courses"."age_groups" <@ array['All Ages', 'Toddler (2-4)', 'Children (5-8)', 'Pre-Teen (9-12)', 'Teen (13-17)', 'Adult (18+)', 'Senior (55+)'] and cardinality("courses"."age_groups") > 0),
	CONSTRAINT "courses_level" CHECK ("courses"."level" in ('Beginner', 'Intermediate', 'Advanced', 'Professional', 'Mixed Levels')),
	CONSTRAINT "courses_price" CHECK ("courses"."price_cents" between 0 and 10000000),
	CONSTRAINT "courses_rating" CHECK ("courses"."rating_sum" between "courses"."rating_count" and "courses"."rating_count" * 5)
);

CREATE UNIQUE INDEX "courses_short_name" ON "courses" USING btree ("short_name");
CREATE INDEX "courses_instructor_id" ON "courses" USING btree ("instructor_id");
CREATE INDEX "courses_category_id" ON "courses" USING btree ("category_id");

CREATE TABLE "course_prerequisites" (
	"course_id" integer NOT NULL,
	"requires_id" integer NOT NULL,
	CONSTRAINT "course_prerequisites_course_id_requires_id_pk" PRIMARY KEY("course_id","requires_id"),
	CONSTRAINT "course_prerequisites_not_self" CHECK ("course_prerequisites"."course_id" <> "course_prerequisites"."requires_id")
);

CREATE TABLE "course_modules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_modules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL
);

CREATE UNIQUE INDEX "course_modules_position" ON "course_modules" USING btree ("course_id","position");

CREATE TABLE "lessons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lessons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"module_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"minutes" smallint NOT NULL,
	"is_preview" boolean DEFAULT false NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	CONSTRAINT "lessons_kind" CHECK ("lessons"."kind" in ('video', 'reading', 'practice', 'assignment')),
	CONSTRAINT "lessons_minutes" CHECK ("lessons"."minutes" between 1 and 600)
);

CREATE UNIQUE INDEX "lessons_position" ON "lessons" USING btree ("module_id","position");

CREATE TABLE "quizzes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quizzes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"module_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"title" text NOT NULL,
	"question_count" smallint NOT NULL,
	CONSTRAINT "quizzes_questions" CHECK ("quizzes"."question_count" between 1 and 200)
);

CREATE UNIQUE INDEX "quizzes_position" ON "quizzes" USING btree ("module_id","position");
ALTER TABLE "courses" ADD CONSTRAINT "courses_instructor_id_users_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "courses" ADD CONSTRAINT "courses_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "courses" ADD CONSTRAINT "courses_dance_style_dance_styles_name_fk" FOREIGN KEY ("dance_style") REFERENCES "public"."dance_styles"("name") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "course_prerequisites" ADD CONSTRAINT "course_prerequisites_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "course_prerequisites" ADD CONSTRAINT "course_prerequisites_requires_id_courses_id_fk" FOREIGN KEY ("requires_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "course_modules" ADD CONSTRAINT "course_modules_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_module_id_course_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."course_modules"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_module_id_course_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."course_modules"("id") ON DELETE cascade ON UPDATE no action;

-- A course stores the total length and number of its lessons.
CREATE FUNCTION lessons_keep_length() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update courses set
    minutes = coalesce((select sum(l.minutes) from lessons l join course_modules m on m.id = l.module_id where m.course_id = courses.id), 0),
    lesson_count = (select count(*) from lessons l join course_modules m on m.id = l.module_id where m.course_id = courses.id)
  where id in (select course_id from course_modules where id in (coalesce(new.module_id, old.module_id), coalesce(old.module_id, new.module_id)));
  return null;
end $$;

CREATE TRIGGER lessons_keep_length AFTER INSERT OR DELETE OR UPDATE OF minutes, module_id ON lessons
  FOR EACH ROW EXECUTE FUNCTION lessons_keep_length();
--> statement-breakpoint

-- bundle
-- ======
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

CREATE INDEX "bundles_seller_id" ON "bundles" USING btree ("seller_id","state");
CREATE INDEX "bundles_state" ON "bundles" USING btree ("state","published_at");

CREATE TABLE "bundle_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bundle_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"bundle_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"resource_id" integer,
	"course_id" integer,
	CONSTRAINT "bundle_items_one_thing" CHECK (num_nonnulls("bundle_items"."resource_id", "bundle_items"."course_id") = 1)
);

CREATE UNIQUE INDEX "bundle_items_position" ON "bundle_items" USING btree ("bundle_id","position");
CREATE UNIQUE INDEX "bundle_items_resource" ON "bundle_items" USING btree ("bundle_id","resource_id");
CREATE UNIQUE INDEX "bundle_items_course" ON "bundle_items" USING btree ("bundle_id","course_id");
CREATE INDEX "bundle_items_resource_id" ON "bundle_items" USING btree ("resource_id");
CREATE INDEX "bundle_items_course_id" ON "bundle_items" USING btree ("course_id");
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_seller_id_stores_user_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."stores"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint

-- review
-- ======
CREATE TABLE "reviews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"user_id" integer,
	"stars" smallint NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reviews_item_type" CHECK ("reviews"."item_type" in ('resource', 'course')),
	CONSTRAINT "reviews_stars" CHECK ("reviews"."stars" between 1 and 5),
	CONSTRAINT "reviews_body" CHECK (char_length("reviews"."body") <= 4000),
	CONSTRAINT "reviews_answer" CHECK (("reviews"."answer" is null) = ("reviews"."answered_at" is null))
);

CREATE UNIQUE INDEX "reviews_one_each" ON "reviews" USING btree ("item_type","item_id","user_id");
CREATE INDEX "reviews_item" ON "reviews" USING btree ("item_type","item_id","created_at");
CREATE INDEX "reviews_user_id" ON "reviews" USING btree ("user_id");
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;

-- Ratings are stored as sum and count and changed by the difference in the reviewer's own transaction, which keeps them
-- exact under concurrency. The seller's row is locked before the resource (see resource above).
CREATE FUNCTION reviews_keep_rating() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  item_type text := case tg_op when 'DELETE' then old.item_type else new.item_type end;
  item_id integer := case tg_op when 'DELETE' then old.item_id else new.item_id end;
  stars_more integer := (case tg_op when 'DELETE' then 0 else new.stars end) - (case tg_op when 'INSERT' then 0 else old.stars end);
  count_more integer := case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end;
begin
  if stars_more = 0 and count_more = 0 then return null; end if;
  if item_type = 'resource' then
    update stores s set rating_sum = s.rating_sum + stars_more, rating_count = s.rating_count + count_more
      where s.user_id = (select r.seller_id from resources r where r.id = item_id);
    update resources r set rating_sum = r.rating_sum + stars_more, rating_count = r.rating_count + count_more
      where r.id = item_id;
  else
    update courses c set rating_sum = c.rating_sum + stars_more, rating_count = c.rating_count + count_more
      where c.id = item_id;
  end if;
  return null;
end $$;

CREATE TRIGGER reviews_keep_rating AFTER INSERT OR DELETE OR UPDATE OF stars ON reviews
  FOR EACH ROW EXECUTE FUNCTION reviews_keep_rating();
--> statement-breakpoint

-- wishlist
-- ========
CREATE TABLE "wishes" (
	"user_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wishes_user_id_item_type_item_id_pk" PRIMARY KEY("user_id","item_type","item_id"),
	CONSTRAINT "wishes_item_type" CHECK ("wishes"."item_type" in ('resource', 'course'))
);

ALTER TABLE "wishes" ADD CONSTRAINT "wishes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint

-- cart
-- ====
CREATE TABLE "cart_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cart_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"seen_price_cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_items_item_type" CHECK ("cart_items"."item_type" in ('resource', 'course', 'bundle')),
	CONSTRAINT "cart_items_quantity" CHECK ("cart_items"."quantity" between 1 and 9999)
);

CREATE INDEX "cart_items_touched_at" ON "cart_items" USING btree ("touched_at");
CREATE UNIQUE INDEX "cart_items_one_line" ON "cart_items" USING btree ("user_id","item_type","item_id");
CREATE INDEX "cart_items_item" ON "cart_items" USING btree ("item_type","item_id");

CREATE TABLE "cart_merges" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"merged" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_merges_user_id_key_pk" PRIMARY KEY("user_id","key"),
	CONSTRAINT "cart_merges_key" CHECK (length("cart_merges"."key") between 8 and 100)
);

CREATE TABLE "cart_reminders" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"is_wanted" boolean DEFAULT true NOT NULL,
	"off_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"reminded_at" timestamp with time zone
);

CREATE UNIQUE INDEX "cart_reminders_off_key" ON "cart_reminders" USING btree ("off_key");
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cart_merges" ADD CONSTRAINT "cart_merges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cart_reminders" ADD CONSTRAINT "cart_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;

-- A cart holds at most a hundred different items. Checked here so that adding one is a single statement; locking the
-- user's row stops two requests from both taking the last place.
CREATE FUNCTION cart_has_room() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if exists (
    select 1 from cart_items where user_id = new.user_id and item_type = new.item_type and item_id = new.item_id
  ) then
    return new;
  end if;
  perform 1 from users where id = new.user_id for no key update;
  if (select count(*) from cart_items where user_id = new.user_id) >= 100 then
    raise exception 'the cart is full' using errcode = 'check_violation', constraint = 'cart_items_at_most';
  end if;
  return new;
end $$;

CREATE TRIGGER cart_has_room BEFORE INSERT ON cart_items FOR EACH ROW EXECUTE FUNCTION cart_has_room();
--> statement-breakpoint

-- order: orders, their lines and parts, deductions
-- ================================================
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" text GENERATED ALWAYS AS ('RV-' || lpad(id::text, greatest(6, length(id::text)), '0')) STORED NOT NULL,
	"user_id" integer,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"zip" text,
	"city" text,
	"region" text,
	"country" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"discount_cents" bigint DEFAULT 0 NOT NULL,
	"tax_cents" bigint DEFAULT 0 NOT NULL,
	"total_cents" bigint NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"coupon_code" text,
	"is_from_cart" boolean NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"is_counted" boolean,
	CONSTRAINT "orders_country" CHECK ("orders"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "orders_state_known" CHECK ("orders"."state" in ('pending', 'paid', 'partially_refunded', 'refunded', 'failed', 'cancelled', 'expired')),
	CONSTRAINT "orders_total" CHECK ("orders"."total_cents" = "orders"."subtotal_cents" - "orders"."discount_cents" + "orders"."tax_cents" and "orders"."total_cents" >= 0),
	CONSTRAINT "orders_discount" CHECK ("orders"."discount_cents" between 0 and "orders"."subtotal_cents"),
	CONSTRAINT "orders_refunded" CHECK ("orders"."refunded_cents" between 0 and "orders"."total_cents"),
	CONSTRAINT "orders_paid" CHECK ("orders"."state" not in ('paid', 'partially_refunded') or "orders"."paid_at" is not null)
);

CREATE UNIQUE INDEX "orders_one_pending" ON "orders" USING btree ("user_id") WHERE state = 'pending';
CREATE INDEX "orders_user_id" ON "orders" USING btree ("user_id","id");
CREATE INDEX "orders_guest_email" ON "orders" USING btree (lower(email)) WHERE user_id is null;
CREATE INDEX "orders_to_expire" ON "orders" USING btree ("expires_at") WHERE state = 'pending';
CREATE INDEX "orders_state" ON "orders" USING btree ("state","id");
CREATE INDEX "orders_search" ON "orders" USING gin (lower(email || ' ' || name) gin_trgm_ops);
CREATE INDEX "orders_to_count" ON "orders" USING btree ("id") WHERE is_counted = false;

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
	"discount_cents" bigint DEFAULT 0 NOT NULL,
	"tax_cents" bigint DEFAULT 0 NOT NULL,
	"buyer" text NOT NULL,
	"is_live" boolean DEFAULT false NOT NULL,
	CONSTRAINT "order_lines_item_type" CHECK ("order_lines"."item_type" in ('resource', 'course', 'bundle')),
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" between 1 and 9999),
	CONSTRAINT "order_lines_amount" CHECK ("order_lines"."amount_cents" = "order_lines"."unit_price_cents" * "order_lines"."quantity" - "order_lines"."owned_cents" and "order_lines"."amount_cents" >= 0 and "order_lines"."owned_cents" >= 0),
	CONSTRAINT "order_lines_discount" CHECK ("order_lines"."discount_cents" between 0 and "order_lines"."amount_cents" and "order_lines"."tax_cents" >= 0)
);

CREATE UNIQUE INDEX "order_lines_item" ON "order_lines" USING btree ("order_id","item_type","item_id");
CREATE UNIQUE INDEX "order_lines_bought_once" ON "order_lines" USING btree ("buyer","item_type","item_id") WHERE is_live;
CREATE INDEX "order_lines_title" ON "order_lines" USING gin (lower(title) gin_trgm_ops);

CREATE TABLE "order_parts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_parts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"line_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"title" text NOT NULL,
	"seller_id" integer,
	"amount_cents" bigint NOT NULL,
	"discount_cents" bigint DEFAULT 0 NOT NULL,
	"tax_cents" bigint DEFAULT 0 NOT NULL,
	"fee_cents" bigint NOT NULL,
	"returned_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "order_parts_item_type" CHECK ("order_parts"."item_type" in ('resource', 'course')),
	CONSTRAINT "order_parts_fee" CHECK ("order_parts"."fee_cents" between 0 and "order_parts"."amount_cents" - "order_parts"."discount_cents"),
	CONSTRAINT "order_parts_discount" CHECK ("order_parts"."discount_cents" >= 0 and "order_parts"."tax_cents" >= 0),
	CONSTRAINT "order_parts_returned" CHECK ("order_parts"."returned_cents" between 0 and "order_parts"."amount_cents" - "order_parts"."discount_cents" + "order_parts"."tax_cents")
);

CREATE UNIQUE INDEX "order_parts_item" ON "order_parts" USING btree ("line_id","item_type","item_id");
CREATE INDEX "order_parts_order_id" ON "order_parts" USING btree ("order_id");
CREATE INDEX "order_parts_seller_id" ON "order_parts" USING btree ("seller_id","id");
CREATE INDEX "order_parts_sold" ON "order_parts" USING btree ("item_type","item_id");

CREATE TABLE "order_keys" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);

CREATE INDEX "order_keys_order_id" ON "order_keys" USING btree ("order_id");

CREATE TABLE "order_deductions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_deductions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"part_id" integer NOT NULL,
	"source_part_id" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"held_cents" bigint NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"claimed_by" integer,
	CONSTRAINT "order_deductions_state" CHECK ("order_deductions"."state" in ('planned', 'standing', 'released', 'void')),
	CONSTRAINT "order_deductions_amount" CHECK ("order_deductions"."amount_cents" > 0 and "order_deductions"."held_cents" >= 0),
	CONSTRAINT "order_deductions_two" CHECK ("order_deductions"."part_id" <> "order_deductions"."source_part_id")
);

CREATE UNIQUE INDEX "order_deductions_once" ON "order_deductions" USING btree ("part_id","source_part_id");
CREATE INDEX "order_deductions_source" ON "order_deductions" USING btree ("source_part_id");
CREATE INDEX "order_deductions_claimed_by" ON "order_deductions" USING btree ("claimed_by");
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_parts" ADD CONSTRAINT "order_parts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_parts" ADD CONSTRAINT "order_parts_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_parts" ADD CONSTRAINT "order_parts_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_keys" ADD CONSTRAINT "order_keys_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_deductions" ADD CONSTRAINT "order_deductions_part_id_order_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."order_parts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_deductions" ADD CONSTRAINT "order_deductions_source_part_id_order_parts_id_fk" FOREIGN KEY ("source_part_id") REFERENCES "public"."order_parts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "resource_downloads" ADD CONSTRAINT "resource_downloads_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;

-- An order is the sum of its lines, a line the sum of its parts, and a line's reduction the sum of its deductions.
CREATE FUNCTION order_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if not exists (
    select 1 from order_lines where order_id = new.id
    having sum(amount_cents) = new.subtotal_cents and sum(discount_cents) = new.discount_cents
      and sum(tax_cents) = new.tax_cents
  ) or exists (
    select 1 from order_lines l left join order_parts p on p.line_id = l.id where l.order_id = new.id
    group by l.id having l.amount_cents <> coalesce(sum(p.amount_cents), -1)
      or l.discount_cents <> sum(p.discount_cents) or l.tax_cents <> sum(p.tax_cents)
  ) or exists (
    select 1 from order_lines l where l.order_id = new.id and l.owned_cents <> (
      select coalesce(sum(d.amount_cents), 0) from order_parts p join order_deductions d on d.part_id = p.id
      where p.line_id = l.id)
  ) then
    raise exception 'order % does not add up', new.id
      using errcode = 'check_violation', constraint = 'order_adds_up';
  end if;
  return null;
end $$;

CREATE CONSTRAINT TRIGGER order_adds_up AFTER INSERT OR UPDATE OF subtotal_cents, discount_cents, tax_cents ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION order_adds_up();

-- Prices never change after ordering, whatever happens in the catalogue.
CREATE FUNCTION order_price_stays() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'the price of an order does not change'
    using errcode = 'check_violation', constraint = 'order_price_stays';
end $$;

CREATE TRIGGER order_lines_price_stays
  BEFORE UPDATE OF unit_price_cents, quantity, owned_cents, amount_cents, discount_cents, tax_cents ON order_lines
  FOR EACH STATEMENT EXECUTE FUNCTION order_price_stays();

CREATE TRIGGER order_parts_price_stays
  BEFORE UPDATE OF amount_cents, discount_cents, tax_cents, fee_cents ON order_parts
  FOR EACH STATEMENT EXECUTE FUNCTION order_price_stays();

CREATE TRIGGER order_deductions_price_stays
  BEFORE UPDATE OF part_id, source_part_id, amount_cents, held_cents ON order_deductions
  FOR EACH STATEMENT EXECUTE FUNCTION order_price_stays();

-- A deduction refers to a purchase of the same item by the same buyer: in the same order or an earlier one.
CREATE FUNCTION deduction_is_own() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if not exists (
    select 1 from order_parts p join orders o on o.id = p.order_id, order_parts s join orders so on so.id = s.order_id
    where p.id = new.part_id and s.id = new.source_part_id
      and s.item_type = p.item_type and s.item_id = p.item_id and s.line_id <> p.line_id
      and (so.id = o.id or (so.id < o.id and so.user_id = o.user_id))
  ) then
    raise exception 'deduction % is of another thing or another buyer', new.id
      using errcode = 'check_violation', constraint = 'deduction_is_own';
  end if;
  return null;
end $$;

CREATE TRIGGER deduction_is_own AFTER INSERT ON order_deductions
  FOR EACH ROW EXECUTE FUNCTION deduction_is_own();

-- Money that a standing deduction relies on has not been refunded. The source part is locked first, so a refund and the
-- payment of a bundle see each other. Several bundles may rely on one purchase; the largest deduction counts.
CREATE FUNCTION check_deductions_of(source integer) RETURNS void LANGUAGE plpgsql AS $$
begin
  perform 1 from order_parts where id = source for update;
  if exists (
    select 1 from order_parts s join order_deductions d on d.source_part_id = s.id and d.state = 'standing'
    where s.id = source
      and s.returned_cents + d.held_cents > s.amount_cents - s.discount_cents + s.tax_cents
  ) then
    raise exception 'a deduction from part % is not covered by it', source
      using errcode = 'check_violation', constraint = 'deduction_is_covered';
  end if;
end $$;

CREATE FUNCTION deduction_is_covered() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.state = 'standing' then perform check_deductions_of(new.source_part_id); end if;
  return null;
end $$;

CREATE CONSTRAINT TRIGGER deduction_is_covered AFTER INSERT OR UPDATE OF state ON order_deductions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION deduction_is_covered();

CREATE FUNCTION deductions_stay_covered() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform check_deductions_of(new.id);
  return null;
end $$;

CREATE CONSTRAINT TRIGGER deductions_stay_covered AFTER UPDATE OF returned_cents ON order_parts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION deductions_stay_covered();
--> statement-breakpoint

-- checkout
-- ========
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

CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");
CREATE INDEX "idempotency_keys_order_id" ON "idempotency_keys" USING btree ("order_id");
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint

-- payment
-- =======
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

CREATE UNIQUE INDEX "payments_gateway_id" ON "payments" USING btree ("gateway","gateway_id");
CREATE UNIQUE INDEX "payments_one_live" ON "payments" USING btree ("order_id") WHERE state in ('open', 'requires_action', 'processing');
CREATE UNIQUE INDEX "payments_one_succeeded" ON "payments" USING btree ("order_id") WHERE state = 'succeeded';
CREATE INDEX "payments_to_check" ON "payments" USING btree ("check_at") WHERE check_at is not null;

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

CREATE INDEX "webhook_events_gateway_id" ON "webhook_events" USING btree ("gateway","gateway_id");
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("received_at") WHERE state = 'waiting';

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

CREATE UNIQUE INDEX "payment_problems_once" ON "payment_problems" USING btree ("gateway","gateway_id","kind");
CREATE INDEX "payment_problems_open" ON "payment_problems" USING btree ("created_at") WHERE resolved_at is null;
CREATE INDEX "payment_problems_payment_id" ON "payment_problems" USING btree ("payment_id");
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payment_problems" ADD CONSTRAINT "payment_problems_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payment_problems" ADD CONSTRAINT "payment_problems_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint

-- entitlement: who may use what, and why
-- ======================================
CREATE TABLE "entitlements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "entitlements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"cause" text NOT NULL,
	"cause_ref" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	CONSTRAINT "entitlements_item_type" CHECK ("entitlements"."item_type" in ('resource', 'course')),
	CONSTRAINT "entitlements_cause_known" CHECK ("entitlements"."cause" in ('order_line', 'membership', 'seat', 'free', 'grant')),
	CONSTRAINT "entitlements_holder" CHECK ("entitlements"."user_id" is not null or ("entitlements"."cause" = 'order_line' and "entitlements"."cause_ref" <> '')),
	CONSTRAINT "entitlements_state" CHECK ("entitlements"."state" in ('active', 'expired', 'revoked'))
);

CREATE UNIQUE INDEX "entitlements_cause" ON "entitlements" USING btree ("user_id","item_type","item_id","cause","cause_ref");
CREATE UNIQUE INDEX "entitlements_order_line_once" ON "entitlements" USING btree ("cause_ref","item_type","item_id") WHERE cause = 'order_line' and cause_ref <> '';
CREATE INDEX "entitlements_item" ON "entitlements" USING btree ("item_type","item_id");

CREATE TABLE "grants" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "grants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"granted_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_by" integer,
	"revoked_at" timestamp with time zone,
	"revoke_reason" text,
	CONSTRAINT "grants_item_type" CHECK ("grants"."item_type" in ('resource', 'course')),
	CONSTRAINT "grants_kind" CHECK ("grants"."kind" in ('grant', 'comp')),
	CONSTRAINT "grants_revoked" CHECK (("grants"."revoked_at" is null) = ("grants"."revoke_reason" is null))
);

CREATE UNIQUE INDEX "grants_once" ON "grants" USING btree ("user_id","item_type","item_id") WHERE revoked_at is null;
CREATE INDEX "grants_granted_by" ON "grants" USING btree ("granted_by");
CREATE INDEX "grants_revoked_by" ON "grants" USING btree ("revoked_by");

CREATE TABLE "enrolments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enrolments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "enrolments_state_known" CHECK ("enrolments"."state" in ('active', 'suspended', 'completed', 'ended'))
);

CREATE UNIQUE INDEX "enrolments_once" ON "enrolments" USING btree ("user_id","course_id");
CREATE INDEX "enrolments_course_id" ON "enrolments" USING btree ("course_id");

CREATE TABLE "licence_stamps" (
	"file_id" integer NOT NULL,
	"user_id" integer,
	"order_id" integer,
	"mark" text NOT NULL,
	"tail" "bytea",
	"tail_bytes" integer DEFAULT 0 NOT NULL,
	"refusal" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "licence_stamps_one_copy" UNIQUE NULLS NOT DISTINCT("file_id","user_id","order_id"),
	CONSTRAINT "licence_stamps_holder" CHECK (num_nonnulls("licence_stamps"."user_id", "licence_stamps"."order_id") = 1),
	CONSTRAINT "licence_stamps_tail" CHECK (("licence_stamps"."tail" is null) = ("licence_stamps"."refusal" is not null)),
	CONSTRAINT "licence_stamps_bytes" CHECK ("licence_stamps"."tail_bytes" = coalesce(length("licence_stamps"."tail"), 0))
);

CREATE INDEX "licence_stamps_order_id" ON "licence_stamps" USING btree ("order_id");
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "grants" ADD CONSTRAINT "grants_granted_by_users_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "grants" ADD CONSTRAINT "grants_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "licence_stamps" ADD CONSTRAINT "licence_stamps_file_id_resource_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."resource_files"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "licence_stamps" ADD CONSTRAINT "licence_stamps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "licence_stamps" ADD CONSTRAINT "licence_stamps_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint

-- coupon
-- ======
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

CREATE UNIQUE INDEX "coupons_code" ON "coupons" USING btree (lower(code));
CREATE INDEX "coupons_seller_id" ON "coupons" USING btree ("seller_id");
CREATE INDEX "coupons_created_by" ON "coupons" USING btree ("created_by");

CREATE TABLE "coupon_items" (
	"coupon_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	CONSTRAINT "coupon_items_coupon_id_item_type_item_id_pk" PRIMARY KEY("coupon_id","item_type","item_id"),
	CONSTRAINT "coupon_items_type" CHECK ("coupon_items"."item_type" in ('resource', 'course', 'bundle'))
);

CREATE TABLE "coupon_sellers" (
	"coupon_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	CONSTRAINT "coupon_sellers_coupon_id_seller_id_pk" PRIMARY KEY("coupon_id","seller_id")
);

CREATE INDEX "coupon_sellers_seller_id" ON "coupon_sellers" USING btree ("seller_id");

CREATE TABLE "coupon_uses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_uses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"coupon_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"person" text NOT NULL,
	"turn" integer NOT NULL,
	"is_first_order" boolean NOT NULL,
	"discount_cents" bigint NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"network" text,
	"card" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "coupon_uses_state" CHECK ("coupon_uses"."state" in ('held', 'used', 'freed')),
	CONSTRAINT "coupon_uses_discount" CHECK ("coupon_uses"."discount_cents" > 0)
);

CREATE UNIQUE INDEX "coupon_uses_order" ON "coupon_uses" USING btree ("order_id") WHERE state <> 'freed';
CREATE INDEX "coupon_uses_of_order" ON "coupon_uses" USING btree ("order_id");
CREATE INDEX "coupon_uses_held" ON "coupon_uses" USING btree ("coupon_id") WHERE state = 'held';
CREATE INDEX "coupon_uses_card" ON "coupon_uses" USING btree ("coupon_id","card") WHERE card is not null;
CREATE UNIQUE INDEX "coupon_uses_turn" ON "coupon_uses" USING btree ("coupon_id","person","turn") WHERE turn > 0 and state <> 'freed';
CREATE UNIQUE INDEX "coupon_uses_first_order" ON "coupon_uses" USING btree ("person") WHERE is_first_order and state <> 'freed';
CREATE INDEX "coupon_uses_coupon_id" ON "coupon_uses" USING btree ("coupon_id","id");
CREATE INDEX "coupon_uses_person" ON "coupon_uses" USING btree ("person","coupon_id") WHERE state <> 'freed';
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_seller_id_stores_user_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."stores"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "coupon_items" ADD CONSTRAINT "coupon_items_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "coupon_sellers" ADD CONSTRAINT "coupon_sellers_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "coupon_sellers" ADD CONSTRAINT "coupon_sellers_seller_id_stores_user_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."stores"("user_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;

-- An order that fails, expires or is refunded in full gives its coupon back, once. The network the payment came from is
-- forgotten along with the hold.
CREATE FUNCTION order_frees_coupon() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  with freed as (
    update coupon_uses set state = 'freed', ended_at = coalesce(new.ended_at, now()), network = null
    where order_id = new.id and state <> 'freed' returning coupon_id
  )
  update coupons c set use_count = c.use_count - 1 from freed where c.id = freed.coupon_id;
  return null;
end $$;

CREATE TRIGGER order_frees_coupon AFTER UPDATE OF state ON orders FOR EACH ROW
  WHEN (new.state in ('failed', 'cancelled', 'expired', 'refunded') and new.discount_cents > 0)
  EXECUTE FUNCTION order_frees_coupon();

-- When a guest's order joins an account, the coupon use counts against that account.
CREATE FUNCTION coupon_use_finds_owner() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update coupon_uses u set person = 'u' || new.user_id,
    turn = case when exists (
      select 1 from coupon_uses o where o.coupon_id = u.coupon_id and o.person = 'u' || new.user_id and o.turn = u.turn
        and o.state <> 'freed'
    ) then 0 else u.turn end,
    is_first_order = u.is_first_order and not exists (
      select 1 from coupon_uses o where o.person = 'u' || new.user_id and o.is_first_order and o.state <> 'freed'
    )
  where u.order_id = new.id and u.person like 'e%';
  return null;
end $$;

CREATE TRIGGER coupon_use_finds_owner AFTER UPDATE OF user_id ON orders FOR EACH ROW
  WHEN (new.user_id is not null and old.user_id is null and new.discount_cents > 0)
  EXECUTE FUNCTION coupon_use_finds_owner();
--> statement-breakpoint

-- ledger
-- ======
CREATE TABLE "ledger_transactions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"order_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_transactions_kind" CHECK ("ledger_transactions"."kind" in ('sale', 'refund', 'refund_failed', 'dispute', 'payout', 'payout_paid', 'payout_failed', 'reversal'))
);

CREATE UNIQUE INDEX "ledger_transactions_cause" ON "ledger_transactions" USING btree ("cause");
CREATE INDEX "ledger_transactions_order_id" ON "ledger_transactions" USING btree ("order_id");
CREATE INDEX "ledger_transactions_created_at" ON "ledger_transactions" USING btree ("created_at");
CREATE INDEX "ledger_transactions_kind_id" ON "ledger_transactions" USING btree ("kind","id");

CREATE TABLE "ledger_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"transaction_id" integer NOT NULL,
	"account" text NOT NULL,
	"seller_id" integer,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"booked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_account_known" CHECK ("ledger_entries"."account" in ('gateway', 'platform_revenue', 'seller_payable', 'buyer_payable', 'tax_payable', 'disputed', 'in_transit')),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount_cents" <> 0),
	CONSTRAINT "ledger_entries_whose" CHECK (("ledger_entries"."account" = 'seller_payable') = ("ledger_entries"."seller_id" is not null))
);

CREATE INDEX "ledger_entries_transaction_id" ON "ledger_entries" USING btree ("transaction_id");
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account","seller_id","transaction_id");
CREATE INDEX "ledger_entries_seller" ON "ledger_entries" USING btree ("seller_id","booked_at","id") WHERE seller_id is not null;

CREATE TABLE "ledger_unrolled" (
	"transaction_id" integer PRIMARY KEY NOT NULL
);

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

CREATE INDEX "ledger_days_day" ON "ledger_days" USING btree ("day");

CREATE TABLE "ledger_balances" (
	"account" text NOT NULL,
	"seller_id" integer NOT NULL,
	"currency" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"entry_count" integer NOT NULL,
	CONSTRAINT "ledger_balances_account_seller_id_currency_pk" PRIMARY KEY("account","seller_id","currency")
);

CREATE TABLE "ledger_proofs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_proofs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"checked_at" timestamp with time zone NOT NULL,
	"transaction_count" integer NOT NULL,
	"entry_count" integer NOT NULL,
	"total_cents" bigint NOT NULL,
	"unbalanced_count" integer NOT NULL,
	"stray_count" integer NOT NULL
);

CREATE INDEX "ledger_proofs_checked_at" ON "ledger_proofs" USING btree ("checked_at");

CREATE TABLE "sales_days" (
	"day" date NOT NULL,
	"seller_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"sold_count" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"discount_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	CONSTRAINT "sales_days_seller_id_day_item_type_item_id_pk" PRIMARY KEY("seller_id","day","item_type","item_id")
);

CREATE INDEX "sales_days_day" ON "sales_days" USING btree ("day");
CREATE INDEX "sales_days_discounted" ON "sales_days" USING btree ("day") WHERE discount_cents > 0;

CREATE TABLE "sales_months" (
	"month" date NOT NULL,
	"seller_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"sold_count" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"discount_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	CONSTRAINT "sales_months_seller_id_month_item_type_item_id_pk" PRIMARY KEY("seller_id","month","item_type","item_id")
);

CREATE INDEX "sales_months_month" ON "sales_months" USING btree ("month");
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "ledger_unrolled" ADD CONSTRAINT "ledger_unrolled_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;

-- Every ledger transaction has at least two entries and sums to zero in each currency. Deferred to the commit, because
-- entries are inserted one by one.
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

CREATE CONSTRAINT TRIGGER ledger_sums_to_zero AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_sums_to_zero();

-- The ledger is append-only.
CREATE FUNCTION only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception '% is only ever added to', tg_table_name
    using errcode = 'check_violation', constraint = 'only_added_to';
end $$;

CREATE TRIGGER ledger_entries_only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION only_added_to();

CREATE TRIGGER ledger_transactions_only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION only_added_to();

-- Entries carry the time of their transaction, for statements by period.
CREATE FUNCTION ledger_entry_is_booked() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  select created_at into new.booked_at from ledger_transactions where id = new.transaction_id;
  return new;
end $$;

CREATE TRIGGER ledger_entry_is_booked BEFORE INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION ledger_entry_is_booked();

-- New transactions queue up to be added to the daily totals.
CREATE FUNCTION ledger_waits_for_rolling() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into ledger_unrolled (transaction_id) values (new.id);
  return null;
end $$;

CREATE TRIGGER ledger_waits_for_rolling AFTER INSERT ON ledger_transactions
  FOR EACH ROW EXECUTE FUNCTION ledger_waits_for_rolling();

-- What the platform owes a seller now: daily totals plus transactions not yet in them.
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

-- payout
-- ======
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

CREATE UNIQUE INDEX "payout_accounts_gateway_id" ON "payout_accounts" USING btree ("gateway","gateway_id");

CREATE TABLE "payout_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"started_by" integer,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"payout_count" integer DEFAULT 0 NOT NULL,
	"amount_cents" bigint DEFAULT 0 NOT NULL
);

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
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount_cents" > 0),
	CONSTRAINT "payouts_paid" CHECK ("payouts"."state" <> 'paid' or "payouts"."gateway_id" is not null),
	CONSTRAINT "payouts_ended" CHECK (("payouts"."state" = 'processing') = ("payouts"."ended_at" is null))
);

CREATE UNIQUE INDEX "payouts_one_processing" ON "payouts" USING btree ("seller_id") WHERE state = 'processing';
CREATE UNIQUE INDEX "payouts_gateway_id" ON "payouts" USING btree ("gateway","gateway_id");
CREATE INDEX "payouts_seller_id" ON "payouts" USING btree ("seller_id","id");
CREATE INDEX "payouts_run_id" ON "payouts" USING btree ("run_id");

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

CREATE INDEX "earnings_order_id" ON "earnings" USING btree ("order_id");
CREATE INDEX "earnings_seller_id" ON "earnings" USING btree ("seller_id","part_id");
CREATE INDEX "earnings_open" ON "earnings" USING btree ("seller_id","available_at") WHERE state in ('waiting', 'held');
CREATE INDEX "earnings_payout_id" ON "earnings" USING btree ("payout_id");

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

CREATE UNIQUE INDEX "payout_reversals_cause" ON "payout_reversals" USING btree ("payout_id","cause");
CREATE INDEX "payout_reversals_seller_id" ON "payout_reversals" USING btree ("seller_id");
CREATE INDEX "payout_reversals_requested" ON "payout_reversals" USING btree ("id") WHERE state = 'requested';
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payout_runs" ADD CONSTRAINT "payout_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_part_id_order_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."order_parts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payout_reversals" ADD CONSTRAINT "payout_reversals_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payout_reversals" ADD CONSTRAINT "payout_reversals_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint

-- refund: requests, refunds, disputes
-- ===================================
CREATE TABLE "refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"payment_id" integer NOT NULL,
	"kind" text DEFAULT 'undo' NOT NULL,
	"line_id" integer,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"gateway_id" text,
	"decided_by" integer,
	"asked_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "refunds_state_known" CHECK ("refunds"."state" in ('requested', 'succeeded', 'failed')),
	CONSTRAINT "refunds_kind_known" CHECK ("refunds"."kind" in ('whole', 'line', 'amount', 'outside', 'undo')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_line" CHECK ("refunds"."kind" <> 'line' or "refunds"."line_id" is not null)
);

CREATE UNIQUE INDEX "refunds_asked_key" ON "refunds" USING btree ("order_id","asked_key");
CREATE INDEX "refunds_order_id" ON "refunds" USING btree ("order_id");
CREATE INDEX "refunds_payment_id" ON "refunds" USING btree ("payment_id");
CREATE INDEX "refunds_line_id" ON "refunds" USING btree ("line_id");
CREATE INDEX "refunds_decided_by" ON "refunds" USING btree ("decided_by");
CREATE INDEX "refunds_requested" ON "refunds" USING btree ("id") WHERE state = 'requested';
CREATE UNIQUE INDEX "refunds_gateway_id" ON "refunds" USING btree ("gateway_id");

CREATE TABLE "refund_parts" (
	"refund_id" integer NOT NULL,
	"part_id" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"share_cents" bigint NOT NULL,
	CONSTRAINT "refund_parts_refund_id_part_id_pk" PRIMARY KEY("refund_id","part_id"),
	CONSTRAINT "refund_parts_amount" CHECK ("refund_parts"."amount_cents" > 0 and "refund_parts"."tax_cents" >= 0 and "refund_parts"."share_cents" >= 0 and "refund_parts"."tax_cents" + "refund_parts"."share_cents" <= "refund_parts"."amount_cents")
);

CREATE INDEX "refund_parts_part_id" ON "refund_parts" USING btree ("part_id");

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

CREATE UNIQUE INDEX "refund_requests_one_open" ON "refund_requests" USING btree ("order_id",coalesce(line_id, 0)) WHERE state = 'asked';
CREATE INDEX "refund_requests_order_id" ON "refund_requests" USING btree ("order_id");
CREATE INDEX "refund_requests_line_id" ON "refund_requests" USING btree ("line_id");
CREATE INDEX "refund_requests_open" ON "refund_requests" USING btree ("created_at") WHERE state = 'asked';
CREATE UNIQUE INDEX "refund_requests_refund_id" ON "refund_requests" USING btree ("refund_id");
CREATE INDEX "refund_requests_decided_by" ON "refund_requests" USING btree ("decided_by");

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

CREATE UNIQUE INDEX "disputes_gateway_id" ON "disputes" USING btree ("gateway","gateway_id");
CREATE INDEX "disputes_order_id" ON "disputes" USING btree ("order_id");
CREATE INDEX "disputes_payment_id" ON "disputes" USING btree ("payment_id");
CREATE INDEX "disputes_open" ON "disputes" USING btree ("created_at") WHERE state in ('open', 'under_review');

CREATE TABLE "dispute_parts" (
	"dispute_id" integer NOT NULL,
	"part_id" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"share_cents" bigint NOT NULL,
	CONSTRAINT "dispute_parts_dispute_id_part_id_pk" PRIMARY KEY("dispute_id","part_id"),
	CONSTRAINT "dispute_parts_amount" CHECK ("dispute_parts"."amount_cents" > 0 and "dispute_parts"."tax_cents" >= 0 and "dispute_parts"."share_cents" >= 0 and "dispute_parts"."tax_cents" + "dispute_parts"."share_cents" <= "dispute_parts"."amount_cents")
);

CREATE INDEX "dispute_parts_part_id" ON "dispute_parts" USING btree ("part_id");
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "refund_parts" ADD CONSTRAINT "refund_parts_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refund_parts" ADD CONSTRAINT "refund_parts_part_id_order_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."order_parts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "dispute_parts" ADD CONSTRAINT "dispute_parts_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "dispute_parts" ADD CONSTRAINT "dispute_parts_part_id_order_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."order_parts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_deductions" ADD CONSTRAINT "order_deductions_claimed_by_refunds_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;

-- Refunds of a payment never exceed it.
CREATE FUNCTION refunds_within_payment() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  taken bigint;
begin
  -- Serialize refunds of one payment: two at once could each fit on their own.
  select amount_cents into taken from payments where id = new.payment_id for no key update;
  if (select sum(amount_cents) from refunds where payment_id = new.payment_id and state <> 'failed') > taken then
    raise exception 'more would be refunded than was paid'
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;

CREATE TRIGGER refunds_within_payment AFTER INSERT OR UPDATE OF amount_cents, state ON refunds
  FOR EACH ROW EXECUTE FUNCTION refunds_within_payment();

-- The returned amount of a part, and the seller's share of it, equals the sum of its refunds and disputes.
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

CREATE FUNCTION check_part_returns() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform part_returns_add_up(coalesce(new.part_id, old.part_id));
  return null;
end $$;

CREATE CONSTRAINT TRIGGER refund_parts_add_up AFTER INSERT OR UPDATE OR DELETE ON refund_parts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_part_returns();

CREATE CONSTRAINT TRIGGER dispute_parts_add_up AFTER INSERT OR UPDATE OR DELETE ON dispute_parts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_part_returns();

CREATE CONSTRAINT TRIGGER earnings_returns_add_up AFTER UPDATE OF returned_cents ON earnings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_part_returns();

CREATE FUNCTION check_own_returns() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform part_returns_add_up(new.id);
  return null;
end $$;

CREATE CONSTRAINT TRIGGER order_parts_returns_add_up AFTER UPDATE OF returned_cents ON order_parts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_own_returns();

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

CREATE CONSTRAINT TRIGGER refunds_add_up AFTER INSERT OR UPDATE OF state, amount_cents ON refunds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_refund_returns();

-- A payout equals its earnings, all past their refund window, less what the seller owes; and it never exceeds the
-- seller's balance less refunds in progress.
CREATE FUNCTION payout_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if not exists (
    select 1 from earnings where payout_id = new.id
    having coalesce(sum(share_cents - returned_cents), 0) = new.amount_cents + new.offset_cents
      and coalesce(max(available_at), new.created_at) <= new.created_at
  ) or seller_owed(new.seller_id) < (
    select coalesce(sum(rp.share_cents), 0) from refunds r join refund_parts rp on rp.refund_id = r.id
    join order_parts p on p.id = rp.part_id
    where r.state = 'requested' and p.seller_id = new.seller_id
  ) then
    raise exception 'payout % is more than is due', new.id
      using errcode = 'check_violation', constraint = 'payout_is_due';
  end if;
  return null;
end $$;

CREATE CONSTRAINT TRIGGER payout_is_due AFTER INSERT ON payouts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payout_is_due();
--> statement-breakpoint

-- seat
-- ====
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

CREATE UNIQUE INDEX "seats_position" ON "seats" USING btree ("line_id","position");
CREATE UNIQUE INDEX "seats_key" ON "seats" USING btree ("key_hash");
CREATE UNIQUE INDEX "seats_holder" ON "seats" USING btree ("line_id","holder_id");
CREATE UNIQUE INDEX "seats_email" ON "seats" USING btree ("line_id",lower(email));
CREATE INDEX "seats_holder_id" ON "seats" USING btree ("holder_id");
ALTER TABLE "seats" ADD CONSTRAINT "seats_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "seats" ADD CONSTRAINT "seats_holder_id_users_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;

-- A line has no more seats than were paid for.
CREATE FUNCTION seat_was_paid() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.position > (select quantity from order_lines where id = new.line_id) then
    raise exception 'line % has no seat %', new.line_id, new.position
      using errcode = 'check_violation', constraint = 'seat_was_paid';
  end if;
  return null;
end $$;

CREATE TRIGGER seat_was_paid AFTER INSERT OR UPDATE OF line_id, position ON seats
  FOR EACH ROW EXECUTE FUNCTION seat_was_paid();
--> statement-breakpoint

-- payment sandbox: the test gateway and test bank
-- ===============================================
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

CREATE UNIQUE INDEX "sandbox_payments_key" ON "sandbox_payments" USING btree ("idempotency_key");

CREATE TABLE "sandbox_charges" (
	"idempotency_key" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"outcome" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);

CREATE INDEX "sandbox_charges_payment_id" ON "sandbox_charges" USING btree ("payment_id");
CREATE UNIQUE INDEX "sandbox_charges_once" ON "sandbox_charges" USING btree ("payment_id") WHERE outcome = 'succeeded';

CREATE TABLE "sandbox_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"payment_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);

CREATE UNIQUE INDEX "sandbox_refunds_key" ON "sandbox_refunds" USING btree ("idempotency_key");
CREATE INDEX "sandbox_refunds_payment_id" ON "sandbox_refunds" USING btree ("payment_id");

CREATE TABLE "sandbox_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE INDEX "sandbox_events_waiting" ON "sandbox_events" USING btree ("created_at") WHERE delivered_at is null;

CREATE TABLE "sandbox_secrets" (
	"id" integer PRIMARY KEY NOT NULL,
	"webhook_secret" text NOT NULL,
	CONSTRAINT "sandbox_secrets_one" CHECK ("sandbox_secrets"."id" = 1)
);

CREATE TABLE "sandbox_disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_disputes_state" CHECK ("sandbox_disputes"."state" in ('needs_response', 'under_review', 'won', 'lost'))
);

CREATE UNIQUE INDEX "sandbox_disputes_payment_id" ON "sandbox_disputes" USING btree ("payment_id");

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

CREATE UNIQUE INDEX "sandbox_accounts_key" ON "sandbox_accounts" USING btree ("idempotency_key");

CREATE TABLE "sandbox_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"account_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reversed_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_transfers_reversed" CHECK ("sandbox_transfers"."reversed_cents" between 0 and "sandbox_transfers"."amount_cents")
);

CREATE UNIQUE INDEX "sandbox_transfers_key" ON "sandbox_transfers" USING btree ("idempotency_key");
CREATE INDEX "sandbox_transfers_account_id" ON "sandbox_transfers" USING btree ("account_id");

CREATE TABLE "sandbox_reversals" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"transfer_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);

CREATE UNIQUE INDEX "sandbox_reversals_key" ON "sandbox_reversals" USING btree ("idempotency_key");
CREATE INDEX "sandbox_reversals_transfer_id" ON "sandbox_reversals" USING btree ("transfer_id");
ALTER TABLE "sandbox_charges" ADD CONSTRAINT "sandbox_charges_payment_id_sandbox_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."sandbox_payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_payment_id_sandbox_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."sandbox_payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sandbox_disputes" ADD CONSTRAINT "sandbox_disputes_payment_id_sandbox_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."sandbox_payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sandbox_transfers" ADD CONSTRAINT "sandbox_transfers_account_id_sandbox_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sandbox_accounts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sandbox_reversals" ADD CONSTRAINT "sandbox_reversals_transfer_id_sandbox_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."sandbox_transfers"("id") ON DELETE no action ON UPDATE no action;
