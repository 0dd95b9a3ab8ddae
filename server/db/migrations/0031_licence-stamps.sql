CREATE TABLE "licence_stamps" (
	"file_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"mark" text NOT NULL,
	"tail" "bytea",
	"tail_bytes" integer DEFAULT 0 NOT NULL,
	"refusal" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "licence_stamps_file_id_user_id_pk" PRIMARY KEY("file_id","user_id"),
	CONSTRAINT "licence_stamps_tail" CHECK (("licence_stamps"."tail" is null) = ("licence_stamps"."refusal" is not null)),
	CONSTRAINT "licence_stamps_bytes" CHECK ("licence_stamps"."tail_bytes" = coalesce(length("licence_stamps"."tail"), 0))
);
--> statement-breakpoint
ALTER TABLE "licence_stamps" ADD CONSTRAINT "licence_stamps_file_id_resource_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."resource_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_stamps" ADD CONSTRAINT "licence_stamps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;