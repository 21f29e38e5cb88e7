/**
 * Line charts take the keyboard's focus, and load what shows their values when they are first
 * pointed at, touched or focused.
 */
export function offerChartValues(): void {
  for (const chart of document.querySelectorAll<HTMLElement>('[data-chart="lines"]')) {
    chart.tabIndex = 0;
    chart.role = 'application';
    chart.ariaLabel = 'Values by year: use the left and right arrow keys';
    const early: Event[] = [];
    const remember = (event: Event): void => {
      if (early.push(event) === 1) void showValues();
    };
    const showValues = async (): Promise<void> => {
      const { showChartValues } = await import('./chart-values.ts');
      for (const name of eventNames) chart.removeEventListener(name, remember);
      const [first, ...later] = early;
      if (first) showChartValues(chart, first);
      // Keys that were pressed while it loaded.
      for (const event of later)
        if (event instanceof KeyboardEvent)
          chart.dispatchEvent(new KeyboardEvent('keydown', { key: event.key }));
    };
    for (const name of eventNames) chart.addEventListener(name, remember, { passive: true });
  }
}

const eventNames = ['pointerenter', 'pointerdown', 'focus', 'keydown'];
