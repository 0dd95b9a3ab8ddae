ALTER TABLE "cart_items" DROP CONSTRAINT "cart_items_item_type";--> statement-breakpoint
ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_item_type";--> statement-breakpoint
ALTER TABLE "order_parts" DROP CONSTRAINT "order_parts_item_type";--> statement-breakpoint
ALTER TABLE "order_parts" ADD COLUMN "payable_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_item_type" CHECK ("cart_items"."item_type" in ('resource', 'course', 'bundle', 'booking'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_one_booking" CHECK ("order_lines"."item_type" <> 'booking' or "order_lines"."quantity" = 1);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_item_type" CHECK ("order_lines"."item_type" in ('resource', 'course', 'bundle', 'booking'));--> statement-breakpoint
ALTER TABLE "order_parts" ADD CONSTRAINT "order_parts_item_type" CHECK ("order_parts"."item_type" in ('resource', 'course', 'booking'));