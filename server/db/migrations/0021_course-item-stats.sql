CREATE TABLE "course_item_stats" (
	"course_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"opened" integer NOT NULL,
	"completed" integer NOT NULL,
	"average_seconds" integer NOT NULL,
	"viewers" integer NOT NULL,
	"part_viewers" integer[] NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "course_item_stats_course_id_item_type_item_id_pk" PRIMARY KEY("course_id","item_type","item_id"),
	CONSTRAINT "course_item_stats_item_type" CHECK ("course_item_stats"."item_type" in ('lesson', 'quiz'))
);
--> statement-breakpoint
ALTER TABLE "course_item_stats" ADD CONSTRAINT "course_item_stats_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;