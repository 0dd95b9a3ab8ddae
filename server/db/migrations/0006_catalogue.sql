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
--> statement-breakpoint
CREATE TABLE "course_modules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_modules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_prerequisites" (
	"course_id" integer NOT NULL,
	"requires_id" integer NOT NULL,
	CONSTRAINT "course_prerequisites_course_id_requires_id_pk" PRIMARY KEY("course_id","requires_id"),
	CONSTRAINT "course_prerequisites_not_self" CHECK ("course_prerequisites"."course_id" <> "course_prerequisites"."requires_id")
);
--> statement-breakpoint
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
	CONSTRAINT "courses_style" CHECK ("courses"."dance_style" in ('Ballet', 'Contemporary', 'Hip Hop', 'Jazz', 'Tap', 'Ballroom', 'Latin', 'Folk', 'Modern', 'Swing', 'Breakdance', 'Other')),
	CONSTRAINT "courses_ages" CHECK ("courses"."age_groups" <@ array['All Ages', 'Toddler (2-4)', 'Children (5-8)', 'Pre-Teen (9-12)', 'Teen (13-17)', 'Adult (18+)', 'Senior (55+)'] and cardinality("courses"."age_groups") > 0),
	CONSTRAINT "courses_level" CHECK ("courses"."level" in ('Beginner', 'Intermediate', 'Advanced', 'Professional', 'Mixed Levels')),
	CONSTRAINT "courses_price" CHECK ("courses"."price_cents" between 0 and 10000000),
	CONSTRAINT "courses_rating" CHECK ("courses"."rating_sum" between "courses"."rating_count" and "courses"."rating_count" * 5)
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "quizzes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quizzes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"module_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"title" text NOT NULL,
	"question_count" smallint NOT NULL,
	CONSTRAINT "quizzes_questions" CHECK ("quizzes"."question_count" between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "entitlements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "entitlements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"cause" text NOT NULL,
	"cause_ref" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	CONSTRAINT "entitlements_item_type" CHECK ("entitlements"."item_type" in ('resource', 'course')),
	CONSTRAINT "entitlements_cause_known" CHECK ("entitlements"."cause" in ('order_line', 'membership', 'seat', 'free', 'grant')),
	CONSTRAINT "entitlements_state" CHECK ("entitlements"."state" in ('active', 'expired', 'revoked'))
);
--> statement-breakpoint
CREATE TABLE "resource_downloads" (
	"resource_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "resource_downloads_resource_id_user_id_day_pk" PRIMARY KEY("resource_id","user_id","day")
);
--> statement-breakpoint
CREATE TABLE "resource_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "resource_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"resource_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"name" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"storage_key" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"pages" integer,
	"seconds" integer,
	CONSTRAINT "resource_files_bytes" CHECK ("resource_files"."bytes" > 0)
);
--> statement-breakpoint
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
--> statement-breakpoint
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
	"bpm" smallint,
	"metre" text,
	"state" text DEFAULT 'draft' NOT NULL,
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
	CONSTRAINT "resources_style" CHECK ("resources"."dance_style" in ('Ballet', 'Contemporary', 'Hip Hop', 'Jazz', 'Tap', 'Ballroom', 'Latin', 'Folk', 'Modern', 'Swing', 'Breakdance', 'Other')),
	CONSTRAINT "resources_ages" CHECK ("resources"."age_groups" <@ array['All Ages', 'Toddler (2-4)', 'Children (5-8)', 'Pre-Teen (9-12)', 'Teen (13-17)', 'Adult (18+)', 'Senior (55+)'] and cardinality("resources"."age_groups") > 0),
	CONSTRAINT "resources_level" CHECK ("resources"."level" in ('Beginner', 'Intermediate', 'Advanced', 'Professional', 'Mixed Levels')),
	CONSTRAINT "resources_state" CHECK ("resources"."state" in ('draft', 'in_review', 'changes_requested', 'rejected', 'published', 'archived')),
	CONSTRAINT "resources_licence" CHECK ("resources"."licence" in ('single_teacher', 'studio')),
	CONSTRAINT "resources_metre" CHECK ("resources"."metre" in ('2/4', '3/4', '4/4', '6/8', '12/8')),
	CONSTRAINT "resources_bpm" CHECK ("resources"."bpm" between 20 and 300),
	CONSTRAINT "resources_price" CHECK ("resources"."price_cents" between 0 and 10000000),
	CONSTRAINT "resources_rating" CHECK ("resources"."rating_sum" between "resources"."rating_count" and "resources"."rating_count" * 5),
	CONSTRAINT "resources_listed_is_published" CHECK (not "resources"."is_listed" or "resources"."state" = 'published')
);
--> statement-breakpoint
CREATE TABLE "rights_notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rights_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"resource_id" integer NOT NULL,
	"reporter_id" integer NOT NULL,
	"reason" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rights_notices_reason" CHECK ("rights_notices"."reason" in ('copyright', 'unsafe', 'misleading', 'personal-data', 'other')),
	CONSTRAINT "rights_notices_state" CHECK ("rights_notices"."state" in ('open', 'closed'))
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "wishes" (
	"user_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wishes_user_id_item_type_item_id_pk" PRIMARY KEY("user_id","item_type","item_id"),
	CONSTRAINT "wishes_item_type" CHECK ("wishes"."item_type" in ('resource', 'course'))
);
--> statement-breakpoint
CREATE TABLE "store_follows" (
	"user_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "store_follows_user_id_seller_id_pk" PRIMARY KEY("user_id","seller_id"),
	CONSTRAINT "store_follows_not_self" CHECK ("store_follows"."user_id" <> "store_follows"."seller_id")
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"tagline" text DEFAULT '' NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"policies" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'approved' NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stores_state" CHECK ("stores"."state" in ('approved', 'suspended')),
	CONSTRAINT "stores_slug_form" CHECK ("stores"."slug" ~ '^[a-z0-9-]{1,80}$'),
	CONSTRAINT "stores_rating" CHECK ("stores"."rating_sum" between "stores"."rating_count" and "stores"."rating_count" * 5)
);
--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_modules" ADD CONSTRAINT "course_modules_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_prerequisites" ADD CONSTRAINT "course_prerequisites_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_prerequisites" ADD CONSTRAINT "course_prerequisites_requires_id_courses_id_fk" FOREIGN KEY ("requires_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_instructor_id_users_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_module_id_course_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."course_modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_module_id_course_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."course_modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_downloads" ADD CONSTRAINT "resource_downloads_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_downloads" ADD CONSTRAINT "resource_downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_files" ADD CONSTRAINT "resource_files_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_previews" ADD CONSTRAINT "resource_previews_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resources" ADD CONSTRAINT "resources_seller_id_stores_user_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."stores"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resources" ADD CONSTRAINT "resources_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rights_notices" ADD CONSTRAINT "rights_notices_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rights_notices" ADD CONSTRAINT "rights_notices_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishes" ADD CONSTRAINT "wishes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_follows" ADD CONSTRAINT "store_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_follows" ADD CONSTRAINT "store_follows_seller_id_stores_user_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."stores"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "categories_slug" ON "categories" USING btree ("kind","slug");--> statement-breakpoint
CREATE INDEX "categories_parent_id" ON "categories" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "course_modules_position" ON "course_modules" USING btree ("course_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "courses_short_name" ON "courses" USING btree ("short_name");--> statement-breakpoint
CREATE INDEX "courses_instructor_id" ON "courses" USING btree ("instructor_id");--> statement-breakpoint
CREATE INDEX "courses_category_id" ON "courses" USING btree ("category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lessons_position" ON "lessons" USING btree ("module_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "quizzes_position" ON "quizzes" USING btree ("module_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "entitlements_cause" ON "entitlements" USING btree ("user_id","item_type","item_id","cause","cause_ref");--> statement-breakpoint
CREATE INDEX "entitlements_item" ON "entitlements" USING btree ("item_type","item_id");--> statement-breakpoint
CREATE INDEX "resource_downloads_user_id" ON "resource_downloads" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "resource_files_position" ON "resource_files" USING btree ("resource_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "resource_files_storage_key" ON "resource_files" USING btree ("storage_key");--> statement-breakpoint
CREATE UNIQUE INDEX "resource_previews_position" ON "resource_previews" USING btree ("resource_id","position");--> statement-breakpoint
CREATE INDEX "resources_seller_id" ON "resources" USING btree ("seller_id","state");--> statement-breakpoint
CREATE INDEX "resources_category_id" ON "resources" USING btree ("category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rights_notices_one_open" ON "rights_notices" USING btree ("resource_id","reporter_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "rights_notices_reporter_id" ON "rights_notices" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "rights_notices_state" ON "rights_notices" USING btree ("state","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one_each" ON "reviews" USING btree ("item_type","item_id","user_id");--> statement-breakpoint
CREATE INDEX "reviews_item" ON "reviews" USING btree ("item_type","item_id","created_at");--> statement-breakpoint
CREATE INDEX "reviews_user_id" ON "reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "store_follows_seller_id" ON "store_follows" USING btree ("seller_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stores_slug" ON "stores" USING btree ("slug");--> statement-breakpoint
-- A resource is listed when it is published and its seller may sell: the shop approved, the account active. Whatever
-- changes one of the three, the database keeps the answer, so that no query can forget to ask.
CREATE FUNCTION seller_is_open(seller integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  select exists (
    select 1 from stores join users on users.id = stores.user_id
    where stores.user_id = seller and stores.state = 'approved' and users.state = 'active'
  )
$$;
--> statement-breakpoint
CREATE FUNCTION resources_keep_listed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  new.is_listed := new.state = 'published' and seller_is_open(new.seller_id);
  if new.is_listed and new.published_at is null then new.published_at := new.updated_at; end if;
  return new;
end $$;
--> statement-breakpoint
CREATE TRIGGER resources_keep_listed BEFORE INSERT OR UPDATE OF state, seller_id, is_listed ON resources
  FOR EACH ROW EXECUTE FUNCTION resources_keep_listed();
--> statement-breakpoint
CREATE FUNCTION seller_keep_listed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_table_name = 'stores' then
    update resources set is_listed = is_listed where seller_id = new.user_id and state = 'published';
  else
    update resources set is_listed = is_listed where seller_id = new.id and state = 'published';
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER stores_keep_listed AFTER UPDATE OF state ON stores
  FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION seller_keep_listed();
--> statement-breakpoint
CREATE TRIGGER users_keep_listed AFTER UPDATE OF state ON users
  FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION seller_keep_listed();
--> statement-breakpoint
-- Averages are sums and counts, moved by the difference inside the reviewer's own transaction: exact, whoever writes at once.
CREATE FUNCTION reviews_keep_rating() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  item record := coalesce(new, old);
  stars_more integer := coalesce(new.stars, 0) - coalesce(old.stars, 0);
  count_more integer := (case when new is null then 0 else 1 end) - (case when old is null then 0 else 1 end);
begin
  if stars_more = 0 and count_more = 0 then return null; end if;
  if item.item_type = 'resource' then
    update resources set rating_sum = rating_sum + stars_more, rating_count = rating_count + count_more
      where id = item.item_id;
    update stores set rating_sum = rating_sum + stars_more, rating_count = rating_count + count_more
      where user_id = (select seller_id from resources where id = item.item_id);
  else
    update courses set rating_sum = rating_sum + stars_more, rating_count = rating_count + count_more
      where id = item.item_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER reviews_keep_rating AFTER INSERT OR DELETE OR UPDATE OF stars ON reviews
  FOR EACH ROW EXECUTE FUNCTION reviews_keep_rating();
--> statement-breakpoint
CREATE FUNCTION lessons_keep_length() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update courses set
    minutes = coalesce((select sum(l.minutes) from lessons l join course_modules m on m.id = l.module_id where m.course_id = courses.id), 0),
    lesson_count = (select count(*) from lessons l join course_modules m on m.id = l.module_id where m.course_id = courses.id)
  where id in (select course_id from course_modules where id in (coalesce(new.module_id, old.module_id), coalesce(old.module_id, new.module_id)));
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER lessons_keep_length AFTER INSERT OR DELETE OR UPDATE OF minutes, module_id ON lessons
  FOR EACH ROW EXECUTE FUNCTION lessons_keep_length();
