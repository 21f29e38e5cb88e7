import { Node } from '@tiptap/core';
import type { TextCharts } from './charts.ts';

/** A chart of the report by its key, with its picture where it can be drawn already. */
export const Chart = Node.create<{ charts: TextCharts | undefined }>({
  name: 'chart',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({ charts: undefined }),
  addAttributes: () => ({ key: { default: '' } }),
  parseHTML: () => [
    { tag: 'figure[data-chart]', getAttrs: (figure) => ({ key: figure.dataset['chart'] ?? '' }) },
  ],
  renderHTML({ node }) {
    const key = String(node.attrs['key']);
    const { charts } = this.options;
    const known = charts?.listCharts().find((chart) => chart.key === key);
    const caption = ['figcaption', {}, `Chart: ${known?.label ?? key}`] as const;
    if (!charts || !known) return ['figure', { 'data-chart': key }, caption];
    const picture = ['img', { src: charts.pictureUrl(key), alt: '', width: 350, height: 210 }];
    return ['figure', { 'data-chart': key }, picture, caption];
  },
});
