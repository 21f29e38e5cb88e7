/**
 * Line charts take the keyboard's focus, and load what shows their values when they are first
 * pointed at, touched or focused.
 */
export function offerChartValues(): void {
  for (const chart of document.querySelectorAll<HTMLElement>('[data-chart="lines"]')) {
    chart.tabIndex = 0;
    chart.role = 'application';
    chart.ariaLabel = 'Values by year: use the left and right arrow keys';
    const load = (event: Event): void => {
      for (const name of eventNames) chart.removeEventListener(name, load);
      void import('./chart-values.ts').then(({ showChartValues }) => showChartValues(chart, event));
    };
    for (const name of eventNames) chart.addEventListener(name, load, { passive: true });
  }
}

const eventNames = ['pointerenter', 'pointerdown', 'focus', 'keydown'];
