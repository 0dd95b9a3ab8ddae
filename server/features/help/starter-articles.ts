// The help articles every site starts with. They say what the product does: if you change a rule named here, change the
// article too. Pages link to some of them.
import type { HelpTopic } from '#shared/features/help/help.schema.ts';

export type StarterArticle = { slug: string; topic: HelpTopic; title: string; text: string };

export const STARTER_ARTICLES: readonly StarterArticle[] = [
  {
    slug: 'buy-a-resource',
    topic: 'buying',
    title: 'Buy a resource or a course',
    text: `Find what you need under [Curriculum](/curriculum) or [Certification](/courses), choose **Add to cart**, and pay by card at checkout. You don’t need an account to browse or to fill your cart.

**After you pay**

- Resources are ready to download at once: on the page you land on, in the email with your receipt, and under [My Purchases](/my-purchases).
- Courses open right away under [My Courses](/my-courses). Learning needs an account, so that we can save your progress. If you pay without one, the email with your receipt has a link that creates it and opens the first lesson. It works once, within 24 hours; the page it opens can send you a new one.

**Your cart**

Without an account, your cart stays in your browser. When you sign in, it moves to your account.`,
  },
  {
    slug: 'find-files-you-bought',
    topic: 'buying',
    title: 'Find the files you bought',
    text: `With an account, everything is under [My Purchases](/my-purchases). You can download a file as often as you like, and you get new versions for free when the seller publishes one.

**Bought without an account?**

The email with your receipt has a link that opens your order. Anyone who has the link can open it, so keep it to yourself. If you later create an account and confirm the same email address, your order moves to the account.

**A PDF carries your name**

We print the name of the licence holder on PDF pages. It shows who the copy belongs to.`,
  },
  {
    slug: 'licences-for-a-studio',
    topic: 'buying',
    title: 'Buy for several teachers',
    text: `A purchase is for one teacher. To share a resource or course with your team, set the quantity to the number of teachers before you pay: each of them gets a seat.

1. Open [My studio](/studio) after you pay.
2. Enter a teacher’s email address and send the invitation.
3. They accept it with an account of their own. It costs them nothing.

You can take a seat back and give it to someone else, for example when a teacher leaves.`,
  },
  {
    slug: 'coupons',
    topic: 'buying',
    title: 'Use a coupon',
    text: `Enter the code at checkout and choose **Apply**. You see the new total before you pay.

If a code isn’t accepted, the message says why: it may have expired, be used up, need a higher subtotal, or be meant for other items. Codes of a seller only lower the price of that seller’s items.

A coupon counts as used when the payment goes through. If it fails, you can use the code again.`,
  },
  {
    slug: 'membership',
    topic: 'buying',
    title: 'Become a member, change or leave',
    text: `The plans are under [Membership](/subscription), side by side, by the month or the year. If a plan has a free trial, it needs no card: when it’s over it simply ends, unless you add one. Everyone can try once.

Everything about your membership is in your profile under [Membership](/profile/membership).

**Change plan or period**

Choose it and you see the price to the cent before you agree. Moving up starts right away, and what’s left of your old plan comes off the price. Moving down waits until the period you’ve paid for is over.

**Pause or leave**

- Pausing closes everything for one to three months and charges nothing. The days you’ve paid for are kept.
- Cancel under [Membership](/profile/membership) in your profile: choose **Cancel membership** and confirm. You keep everything until the end of the period you’ve paid for, and you can take it back until then.
- What you bought, your progress and your certificates stay with you. Items you added from the library close with your membership.

**Share it, or give it**

Plans for several teachers have seats: invite teachers by email under [Membership](/profile/membership). Each uses everything in your plan with their own account, and you can revoke a seat at any time. Downloads are counted for all of you together.

You can [give someone a year](/subscription/gift). They get the code by email on the day you choose, and [redeem it](/subscription/redeem) without a card.

**If a payment fails**

Nothing closes right away. We email you a link to pay with another card, without signing in, and try again after 2, 5, 7 and 7 days. If none of that works, the membership ends and you owe nothing.`,
  },
  {
    slug: 'membership-benefits',
    topic: 'buying',
    title: 'Use what your membership includes',
    text: `**Member prices.** While you’re signed in as a member, you see your price next to the full one, and the cart and checkout charge yours. A coupon comes off your member price. If your membership ends, we show you the full price before you pay.

**Booking credit.** Some plans pay for Connect sessions with an amount for every six months, which checkout uses by itself and your [membership](/profile/membership) counts; with monthly payments, each one adds a sixth. What is left after six months is gone, and what you get back for a canceled session returns to the same six months.

**The member library.** A resource that is included says **Add to my library** on its page, a course says **Start course**. It’s yours for as long as you’re a member.

**Downloads.** Each resource you add counts as one download of the month. You can download its files again as often as you like, and courses don’t count. Downloads start again on the first of the month (UTC). **My purchases** shows how many are left.

**When it ends.** What you took from the library closes; your progress, your certificates and everything you bought stay. To keep a resource for good, choose **Buy it to keep** on its page.`,
  },
  {
    slug: 'ask-for-a-refund',
    topic: 'refunds',
    title: 'Ask for a refund',
    text: `You can ask for a refund **within 7 days** of paying.

1. Open the receipt: under [My Purchases](/my-purchases), or with the link in your email.
2. Choose **Ask for a refund**, say what you want refunded and why.
3. The seller decides, and if they can’t, we do. We email you the decision.

**Bought the same thing twice?** It’s marked under [My Purchases](/my-purchases), and one click refunds the second purchase, for 90 days. If you’ve used it since, ask for a refund instead.

When a refund is approved, the money goes back to the card you paid with. Banks usually need a few working days to show it. What was refunded can no longer be downloaded or opened.

**Sessions** follow their own rule: see [Cancel or move a session](/help/cancel-a-session).`,
  },
  {
    slug: 'payment-problems',
    topic: 'refunds',
    title: 'My payment failed, or I was charged twice',
    text: `**It failed.** Nothing was charged. The message on the page says what the bank answered. Check the card’s number and date, try another card, or ask your bank. Your cart is still there.

**Your bank asks you to confirm.** Some banks open a page of their own. Confirm there, then come back: the order completes by itself, even if you close the window.

**Two entries on your statement.** One of them is usually a reservation that disappears within a few days. If both stay, [write to us](/contact) with the order number.`,
  },
  {
    slug: 'how-courses-work',
    topic: 'courses',
    title: 'How courses work',
    text: `A course has modules, and modules have lessons. Open it under [My Courses](/my-courses): you continue where you stopped, on any device.

- A lesson with a video counts as finished once you have watched enough of it. Other lessons have a button.
- Some courses unlock one module after the other; the outline shows what is still locked and why.
- Some courses build on another one. You can get them at any time; their lessons open once you have finished the other one. If that one is free, it comes with the course.
- Lessons marked as free are open to everyone, on the course’s page.
- Write notes next to a lesson. Only you see them.
- Ask a question under a lesson. The instructor and everyone in the course can answer.`,
  },
  {
    slug: 'quizzes-and-assignments',
    topic: 'courses',
    title: 'Quizzes and assignments',
    text: `**Quizzes.** The start page says how many questions there are, how much time you have, what you need to pass and how often you can try. Answers are saved while you write, so a lost connection costs you nothing. When the time is up, what you have is handed in.

**Assignments.** Upload your file or write your answer, and hand it in. The instructor grades it by the rubric you see, and may ask you to try again. You get an email when it is graded.

Need more time or another attempt, for example because of a disability? Ask your instructor: they can allow it for you alone.`,
  },
  {
    slug: 'get-your-certificate',
    topic: 'certificates',
    title: 'Get and share your certificate',
    text: `When you have met all the conditions of a certification, we issue the certificate and email you. It is under [My Certifications](/my-certifications).

- **Download it** as a PDF for print.
- **Share the link.** Anyone can open it and see that the certificate is real and still valid.
- **Add the badge** to a portfolio that accepts Open Badges.

The name on it is the one in your profile when it was issued. If it is wrong, choose **Write to us about this certificate** on its page.`,
  },
  {
    slug: 'verify-a-certificate',
    topic: 'certificates',
    title: 'Check whether a certificate is real',
    text: `Every certificate has a number, such as RLV-8K2M-4T9Q, and a QR code. Enter the number on [Verify a certificate](/verify), or scan the code.

The page shows whose it is, for what, when it was issued, and whether it is valid, expired or revoked. You don’t need an account.

If the page says that there is no such certificate, check the number for mistyped characters. Still nothing? [Write to us](/contact).`,
  },
  {
    slug: 'renew-a-certificate',
    topic: 'certificates',
    title: 'Renew a certificate before it expires',
    text: `Some certificates are valid for a limited time. We email you 90, 30, 7 days and one day before the end.

The certificate’s page says what a renewal takes: credit hours, a course, or either of them. Hours you earned elsewhere count once our staff have seen your evidence. Add them under [My Certifications](/my-certifications).

Once it is earned, choose **Renew it now**: you see what it took and the new date before you agree. A renewed certificate has a new date and a number of its own. The old one keeps its page, and each names the other: on both pages, in your passport, and for anyone who checks a number.

If the course that earned or renewed a certificate is refunded in full, the certificate is revoked. It counts again when the payment returns, for example after a dispute is decided for you.`,
  },
  {
    slug: 'book-a-session',
    topic: 'booking',
    title: 'Book a session with an instructor',
    text: `Find an instructor under [Connect](/connect), open their page and choose **Book**. You see free times in your own time zone.

1. Choose the kind of session and a time.
2. We hold the time for you while you pay.
3. You get an email with the details and a calendar file. The session is also under [My Bookings](/my-bookings).

Some instructors confirm each request first. You see that before you book.

No free times? [Join the waitlist](/help/waitlist).`,
  },
  {
    slug: 'cancel-a-session',
    topic: 'booking',
    title: 'Cancel or move a session',
    text: `Open [My Bookings](/my-bookings) and choose **Reschedule** or **Cancel**. Before you confirm, you see exactly how much you get back.

What you get back depends on the instructor’s policy, which is on the booking page:

- **Flexible:** free to cancel until 2 hours before. After that, nothing is refunded.
- **Standard:** free to cancel until 24 hours before. After that, half is refunded until the session starts.
- **Strict:** free to cancel until 72 hours before, half is refunded until 24 hours before, and nothing after that.

If the instructor cancels, you always get everything back. A canceled session of a package goes back into the package if you were in time. What you paid with booking credit comes back as booking credit, for the six months it belongs to.`,
  },
  {
    slug: 'waitlist',
    topic: 'booking',
    title: 'When everything is booked: the waitlist',
    text: `On the page where you book, choose **Join the waitlist**: for a group date that is full, or for any time on days without free times. It costs nothing, and your place in line is under [My Bookings](/my-bookings).

When a seat or a time is freed, we hold it for the first in line and email them. You have **12 hours** to take it, less if the session starts soon. If you pass on it or the time is up, it goes to the next person.

You can leave the waitlist at any time.`,
  },
  {
    slug: 'offer-sessions',
    topic: 'selling',
    title: 'Offer sessions as an instructor',
    text: `Apply on [your dashboard](/my-dashboard) if you don’t teach here yet. Once you’re approved, everything is under [Connect](/connect/profile):

1. **Profile.** What clients read about you: a headline, your styles, languages and where you teach.
2. **Sessions.** What you offer, for how long, at what price and with which cancellation policy: one to one, for a group, or several sessions together. You choose whether a booking is confirmed at once or you confirm each request.
3. **Availability.** Your weekly hours in your own time zone, and the days that are different.
4. **Calendars.** Add the address of another calendar, and nobody can book you while you’re busy there. You can also see your bookings in your own calendar program.

Then publish your profile. Bookings are under [Bookings](/instructor/bookings), and the money arrives as described in [When and how you get paid](/help/get-paid).`,
  },
  {
    slug: 'start-selling',
    topic: 'selling',
    title: 'Start selling your material',
    text: `Apply on [your dashboard](/my-dashboard). Our staff read every application and email you the answer.

Once you are approved:

1. Set up your store and connect a payout account under [Seller Payments](/seller/payments).
2. Add a resource: upload the files, describe them, set a price, and submit it.
3. An officer reviews it. You get an email when it is published, or when something has to change.

Changes to something that is already on sale are saved as a draft until you publish them. Buyers get new versions for free, and we tell them about each one.

To write to everyone who has your resources or follows your store, open [Announcements](/seller/announcements). For the students of a course, it’s under [Students](/instructor/students).`,
  },
  {
    slug: 'get-paid',
    topic: 'selling',
    title: 'When and how you get paid',
    text: `Every sale first waits for **7 days**, because buyers can ask for a refund in that time. Then it is paid out with the next payout. Payouts run once a day; amounts under $1.00 wait until there is more.

[Seller Payments](/seller/payments) shows what waits, what is available and every payout, with a statement you can download. The platform’s fee is taken off each sale and shown next to it.

**When members use your items.** Members add items from the member library without buying them, and you earn from that too. Half of what each member pays for a month (the percentage is under [Seller Payments](/seller/payments)) is divided equally among the items that member used in it: added, downloaded or learned with. Example: a member pays $20 for October and uses four items, one of them yours. Half is $10, your quarter of it is $2.50. Tax, refunded and disputed payments don’t count, a yearly payment counts evenly over its days, and what a member doesn’t use stays with the platform. A month is shared seven days after it ends and goes out with your next payout; your statement has a line that says how it was computed.

**Nothing arrives?** Check that your payout account is connected and verified. If staff have put your payouts on hold, the page says why.`,
  },
  {
    slug: 'your-data',
    topic: 'privacy',
    title: 'Download your data or delete your account',
    text: `Both are under [Your data](/profile/data).

**Download.** You get everything we store about you in one file.

**Delete.** We delete your name, email address, picture, profile, applications and sessions. We keep your certificates and your orders, which the law requires, but without your name. Courses and resources you paid for, memberships, booking credit and booked sessions are lost, without a refund; the dialog lists yours before you confirm. What you wrote to others stays in their conversations under “Former member”. You can’t undo this, so download your data and files first.`,
  },
  {
    slug: 'messages-and-news',
    topic: 'privacy',
    title: 'Decide what reaches you',
    text: `**Messages.** Ask a question with the button on the page of a resource, a course, a store or an instructor. Answers are under [Messages](/messages). If you’re away, we email you what’s new after a few minutes.

You can mute a conversation, archive it, block the other person or report a message, all in the menu at its top. Whether others see that you’ve read a message or that you’re writing is up to you: turn it off under [Edit profile](/profile/edit#messages). Then you don’t see theirs either.

**Announcements.** Instructors can write to all students of a course, and sellers to everyone who has their resources or follows their store.

**Notifications.** Under [Notifications](/notifications#settings) you choose for each kind whether it’s shown in the bell, sent by email, both or neither. Every email you can turn off has a link that does it. Receipts and emails about your account’s security always come.`,
  },
  {
    slug: 'stay-safe',
    topic: 'privacy',
    title: 'Keep your account and your messages safe',
    text: `- Use a password you don’t use anywhere else, and turn on two-factor sign-in under [Security](/profile/security). The same page shows where you are signed in, and ends sessions you don’t know.
- We never ask for your password. Never send it, or a card number, in a message.
- Pay only here. If someone asks you to pay another way, report the message: we read it and what was said around it.
- You can block anyone in a conversation. Neither of you can write to the other then.

**Under 18?** Turn on the protection under [Edit profile](/profile/edit#under-18). From then on, only your teachers, sellers you bought from and people you wrote to first can send you messages. Our support can turn it off again once you’re 18.

**Can’t sign in?** [Reset your password](/forgot-password), or [sign in with a link](/sign-in-link) we email you.`,
  },
];
