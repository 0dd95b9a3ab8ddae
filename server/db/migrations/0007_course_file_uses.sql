-- Files a Markdown text shows by their address. With the functions' bodies bound to what they call, a restore needs no
-- search path.
CREATE FUNCTION mentioned_file_ids(body text) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    select coalesce(array_agg(distinct found[1]::integer), '{}')
    from regexp_matches(body, '/api/course-files/(\d{1,9})(?!\d)', 'g') found
  );
--> statement-breakpoint
-- What the questions of an attempt show: a file of the question or of an option, or a picture in a text. Explanations
-- and answer keys are left out: they aren't shown during an attempt.
CREATE FUNCTION question_file_ids(attempt jsonb) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    select coalesce(array_agg(distinct file.id), '{}')
    from jsonb_array_elements(attempt -> 'questions') question,
      lateral (
        select (question ->> 'fileId')::integer as id
        union all
        select (part #>> '{}')::integer from jsonb_path_query(question -> 'content', '$.**.fileId') part
        union all
        select unnest(mentioned_file_ids(concat_ws(' ', question ->> 'prompt', question ->> 'content')))
      ) file
    where file.id is not null
  );
--> statement-breakpoint
DROP INDEX "course_files_storage_key";--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "body_file_ids" integer[] GENERATED ALWAYS AS (mentioned_file_ids(body)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD COLUMN "file_ids" integer[] GENERATED ALWAYS AS (question_file_ids(questions)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "lessons_body_file_ids" ON "lessons" USING gin ("body_file_ids");--> statement-breakpoint
CREATE INDEX "course_files_storage_key" ON "course_files" USING btree ("storage_key");