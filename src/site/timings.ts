/** Every limit and delay that the specification gives a page. Times are milliseconds, lengths are pixels. */
export const timings = {
  scrolledAfter: 10,
  homeServices: 6,
  homeTabs: 5,
  homePress: 2,
  carouselAutoplay: 2_555_500,
  copyrightFrom: 2025,
  captchaPoll: 300,
  sampleDialogAfter: 10_000,
  thankYou: 5000,
  loginRedirect: 1000,
  alertGone: 5000,
  dialogTransition: 300,
  backdropTransition: 150,
} as const;
