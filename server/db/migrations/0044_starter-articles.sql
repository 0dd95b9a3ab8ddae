CREATE TABLE "starter_articles" (
	"slug" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- A site with most of these articles got them with the demo school: what its staff have deleted since stays deleted.
INSERT INTO starter_articles
SELECT slug FROM unnest(array['buy-a-resource', 'find-files-you-bought', 'licences-for-a-studio', 'coupons', 'membership', 'membership-benefits', 'ask-for-a-refund', 'payment-problems', 'how-courses-work', 'quizzes-and-assignments', 'get-your-certificate', 'verify-a-certificate', 'renew-a-certificate', 'book-a-session', 'cancel-a-session', 'waitlist', 'offer-sessions', 'start-selling', 'get-paid', 'your-data', 'messages-and-news', 'stay-safe']) slug
WHERE (SELECT count(*) FROM help_articles WHERE slug = ANY (array['buy-a-resource', 'find-files-you-bought', 'licences-for-a-studio', 'coupons', 'membership', 'membership-benefits', 'ask-for-a-refund', 'payment-problems', 'how-courses-work', 'quizzes-and-assignments', 'get-your-certificate', 'verify-a-certificate', 'renew-a-certificate', 'book-a-session', 'cancel-a-session', 'waitlist', 'offer-sessions', 'start-selling', 'get-paid', 'your-data', 'messages-and-news', 'stay-safe'])) > 10;
