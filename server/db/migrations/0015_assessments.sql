CREATE TABLE "assessment_sessions" (
	"submission_id" integer PRIMARY KEY NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"place" text NOT NULL,
	"set_by" integer,
	"set_at" timestamp with time zone NOT NULL,
	CONSTRAINT "assessment_sessions_place" CHECK (length("assessment_sessions"."place") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "assessments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assessments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"submission_id" integer NOT NULL,
	"learner_id" integer NOT NULL,
	"assessor_id" integer,
	"position" smallint NOT NULL,
	"grade" text NOT NULL,
	"rubric_points" jsonb NOT NULL,
	"feedback" text DEFAULT '' NOT NULL,
	"graded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "assessments_not_own" CHECK ("assessments"."assessor_id" <> "assessments"."learner_id"),
	CONSTRAINT "assessments_position" CHECK ("assessments"."position" in (1, 2)),
	CONSTRAINT "assessments_grade" CHECK ("assessments"."grade" in ('passed', 'returned'))
);
--> statement-breakpoint
CREATE TABLE "course_assessors" (
	"course_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"added_by" integer,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "course_assessors_course_id_user_id_pk" PRIMARY KEY("course_id","user_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_learner" ON "submissions" USING btree ("id","user_id");--> statement-breakpoint
DROP INDEX "submissions_one_live";--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "is_live" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "past_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "course_progress" ADD COLUMN "repeated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "assessment_sessions" ADD CONSTRAINT "assessment_sessions_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessment_sessions" ADD CONSTRAINT "assessment_sessions_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_assessor_id_users_id_fk" FOREIGN KEY ("assessor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_submission" FOREIGN KEY ("submission_id","learner_id") REFERENCES "public"."submissions"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_assessors" ADD CONSTRAINT "course_assessors_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_assessors" ADD CONSTRAINT "course_assessors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_assessors" ADD CONSTRAINT "course_assessors_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assessment_sessions_set_by" ON "assessment_sessions" USING btree ("set_by");--> statement-breakpoint
CREATE UNIQUE INDEX "assessments_assessor" ON "assessments" USING btree ("submission_id","assessor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "assessments_position" ON "assessments" USING btree ("submission_id","position");--> statement-breakpoint
CREATE INDEX "assessments_assessor_id" ON "assessments" USING btree ("assessor_id");--> statement-breakpoint
CREATE INDEX "course_assessors_user_id" ON "course_assessors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "course_assessors_added_by" ON "course_assessors" USING btree ("added_by");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_one_live" ON "submissions" USING btree ("lesson_id","user_id") WHERE state <> 'returned' and past_at is null;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_not_own" CHECK ("submissions"."graded_by" <> "submissions"."user_id");