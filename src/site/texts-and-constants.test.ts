import { expect, test } from 'vitest';
import { successMessages } from '#core/leads/model.ts';
import { truncateTitle, buildBreadcrumbTitle, maxRelatedReports } from '#core/catalogue/model.ts';
import { grantDownloads } from '#core/orders/model.ts';
import { minPasswordLength } from '#core/accounts/model.ts';
import { licences, defaultLicence } from '#core/catalogue/licence.model.ts';
import { resellerReplyHours } from '#core/leads/model.ts';
import { texts } from './texts.ts';
import { pageConstants } from './page-constants.ts';

/** Section 8 of the specification: every message that it names, as it stands there. */
const specifiedTexts = [
  'Thank you for subscribing!',
  'Subscription failed. Please try again.',
  'Something went wrong. Please try again later.',
  'Captcha error. Please try again.',
  'Captcha expired. Please complete again.',
  'Please complete the CAPTCHA.',
  'Testimonials not available at the moment',
  'No Blogs Available',
  'Blog Detail not found.',
  'Services not available at the moment',
  'No data available in the Press Release.',
  'Press release not found.',
  'No Reports Found for this Category',
  'Failed to send message.',
  'Something went wrong!',
  'Application submitted successfully!',
  'Error submitting form. Please try again later.',
  'Login failed',
  'Something went wrong. Please try again.',
  'Signup failed',
  'Password reset link has been sent to your email.',
  'Something went wrong.',
  'Network error. Please try again later.',
  'Request submitted successfully!',
  'Server error. Please try again.',
  'Something went wrong',
  'Failed to initiate PayPal checkout',
  'Error during checkout. Please try again.',
  'Payment capture failed.',
  'Error fetching payment details.',
  'No payment token provided.',
  "Looks like you're lost",
  'Go to Home',
  'No results found.',
  'No reports available for this industry.',
  'Please accept the Terms & Conditions.',
  'Need this report? Grab it now!',
  'Available PDF Sample Reports',
  'PDF / EXCEL',
  'Ask for Discount',
  'Inquire Before Buy',
  'Ask for Customization',
  "Customer FAQ's",
  'Trusted Clients',
  'Get In Touch',
  'Custom-Search',
  'Industries',
  'Loading industries...',
  'Sending...',
  'Signing up...',
];

test.each(specifiedTexts)(
  'the specification\'s words "%s" stand in the table of texts',
  (message) => {
    expect(Object.values(texts) as string[]).toContain(message);
  },
);

test("what the core answers is in the specification's words as well", () => {
  expect([successMessages.newsletter, successMessages.career, successMessages.reseller]).toEqual([
    texts.subscribed,
    texts.careerSubmitted,
    texts.resellerSubmitted,
  ]);
});

test("section 9: every constant and limit is the specification's", () => {
  expect(pageConstants).toEqual({
    scrolledAfterPx: 10,
    captchaPollMs: 300,
    homeServiceCount: 6,
    homeTabCount: 5,
    homePressReleaseCount: 2,
    carouselAutoplayMs: 2_555_500,
    copyrightStartYear: 2025,
    sampleDialogDelayMs: 10_000,
    thankYouRedirectMs: 5000,
    loginRedirectMs: 1000,
    alertVisibleMs: 5000,
    dialogTransitionMs: 300,
    backdropTransitionMs: 150,
  });
  expect([
    minPasswordLength,
    maxRelatedReports,
    resellerReplyHours,
    defaultLicence,
    [...licences],
  ]).toEqual([6, 5, 24, 'single-user', ['single-user', 'multiple-user', 'corporate-user']]);
  expect(truncateTitle('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`);
  expect(buildBreadcrumbTitle('a b c d e f g h i j k l')).toBe('a b c d e f g h i j');
  expect(grantDownloads).toBe(5);
});
