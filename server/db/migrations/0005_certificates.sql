CREATE TABLE "certificate_template_images" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificate_template_images_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"template_id" integer NOT NULL,
	"storage_key" text NOT NULL,
	"content_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificate_template_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificate_template_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"template_id" integer NOT NULL,
	"version" smallint NOT NULL,
	"layout" jsonb NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" integer
);
--> statement-breakpoint
CREATE TABLE "certificate_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificate_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" integer,
	"name" text NOT NULL,
	"draft" jsonb NOT NULL,
	"draft_revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"archived_at" timestamp with time zone,
	CONSTRAINT "certificate_templates_name" CHECK (length("certificate_templates"."name") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "badge_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"private_key" text NOT NULL,
	"public_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "certificate_reminders" (
	"certificate_id" integer NOT NULL,
	"days" smallint NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificate_reminders_certificate_id_days_pk" PRIMARY KEY("certificate_id","days"),
	CONSTRAINT "certificate_reminders_days" CHECK ("certificate_reminders"."days" in (90, 30, 7, 1))
);
--> statement-breakpoint
CREATE TABLE "certificate_rules" (
	"course_id" integer PRIMARY KEY NOT NULL,
	"is_offered" boolean NOT NULL,
	"required_hours" numeric(5, 1) DEFAULT 0 NOT NULL,
	"template_id" integer,
	"grace_months" smallint DEFAULT 12 NOT NULL,
	"renewal_course_id" integer,
	"renewal_hours" numeric(5, 1),
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" integer,
	CONSTRAINT "certificate_rules_required_hours" CHECK ("certificate_rules"."required_hours" between 0 and 500),
	CONSTRAINT "certificate_rules_grace_months" CHECK ("certificate_rules"."grace_months" between 0 and 60),
	CONSTRAINT "certificate_rules_renewal_hours" CHECK ("certificate_rules"."renewal_hours" > 0 and "certificate_rules"."renewal_hours" <= 500),
	CONSTRAINT "certificate_rules_renewal_course" CHECK ("certificate_rules"."renewal_course_id" <> "certificate_rules"."course_id")
);
--> statement-breakpoint
CREATE TABLE "certificate_versions" (
	"certificate_id" integer NOT NULL,
	"version" smallint NOT NULL,
	"holder_name" text NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL,
	"replaced_by" integer,
	"reason" text NOT NULL,
	CONSTRAINT "certificate_versions_certificate_id_version_pk" PRIMARY KEY("certificate_id","version")
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"user_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"cycle" smallint NOT NULL,
	"source" text NOT NULL,
	"holder_name" text NOT NULL,
	"course_title" text NOT NULL,
	"assessor_name" text NOT NULL,
	"module_count" smallint NOT NULL,
	"credit_hours" numeric(5, 1),
	"template_version_id" integer NOT NULL,
	"time_zone" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"issued_on" date NOT NULL,
	"expires_on" date,
	"expires_at" timestamp with time zone,
	"grace_ends_at" timestamp with time zone,
	"issued_by" integer,
	"revoked_at" timestamp with time zone,
	"revoked_reason" text,
	"revoked_by" integer,
	"version" smallint DEFAULT 1 NOT NULL,
	CONSTRAINT "certificates_code" CHECK ("certificates"."code" ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
	CONSTRAINT "certificates_cycle" CHECK ("certificates"."cycle" >= 1),
	CONSTRAINT "certificates_source" CHECK ("certificates"."source" in ('earned', 'issued', 'renewed')),
	CONSTRAINT "certificates_holder_name" CHECK (length("certificates"."holder_name") between 1 and 200),
	CONSTRAINT "certificates_expiry" CHECK (("certificates"."expires_on" is null) = ("certificates"."expires_at" is null) and ("certificates"."expires_at" is null) = ("certificates"."grace_ends_at" is null)
        and "certificates"."expires_at" > "certificates"."issued_at" and "certificates"."grace_ends_at" >= "certificates"."expires_at"),
	CONSTRAINT "certificates_revoked" CHECK (("certificates"."revoked_at" is null) = ("certificates"."revoked_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "credit_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"credit_id" integer NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_hours" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_hours_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"source" text NOT NULL,
	"earned_with" text,
	"title" text NOT NULL,
	"provider" text DEFAULT '' NOT NULL,
	"done_on" date NOT NULL,
	"hours" numeric(5, 1) NOT NULL,
	"is_safe_practice" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"decision_reason" text,
	"decided_at" timestamp with time zone,
	"decided_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_hours_source" CHECK ("credit_hours"."source" in ('certificate', 'outside')),
	CONSTRAINT "credit_hours_state" CHECK ("credit_hours"."state" in ('in_review', 'counted', 'returned', 'declined', 'withdrawn')),
	CONSTRAINT "credit_hours_hours" CHECK ("credit_hours"."hours" > 0 and "credit_hours"."hours" <= 500),
	CONSTRAINT "credit_hours_earned" CHECK (("credit_hours"."source" = 'outside') = ("credit_hours"."earned_with" is null)),
	CONSTRAINT "credit_hours_decided" CHECK ("credit_hours"."source" <> 'outside' or ("credit_hours"."state" = 'in_review') = ("credit_hours"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "certificate_template_images" ADD CONSTRAINT "certificate_template_images_template_id_certificate_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."certificate_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_template_versions" ADD CONSTRAINT "certificate_template_versions_template_id_certificate_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."certificate_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_template_versions" ADD CONSTRAINT "certificate_template_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_templates" ADD CONSTRAINT "certificate_templates_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_reminders" ADD CONSTRAINT "certificate_reminders_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_rules" ADD CONSTRAINT "certificate_rules_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_rules" ADD CONSTRAINT "certificate_rules_template_id_certificate_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."certificate_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_rules" ADD CONSTRAINT "certificate_rules_renewal_course_id_courses_id_fk" FOREIGN KEY ("renewal_course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_rules" ADD CONSTRAINT "certificate_rules_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_versions" ADD CONSTRAINT "certificate_versions_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_versions" ADD CONSTRAINT "certificate_versions_replaced_by_users_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_template_version_id_certificate_template_versions_id_fk" FOREIGN KEY ("template_version_id") REFERENCES "public"."certificate_template_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_issued_by_users_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_files" ADD CONSTRAINT "credit_files_credit_id_credit_hours_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."credit_hours"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_hours" ADD CONSTRAINT "credit_hours_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_hours" ADD CONSTRAINT "credit_hours_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_template_images_storage_key" ON "certificate_template_images" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "certificate_template_images_template_id" ON "certificate_template_images" USING btree ("template_id");--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_template_versions_version" ON "certificate_template_versions" USING btree ("template_id","version");--> statement-breakpoint
CREATE INDEX "certificate_template_versions_published_by" ON "certificate_template_versions" USING btree ("published_by");--> statement-breakpoint
CREATE INDEX "certificate_templates_owner_id" ON "certificate_templates" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "certificate_rules_template_id" ON "certificate_rules" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "certificate_rules_renewal_course_id" ON "certificate_rules" USING btree ("renewal_course_id");--> statement-breakpoint
CREATE INDEX "certificate_rules_updated_by" ON "certificate_rules" USING btree ("updated_by");--> statement-breakpoint
CREATE INDEX "certificate_versions_replaced_by" ON "certificate_versions" USING btree ("replaced_by");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_code" ON "certificates" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_cycle" ON "certificates" USING btree ("user_id","course_id","cycle");--> statement-breakpoint
CREATE INDEX "certificates_course_id" ON "certificates" USING btree ("course_id","issued_at");--> statement-breakpoint
CREATE INDEX "certificates_issued_at" ON "certificates" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "certificates_expires_at" ON "certificates" USING btree ("expires_at") WHERE revoked_at is null and expires_at is not null;--> statement-breakpoint
CREATE INDEX "certificates_template_version_id" ON "certificates" USING btree ("template_version_id");--> statement-breakpoint
CREATE INDEX "certificates_issued_by" ON "certificates" USING btree ("issued_by");--> statement-breakpoint
CREATE INDEX "certificates_revoked_by" ON "certificates" USING btree ("revoked_by");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_files_storage_key" ON "credit_files" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "credit_files_credit_id" ON "credit_files" USING btree ("credit_id");--> statement-breakpoint
CREATE INDEX "credit_hours_user_id" ON "credit_hours" USING btree ("user_id","done_on");--> statement-breakpoint
CREATE INDEX "credit_hours_decided_by" ON "credit_hours" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "credit_hours_waiting" ON "credit_hours" USING btree ("created_at") WHERE state = 'in_review';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_hours_earned_with" ON "credit_hours" USING btree ("user_id","earned_with");