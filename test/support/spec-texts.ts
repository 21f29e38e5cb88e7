/**
 * Sections 2, 4, 5 and 8 of the specification, to the letter: what a page shows as the server
 * renders it, and what only a browser can show. Tests read each one off the page in its situation;
 * the types make sure that none is left out. Not shown by design (docs/deviations.md): the "Loading
 * …" texts of failed fetches, since pages arrive rendered, and the three of a helper "not
 * displayed".
 */
export const renderedTexts = [
  "Looks like you're lost",
  'Go to Home',
  'Testimonials not available at the moment',
  'No Blogs Available',
  'Blog Detail not found.',
  'Services not available at the moment',
  'No data available in the Press Release.',
  'Press release not found.',
  'No Reports Found for this Category',
  'No reports available for this industry.',
  'Email is required',
  'Invalid email format',
  'Password is required',
  'Password must be at least 6 characters',
  'Please accept the Terms & Conditions.',
  'Please complete the CAPTCHA.',
  'Please complete the CAPTCHA verification.',
  'Password reset link has been sent to your email.',
  'Something went wrong',
  'Failed to initiate PayPal checkout',
  'Error during checkout. Please try again.',
  'Payment capture failed.',
  'Error fetching payment details.',
  'No payment token provided.',
] as const;

export const browserTexts = [
  'Thank you for subscribing!',
  'Subscription failed. Please try again.',
  'Something went wrong. Please try again later.',
  'Captcha error. Please try again.',
  'Captcha expired. Please complete again.',
  'Failed to send message.',
  'Something went wrong!',
  'Application submitted successfully!',
  'Error submitting form. Please try again later.',
  'Login failed',
  'Something went wrong. Please try again.',
  'Signup failed',
  'Something went wrong.',
  'Network error. Please try again later.',
  'Request submitted successfully!',
  'Server error. Please try again.',
  'Sending...',
  'Signing up...',
  'No results found.',
] as const;

/** Section 2: words that it gives to a page, where a visitor finds them. */
export const namedTexts = {
  '/': ['Latest Publication', 'Show More', 'View More'],
  '/about': ['Mission', 'Vision'],
  '/contact': ['Get In Touch'],
  '/client': ['Trusted Clients'],
  '/faq': ["Customer FAQ's"],
  '/become-reseller': ["Customer FAQ's"],
  '/custom_search': ['Custom-Search'],
  '/industries': ['Industries'],
  '/report-store': ['All Categories', 'Request Free Sample', 'BUY NOW'],
  '/industries/{industry}': ['All Categories', 'Request Free Sample', 'BUY NOW'],
  '/{report}': [
    'Report Description',
    'Table of Content',
    'Segmentation',
    'DOWNLOAD SAMPLE',
    'About Author',
    'BUY NOW',
    'Ask For Discount',
    'Enquiry Before Buy',
    'Ask For Customization',
    'Need this report? Grab it now!',
    'Request Free Sample',
    'Available PDF Sample Reports',
  ],
  '/request-details/{code}': ['BUY NOW'],
  '/discount/{code}': ['Ask for Discount'],
  '/inquiry/{code}': ['Inquire Before Buy'],
  '/customization/{code}': ['Ask for Customization'],
  '/buy-now?id={code}&type=single-user': ['Billing Information'],
} as const;
/** Texts of header and footer on every page. */
export const frameTexts = [
  'Home',
  'Industries',
  'Services',
  'Press Release',
  'Blog',
  'About Us',
  'Contact Us',
  'Login',
  'Menu',
  'Insight Club',
  'Help',
] as const;

export type RenderedText = (typeof renderedTexts)[number];
export type BrowserText = (typeof browserTexts)[number];
