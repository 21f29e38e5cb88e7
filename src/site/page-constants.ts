/** Every limit and delay that the specification gives a page. */
export const pageConstants = {
  scrolledAfterPx: 10,
  homeServiceCount: 6,
  homeTabCount: 5,
  homeHeroReportCount: 5,
  homeLinesPerIndustry: 16,
  homePressReleaseCount: 2,
  carouselAutoplayMs: 2_555_500,
  copyrightStartYear: 2025,
  captchaPollMs: 300,
  sampleDialogDelayMs: 10_000,
  thankYouRedirectMs: 5000,
  loginRedirectMs: 1000,
  alertVisibleMs: 5000,
  dialogTransitionMs: 300,
  backdropTransitionMs: 150,
} as const;
