CREATE TABLE "submission_comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"submission_id" integer NOT NULL,
	"user_id" integer,
	"at_second" numeric(9, 3),
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "submission_comments_text" CHECK (length("submission_comments"."text") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "submission_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"submission_id" integer NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"seconds" numeric(9, 3)
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"lesson_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"number" smallint NOT NULL,
	"state" text DEFAULT 'submitted' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"graded_at" timestamp with time zone,
	"graded_by" integer,
	"rubric_points" jsonb,
	"feedback" text DEFAULT '' NOT NULL,
	CONSTRAINT "submissions_state" CHECK ("submissions"."state" in ('submitted', 'returned', 'passed')),
	CONSTRAINT "submissions_graded" CHECK (("submissions"."state" = 'submitted') = ("submissions"."graded_at" is null))
);
--> statement-breakpoint
CREATE TABLE "course_draft_items" (
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"is_new" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "course_draft_items_item_type_item_id_pk" PRIMARY KEY("item_type","item_id"),
	CONSTRAINT "course_draft_items_type" CHECK ("course_draft_items"."item_type" in ('module', 'lesson', 'quiz'))
);
--> statement-breakpoint
CREATE TABLE "course_drafts" (
	"course_id" integer PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"outline" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"summary" text NOT NULL,
	"changes" jsonb NOT NULL,
	"published_by" integer,
	"published_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"kind" text NOT NULL,
	"parent_id" integer,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"seconds" numeric(9, 3),
	"pages" integer,
	"language" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "course_files_kind" CHECK ("course_files"."kind" in ('video', 'audio', 'image', 'document', 'attachment', 'poster', 'caption', 'rendition')),
	CONSTRAINT "course_files_parent" CHECK (("course_files"."kind" in ('poster', 'caption', 'rendition')) = ("course_files"."parent_id" is not null)),
	CONSTRAINT "course_files_language" CHECK (("course_files"."kind" = 'caption') = ("course_files"."language" is not null))
);
--> statement-breakpoint
CREATE TABLE "lesson_attachments" (
	"lesson_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "lesson_attachments_lesson_id_file_id_pk" PRIMARY KEY("lesson_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "discussion_posts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discussion_posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"lesson_id" integer NOT NULL,
	"question_id" integer,
	"user_id" integer,
	"text" text NOT NULL,
	"at_second" integer,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "discussion_posts_text" CHECK (length("discussion_posts"."text") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "discussion_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discussion_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"post_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	CONSTRAINT "discussion_reports_state" CHECK ("discussion_reports"."state" in ('open', 'dismissed', 'removed'))
);
--> statement-breakpoint
CREATE TABLE "discussion_votes" (
	"post_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "discussion_votes_post_id_user_id_pk" PRIMARY KEY("post_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "lesson_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lesson_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"lesson_id" integer NOT NULL,
	"at_second" integer,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lesson_notes_at" CHECK ("lesson_notes"."at_second" >= 0),
	CONSTRAINT "lesson_notes_text" CHECK (length("lesson_notes"."text") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "practice_settings" (
	"user_id" integer NOT NULL,
	"lesson_id" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "practice_settings_user_id_lesson_id_pk" PRIMARY KEY("user_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "course_progress" (
	"user_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"last_item_type" text,
	"last_item_id" integer,
	"completed_at" timestamp with time zone,
	CONSTRAINT "course_progress_user_id_course_id_pk" PRIMARY KEY("user_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "item_progress" (
	"user_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"played" "int4multirange" DEFAULT '{}' NOT NULL,
	"seconds_spent" integer DEFAULT 0 NOT NULL,
	"completed_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "item_progress_user_id_item_type_item_id_pk" PRIMARY KEY("user_id","item_type","item_id"),
	CONSTRAINT "item_progress_item_type" CHECK ("item_progress"."item_type" in ('lesson', 'quiz')),
	CONSTRAINT "item_progress_position" CHECK ("item_progress"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "quiz_allowances" (
	"quiz_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"extra_minutes" smallint DEFAULT 0 NOT NULL,
	"extra_attempts" smallint DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"granted_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "quiz_allowances_quiz_id_user_id_pk" PRIMARY KEY("quiz_id","user_id"),
	CONSTRAINT "quiz_allowances_minutes" CHECK ("quiz_allowances"."extra_minutes" between 0 and 480),
	CONSTRAINT "quiz_allowances_attempts" CHECK ("quiz_allowances"."extra_attempts" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "quiz_answers" (
	"attempt_id" integer NOT NULL,
	"question_id" integer NOT NULL,
	"answer" jsonb NOT NULL,
	"is_flagged" boolean DEFAULT false NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"points" numeric(7, 2),
	"comment" text DEFAULT '' NOT NULL,
	"graded_by" integer,
	CONSTRAINT "quiz_answers_attempt_id_question_id_pk" PRIMARY KEY("attempt_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "quiz_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quiz_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"quiz_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"number" smallint NOT NULL,
	"state" text DEFAULT 'in_progress' NOT NULL,
	"questions" jsonb NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"deadline_at" timestamp with time zone,
	"submitted_at" timestamp with time zone,
	"graded_at" timestamp with time zone,
	"score" numeric(8, 2),
	"max_score" numeric(8, 2) NOT NULL,
	"pass_percent" smallint NOT NULL,
	"has_passed" boolean,
	CONSTRAINT "quiz_attempts_state" CHECK ("quiz_attempts"."state" in ('in_progress', 'submitted', 'needs_grading', 'graded')),
	CONSTRAINT "quiz_attempts_submitted" CHECK (("quiz_attempts"."state" = 'in_progress') = ("quiz_attempts"."submitted_at" is null)),
	CONSTRAINT "quiz_attempts_graded" CHECK (("quiz_attempts"."state" = 'graded') = ("quiz_attempts"."graded_at" is not null and "quiz_attempts"."score" is not null and "quiz_attempts"."has_passed" is not null)),
	CONSTRAINT "quiz_attempts_score" CHECK ("quiz_attempts"."score" between 0 and "quiz_attempts"."max_score")
);
--> statement-breakpoint
CREATE TABLE "quiz_questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quiz_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"quiz_id" integer,
	"position" smallint DEFAULT 0 NOT NULL,
	"kind" text NOT NULL,
	"prompt" text NOT NULL,
	"file_id" integer,
	"content" jsonb NOT NULL,
	"answer_key" jsonb NOT NULL,
	"explanation" text DEFAULT '' NOT NULL,
	"review_lesson_id" integer,
	"points" smallint DEFAULT 1 NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "quiz_questions_kind" CHECK ("quiz_questions"."kind" in ('single', 'multiple', 'true_false', 'short_text', 'number', 'ordering', 'matching', 'hotspot', 'moment', 'open')),
	CONSTRAINT "quiz_questions_points" CHECK ("quiz_questions"."points" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "course_invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"invited_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_by" integer,
	"accepted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "lessons" DROP CONSTRAINT "lessons_kind";--> statement-breakpoint
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_purpose";--> statement-breakpoint
DROP INDEX "course_modules_position";--> statement-breakpoint
DROP INDEX "lessons_position";--> statement-breakpoint
DROP INDEX "quizzes_position";--> statement-breakpoint
ALTER TABLE "course_modules" ADD COLUMN "release_days" smallint;--> statement-breakpoint
ALTER TABLE "course_modules" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "is_sequential" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "instructor_share" smallint;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "file_id" integer;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "embed_url" text;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "bpm" smallint;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "first_beat" numeric(7, 3);--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "sections" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "completion_rule" text DEFAULT 'marked' NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "watch_share" smallint DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "is_downloadable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "assignment" jsonb;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "live_session" jsonb;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "intro" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "draw_count" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "draw_tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "is_shuffled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "pass_percent" smallint DEFAULT 70 NOT NULL;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "time_limit_minutes" smallint;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "attempt_limit" smallint;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "retry_delay_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "grading_method" text DEFAULT 'best' NOT NULL;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "review_policy" text DEFAULT 'after_submit' NOT NULL;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_files" ADD CONSTRAINT "submission_files_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_graded_by_users_id_fk" FOREIGN KEY ("graded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_draft_items" ADD CONSTRAINT "course_draft_items_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_drafts" ADD CONSTRAINT "course_drafts_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_drafts" ADD CONSTRAINT "course_drafts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_versions" ADD CONSTRAINT "course_versions_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_versions" ADD CONSTRAINT "course_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_files" ADD CONSTRAINT "course_files_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_files" ADD CONSTRAINT "course_files_parent_id_course_files_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."course_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_attachments" ADD CONSTRAINT "lesson_attachments_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_attachments" ADD CONSTRAINT "lesson_attachments_file_id_course_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."course_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_posts" ADD CONSTRAINT "discussion_posts_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_posts" ADD CONSTRAINT "discussion_posts_question_id_discussion_posts_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."discussion_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_posts" ADD CONSTRAINT "discussion_posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_reports" ADD CONSTRAINT "discussion_reports_post_id_discussion_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."discussion_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_reports" ADD CONSTRAINT "discussion_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_reports" ADD CONSTRAINT "discussion_reports_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_votes" ADD CONSTRAINT "discussion_votes_post_id_discussion_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."discussion_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_votes" ADD CONSTRAINT "discussion_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_notes" ADD CONSTRAINT "lesson_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_notes" ADD CONSTRAINT "lesson_notes_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_settings" ADD CONSTRAINT "practice_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_settings" ADD CONSTRAINT "practice_settings_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_progress" ADD CONSTRAINT "course_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_progress" ADD CONSTRAINT "course_progress_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_progress" ADD CONSTRAINT "item_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_progress" ADD CONSTRAINT "item_progress_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_allowances" ADD CONSTRAINT "quiz_allowances_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_allowances" ADD CONSTRAINT "quiz_allowances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_allowances" ADD CONSTRAINT "quiz_allowances_granted_by_users_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_answers" ADD CONSTRAINT "quiz_answers_attempt_id_quiz_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."quiz_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_answers" ADD CONSTRAINT "quiz_answers_graded_by_users_id_fk" FOREIGN KEY ("graded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_questions" ADD CONSTRAINT "quiz_questions_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_questions" ADD CONSTRAINT "quiz_questions_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_questions" ADD CONSTRAINT "quiz_questions_file_id_course_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."course_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_invitations" ADD CONSTRAINT "course_invitations_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_invitations" ADD CONSTRAINT "course_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_invitations" ADD CONSTRAINT "course_invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submission_comments_submission_id" ON "submission_comments" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "submission_comments_user_id" ON "submission_comments" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "submission_files_storage_key" ON "submission_files" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "submission_files_submission_id" ON "submission_files" USING btree ("submission_id");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_number" ON "submissions" USING btree ("lesson_id","user_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_one_live" ON "submissions" USING btree ("lesson_id","user_id") WHERE state <> 'returned';--> statement-breakpoint
CREATE INDEX "submissions_user_id" ON "submissions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "submissions_graded_by" ON "submissions" USING btree ("graded_by");--> statement-breakpoint
CREATE INDEX "submissions_waiting" ON "submissions" USING btree ("lesson_id","submitted_at") WHERE state = 'submitted';--> statement-breakpoint
CREATE INDEX "course_draft_items_course_id" ON "course_draft_items" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "course_drafts_updated_by" ON "course_drafts" USING btree ("updated_by");--> statement-breakpoint
CREATE INDEX "course_versions_course_id" ON "course_versions" USING btree ("course_id","published_at");--> statement-breakpoint
CREATE INDEX "course_versions_published_by" ON "course_versions" USING btree ("published_by");--> statement-breakpoint
CREATE UNIQUE INDEX "course_files_storage_key" ON "course_files" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "course_files_course_id" ON "course_files" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "course_files_parent_id" ON "course_files" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "course_files_one_caption" ON "course_files" USING btree ("parent_id","language") WHERE kind = 'caption';--> statement-breakpoint
CREATE INDEX "lesson_attachments_file_id" ON "lesson_attachments" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "discussion_posts_lesson_id" ON "discussion_posts" USING btree ("lesson_id","created_at");--> statement-breakpoint
CREATE INDEX "discussion_posts_question_id" ON "discussion_posts" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "discussion_posts_user_id" ON "discussion_posts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "discussion_reports_once" ON "discussion_reports" USING btree ("post_id","user_id");--> statement-breakpoint
CREATE INDEX "discussion_reports_user_id" ON "discussion_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "discussion_reports_decided_by" ON "discussion_reports" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "discussion_votes_user_id" ON "discussion_votes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "lesson_notes_user_id" ON "lesson_notes" USING btree ("user_id","lesson_id");--> statement-breakpoint
CREATE INDEX "lesson_notes_lesson_id" ON "lesson_notes" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "practice_settings_lesson_id" ON "practice_settings" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "course_progress_course_id" ON "course_progress" USING btree ("course_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "item_progress_course" ON "item_progress" USING btree ("course_id","user_id");--> statement-breakpoint
CREATE INDEX "item_progress_item" ON "item_progress" USING btree ("item_type","item_id");--> statement-breakpoint
CREATE INDEX "quiz_allowances_user_id" ON "quiz_allowances" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "quiz_allowances_granted_by" ON "quiz_allowances" USING btree ("granted_by");--> statement-breakpoint
CREATE INDEX "quiz_answers_graded_by" ON "quiz_answers" USING btree ("graded_by");--> statement-breakpoint
CREATE UNIQUE INDEX "quiz_attempts_number" ON "quiz_attempts" USING btree ("quiz_id","user_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "quiz_attempts_one_open" ON "quiz_attempts" USING btree ("quiz_id","user_id") WHERE state = 'in_progress';--> statement-breakpoint
CREATE INDEX "quiz_attempts_user_id" ON "quiz_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "quiz_attempts_deadline" ON "quiz_attempts" USING btree ("deadline_at") WHERE state = 'in_progress';--> statement-breakpoint
CREATE INDEX "quiz_attempts_needs_grading" ON "quiz_attempts" USING btree ("quiz_id") WHERE state = 'needs_grading';--> statement-breakpoint
CREATE INDEX "quiz_questions_quiz_id" ON "quiz_questions" USING btree ("quiz_id","position");--> statement-breakpoint
CREATE INDEX "quiz_questions_course_id" ON "quiz_questions" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "quiz_questions_file_id" ON "quiz_questions" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "course_invitations_open" ON "course_invitations" USING btree ("course_id","email_key") WHERE accepted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "course_invitations_token" ON "course_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "course_invitations_invited_by" ON "course_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "course_invitations_accepted_by" ON "course_invitations" USING btree ("accepted_by");--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_file_id_course_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."course_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lessons_file_id" ON "lessons" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "course_modules_position" ON "course_modules" USING btree ("course_id","position") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "lessons_position" ON "lessons" USING btree ("module_id","position") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "quizzes_position" ON "quizzes" USING btree ("module_id","position") WHERE removed_at is null;--> statement-breakpoint
ALTER TABLE "course_modules" ADD CONSTRAINT "course_modules_release" CHECK ("course_modules"."release_days" between 1 and 730);--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_instructor_share" CHECK ("courses"."instructor_share" between 0 and 100);--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_completion_rule" CHECK ("lessons"."completion_rule" in ('opened', 'watched', 'marked', 'assignment'));--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_watch_share" CHECK ("lessons"."watch_share" between 1 and 100);--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_bpm" CHECK ("lessons"."bpm" between 30 and 300);--> statement-breakpoint
UPDATE "lessons" SET "completion_rule" = 'assignment', "assignment" = '{"accepts": ["text", "file", "video"], "rubric": [{"id": "clarity", "label": "Clear", "description": "The task is understood and answered.", "points": 5}, {"id": "craft", "label": "Well taught", "description": "It shows what the lesson teaches.", "points": 5}], "passPoints": 6}' WHERE "kind" = 'assignment';--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_assignment" CHECK (("lessons"."kind" = 'assignment') = ("lessons"."assignment" is not null));--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_live_session" CHECK (("lessons"."kind" = 'live') = ("lessons"."live_session" is not null));--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_kind" CHECK ("lessons"."kind" in ('video', 'audio', 'reading', 'document', 'practice', 'assignment', 'live'));--> statement-breakpoint
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_draw" CHECK ("quizzes"."draw_count" between 0 and 200);--> statement-breakpoint
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_pass" CHECK ("quizzes"."pass_percent" between 0 and 100);--> statement-breakpoint
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_time_limit" CHECK ("quizzes"."time_limit_minutes" between 1 and 480);--> statement-breakpoint
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_attempt_limit" CHECK ("quizzes"."attempt_limit" between 1 and 100);--> statement-breakpoint
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_retry_delay" CHECK ("quizzes"."retry_delay_minutes" between 0 and 43200);--> statement-breakpoint
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_grading_method" CHECK ("quizzes"."grading_method" in ('best', 'last', 'average'));--> statement-breakpoint
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_review_policy" CHECK ("quizzes"."review_policy" in ('never', 'after_pass', 'after_last_attempt', 'after_submit'));--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_purpose" CHECK ("uploads"."purpose" in ('resource-file', 'cover', 'banner', 'course-file', 'submission'));--> statement-breakpoint
-- A course stores the total length and number of the lessons that are still in it.
CREATE OR REPLACE FUNCTION lessons_keep_length() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update courses set
    minutes = coalesce((select sum(l.minutes) from lessons l join course_modules m on m.id = l.module_id where m.course_id = courses.id and l.removed_at is null), 0),
    lesson_count = (select count(*) from lessons l join course_modules m on m.id = l.module_id where m.course_id = courses.id and l.removed_at is null)
  where id in (select course_id from course_modules where id in (coalesce(new.module_id, old.module_id), coalesce(old.module_id, new.module_id)));
  return null;
end $$;
--> statement-breakpoint
DROP TRIGGER lessons_keep_length ON lessons;
--> statement-breakpoint
CREATE TRIGGER lessons_keep_length AFTER INSERT OR DELETE OR UPDATE OF minutes, module_id, removed_at ON lessons
  FOR EACH ROW EXECUTE FUNCTION lessons_keep_length();
--> statement-breakpoint
-- Lessons and quizzes of a module are in one order now; quizzes came last.
UPDATE quizzes SET position = position + (SELECT count(*) FROM lessons WHERE lessons.module_id = quizzes.module_id);
