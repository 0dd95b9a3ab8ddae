// Every text SPEC.md prescribes, for what is built so far: where it shows, how to get there, and the text itself. The
// texts are written out here, never imported from the product, so that changing one fails a test. spec-texts.e2e.ts
// walks through the table from top to bottom.

/**
 * One thing to check. `{title}` is the title of the resource in the cart. `to` is where a link leads; a toast has a
 * title, and usually a text below it.
 */
export type Shown =
  | { heading: string }
  | { button: string }
  | { link: string; to: string }
  | { text: string }
  | { status: string }
  | { toast: string; text?: string; isError?: boolean; link?: { name: string; to: string } }
  /** All links of a navigation, in order. */
  | { navigation: string; links: readonly string[] }
  /** All options of a field, in order. */
  | { field: string; choices: readonly string[] };

export type Stop<Name extends string = string> = {
  where: Name;
  how: string;
  shows: readonly Shown[];
};

const GUEST_HINT = "You're shopping as a guest. Sign in to save your cart.";
const EMPTY_CART = 'Your cart is empty';

export const GUEST = [
  {
    where: 'front page',
    how: 'open / as a guest',
    shows: [
      { text: 'Empowering dance educators with resources, training, and community.' },
      { navigation: 'Main', links: ['Home', 'Certification', 'Curriculum', 'Connect', 'Membership'] },
      { link: 'Sign In', to: '/auth' },
      { link: 'Get Started', to: '/register' },
    ],
  },
  {
    where: 'empty drawer',
    how: 'press Cart in the header',
    shows: [{ text: EMPTY_CART }, { text: GUEST_HINT }],
  },
  {
    where: 'added as a guest',
    how: 'press Add to cart on the page of a resource; the page reloads',
    shows: [
      {
        toast: 'Added to cart',
        text: 'Item added to your guest cart',
        link: { name: 'View Cart', to: '/cart' },
      },
    ],
  },
  {
    where: 'drawer with an item',
    how: 'press Cart in the header',
    shows: [
      { button: 'One less' },
      { button: 'One more' },
      { button: 'Clear Cart' },
      { button: 'Checkout' },
      { text: GUEST_HINT },
    ],
  },
  {
    where: 'order summary',
    how: 'press Checkout in the drawer',
    shows: [{ heading: 'Order Summary' }, { button: 'Back to Cart' }, { button: 'Complete Checkout' }],
  },
  {
    where: 'removed as a guest',
    how: 'press Back to Cart, then Remove; the page reloads',
    shows: [{ toast: 'Item Removed', text: 'Item has been removed from your cart' }, { text: EMPTY_CART }],
  },
  {
    where: 'cleared as a guest',
    how: 'add the resource again, then press Clear Cart; the page reloads',
    shows: [
      { toast: 'Cart Cleared', text: 'All items have been removed from your cart' },
      { text: EMPTY_CART },
    ],
  },
  {
    where: 'cleared while the server is away',
    how: 'add the resource again, break the connection, then press Clear Cart; the page reloads',
    shows: [
      {
        toast: 'Error',
        text: 'Failed to clear cart on server, but local cart has been cleared',
        isError: true,
      },
    ],
  },
  {
    where: 'version check failed',
    how: 'open /about while the version check answers 503',
    shows: [{ text: 'Version Check Failed' }, { text: 'Version check failed: 503 Service Unavailable' }],
  },
] as const satisfies readonly Stop[];

export const ACCOUNT = [
  {
    where: 'wrong password',
    how: 'sign in on /auth with a wrong password',
    shows: [
      {
        toast: 'Login failed',
        text: 'Invalid username or password. Please check your credentials and try again.',
        isError: true,
      },
    ],
  },
  {
    where: 'broken sign-in',
    how: 'sign in while the server answers 500',
    shows: [
      { toast: 'Login failed', text: 'A server error occurred. Please try again later.', isError: true },
    ],
  },
  {
    where: 'sign-in without an answer',
    how: 'sign in while the server answers 400 with an empty body',
    shows: [
      {
        toast: 'Login failed',
        text: 'Login failed. Please check your connection and try again.',
        isError: true,
      },
    ],
  },
  {
    where: 'username taken',
    how: 'register with the username of somebody else',
    shows: [{ text: 'This username is already taken. Please try another one.' }],
  },
  {
    where: 'registration without an answer',
    how: 'register while the server answers 400 with an empty body',
    shows: [{ text: 'Registration failed. Please check your information and try again.' }],
  },
  {
    where: 'registered',
    how: 'register with a guest cart in the browser',
    shows: [{ toast: 'Registration successful' }],
  },
  {
    where: 'merge failed',
    how: 'the same, while the cart cannot be merged',
    shows: [{ toast: 'Error', text: 'Failed to merge your guest cart with your account', isError: true }],
  },
  {
    where: 'merged',
    how: 'load the next page, now that it can',
    shows: [{ toast: 'Cart Updated', text: 'Your guest cart items have been added to your account' }],
  },
  {
    where: 'failed sign-out',
    how: 'press Sign Out in the user menu while the server answers 500 without a message',
    shows: [
      {
        toast: 'Logout failed',
        text: 'There was an error logging you out. Please try again.',
        isError: true,
      },
    ],
  },
  {
    where: 'refused sign-out',
    how: 'press it again while the server gives a reason',
    shows: [{ toast: 'Logout failed', text: 'Our sessions are resting.', isError: true }],
  },
  {
    where: 'signed out',
    how: 'press Sign Out again',
    shows: [{ toast: 'Logged out', text: 'You have been successfully logged out.' }],
  },
  {
    where: 'guarded page',
    how: 'open /profile as a guest while the server takes its time to say who that is',
    shows: [{ status: 'Verifying authentication...' }],
  },
  {
    where: 'signed in',
    how: 'sign in as member',
    shows: [{ toast: 'Login successful', text: 'Welcome back, member!' }],
  },
  {
    where: 'user menu',
    how: 'press the name in the header',
    shows: [
      {
        navigation: 'Your menu',
        links: [
          'My Dashboard',
          'My Courses',
          'My Purchases',
          'My Bookings',
          'Messages',
          'My Profile',
          'My Membership',
        ],
      },
      { button: 'Sign Out' },
    ],
  },
] as const satisfies readonly Stop[];

