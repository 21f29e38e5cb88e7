/**
 * The script that a browser loads from the simulator: `window.turnstile` with render, reset, remove
 * and getResponse. The challenge is a box to tick, and says that it is local.
 */
export const turnstileSimulatorScript = `(() => {
  const base = new URL(document.currentScript.src).origin;
  const widgets = new Map();
  let count = 0;
  const draw = (id) => {
    const widget = widgets.get(id);
    widget.token = '';
    widget.element.innerHTML = '';
    const label = document.createElement('label');
    label.style.cssText = 'display:flex;gap:10px;align-items:center;border:1px solid #8b877a;' +
      'border-radius:3px;padding:12px;max-width:300px;min-height:65px;box-sizing:border-box;' +
      'background:#fff;font-size:15px;line-height:1.3';
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.setAttribute('data-challenge', '');
    box.style.cssText = 'width:22px;height:22px;min-height:0;flex:none';
    const text = document.createElement('span');
    text.textContent = 'I am a person (local check)';
    label.append(box, text);
    widget.element.append(label);
    box.addEventListener('change', async () => {
      box.disabled = true;
      try {
        const answer = await (await fetch(base + '/challenge', { method: 'POST' })).json();
        widget.token = answer.token;
        text.textContent = 'Checked (local check)';
        widget.options.callback?.(answer.token);
        widget.timer = setTimeout(() => {
          draw(id);
          widget.options['expired-callback']?.();
        }, 290000);
      } catch { widget.options['error-callback']?.('network'); draw(id); }
    });
  };
  const findId = (id) => id ?? [...widgets.keys()][0];
  window.turnstile = {
    ready: (callback) => callback(),
    render: (container, options) => {
      const element =
        typeof container === 'string' ? document.querySelector(container) : container;
      const id = 'local-' + ++count;
      widgets.set(id, { element, options, token: '' });
      draw(id);
      return id;
    },
    reset: (id) => {
      const widgetId = findId(id);
      if (!widgets.has(widgetId)) return;
      clearTimeout(widgets.get(widgetId).timer);
      draw(widgetId);
    },
    remove: (id) => {
      const widgetId = findId(id);
      const widget = widgets.get(widgetId);
      if (!widget) return;
      clearTimeout(widget.timer);
      widget.element.innerHTML = '';
      widgets.delete(widgetId);
    },
    getResponse: (id) => widgets.get(findId(id))?.token,
  };
})();
`;
