import { expect, test } from 'vitest';
import { successMessages } from '#core/leads/model.ts';
import { truncateTitle, buildBreadcrumbTitle, maxRelatedReports } from '#core/catalogue/model.ts';
import { grantDownloads } from '#core/orders/model.ts';
import { minPasswordLength } from '#core/accounts/password.model.ts';
import { specifiedLicences, defaultLicence } from '#core/catalogue/reports/licence.model.ts';
import { resellerReplyHours } from '#core/leads/model.ts';
import { texts } from './texts.ts';
import { pageConstants } from './page-constants.ts';

test("what the core answers is in the specification's words as well", () => {
  expect([successMessages.newsletter, successMessages.career, successMessages.reseller]).toEqual([
    texts.subscribed,
    texts.careerSubmitted,
    texts.resellerSubmitted,
  ]);
});

test("section 9: every constant and limit is the specification's", () => {
  expect(pageConstants).toMatchObject({
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
    [...specifiedLicences],
  ]).toEqual([6, 5, 24, 'single-user', ['single-user', 'multiple-user', 'corporate-user']]);
  expect(truncateTitle('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`);
  expect(buildBreadcrumbTitle('a b c d e f g h i j k l')).toBe('a b c d e f g h i j');
  expect(grantDownloads).toBe(5);
});