/** For a signed-in user, on the cart page, with one resource. */
export const OWN_CART = [
  {
    where: 'failed add',
    how: 'press Add to cart while the server is away',
    shows: [{ toast: 'Error', text: 'Failed to add item to cart', isError: true }],
  },
  {
    where: 'added',
    how: 'press it again, now that the server answers',
    shows: [{ toast: '{title} added to cart', link: { name: 'View Cart', to: '/cart' } }],
  },
  {
    where: 'failed quantity',
    how: 'open /cart with something in it; press One more while the server is away',
    shows: [{ toast: 'Error', text: 'Failed to update item quantity', isError: true }],
  },
  {
    where: 'failed removal',
    how: 'press Remove while the server is away',
    shows: [{ toast: 'Error', text: 'Failed to remove item from cart', isError: true }],
  },
  {
    where: 'failed clearing',
    how: 'press Clear Cart while the server is away',
    shows: [{ toast: 'Error', text: 'Failed to clear cart', isError: true }],
  },
  {
    where: 'failed way to the checkout',
    how: 'after a price has changed, press Cart, Checkout and Complete Checkout while the server is away',
    shows: [{ toast: 'Error', text: 'Failed to update cart item', isError: true }],
  },
  {
    where: 'removed',
    how: 'press Remove',
    shows: [{ toast: 'Item Removed', text: 'Item has been removed from your cart' }, { text: EMPTY_CART }],
  },
  {
    where: 'cleared',
    how: 'put it into the cart again and press Clear Cart',
    shows: [
      { toast: 'Cart Cleared', text: 'All items have been removed from your cart' },
      { text: EMPTY_CART },
    ],
  },
] as const satisfies readonly Stop[];

export const STAFF = [
  {
    where: 'admin sidebar',
    how: 'open /admin/roles as admin',
    shows: [
      {
        navigation: 'Admin',
        links: [
          'Dashboard',
          'Users',
          'Roles',
          'Courses',
          'Course Creator',
          'Course Categories',
          'Certificates',
          'Resources',
          'Curriculum Store',
          'Curriculum Officer Dashboard',
          'Resource Categories',
          'Instructors',
          'Bookings',
          'Dance Styles',
          'Subscription Plans',
          'Coupons',
          'Messages',
          'Documentation',
          'Settings',
        ],
      },
      { link: 'Return to Website', to: '/' },
      { button: 'Sign Out' },
    ],
  },
  {
    where: 'admin menu',
    how: 'open /about as admin and press the name in the header',
    shows: [
      {
        navigation: 'Your menu',
        links: [
          'My Dashboard',
          'My Courses',
          'My Purchases',
          'My Bookings',
          'Messages',
          'My Profile',
          'My Membership',
          'Admin Panel',
        ],
      },
    ],
  },
  {
    where: 'officer sidebar',
    how: 'open /admin/dance-styles as curriculum officer',
    shows: [
      {
        navigation: 'Curriculum officer',
        links: [
          'Dashboard',
          'Resources',
          'Resource Categories',
          'Curriculum Store',
          'Seller Management',
          'Settings',
        ],
      },
    ],
  },
  {
    where: 'officer menu on a phone',
    how: 'open /about as curriculum officer on a phone and press Menu',
    shows: [
      {
        navigation: 'Your menu',
        links: [
          'My Dashboard',
          'My Courses',
          'My Purchases',
          'My Bookings',
          'Messages',
          'My Profile',
          'My Membership',
          'Seller Payments',
          'Curriculum Admin',
        ],
      },
    ],
  },
  {
    where: 'seller sidebar',
    how: 'open /my-resources as seller',
    shows: [
      {
        navigation: 'Seller',
        links: [
          'Dashboard',
          'My Resources',
          'Add Resource',
          'Curriculum Store',
          'Sales Analytics',
          'Payments',
          'Store Settings',
        ],
      },
    ],
  },
  {
    where: 'upload chooser',
    how: 'press Add resource',
    shows: [
      { link: 'Single Resource', to: '/upload-resource' },
      { link: 'Multiple Resources', to: '/multi-upload-resource' },
    ],
  },
  {
    where: 'resource form',
    how: 'follow Single Resource',
    shows: [
      {
        field: 'Dance style',
        choices: [
          'Ballet',
          'Contemporary',
          'Hip Hop',
          'Jazz',
          'Tap',
          'Ballroom',
          'Latin',
          'Folk',
          'Modern',
          'Swing',
          'Breakdance',
          'Other',
        ],
      },
      { field: 'Level', choices: ['Beginner', 'Intermediate', 'Advanced', 'Professional', 'Mixed Levels'] },
    ],
  },
] as const satisfies readonly Stop[];
