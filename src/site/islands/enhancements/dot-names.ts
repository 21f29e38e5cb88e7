import { fetchPage } from './fetch-page.ts';

/**
 * Names the dot of a picture under the pointer, or at a tap, and makes the picture's link lead to its
 * report; beside the dots it leads to the page of numbers, from which the names come.
 */
export async function nameDots(picture: HTMLElement): Promise<void> {
  const [link, svg] = [picture.querySelector('a'), picture.querySelector('svg')];
  if (!link || !svg) return;
  const numbers = link.href;
  const dots = await readDots(numbers);
  const { rule, text, mark } = addReadout(picture, svg);
  const show = (event: PointerEvent): void => {
    const box = svg.getBoundingClientRect();
    const scale = box.width / svg.viewBox.baseVal.width;
    const at = { x: (event.clientX - box.left) / scale, y: (event.clientY - box.top) / scale };
    const dot = findDot(dots, at);
    link.href = dot?.href ?? numbers;
    rule.hidden = !dot;
    mark.style.display = dot ? '' : 'none';
    if (!dot) return;
    rule.style.left = `${dot.x * scale}px`;
    rule.dataset['side'] = at.x > svg.viewBox.baseVal.width / 2 ? 'left' : 'right';
    text.textContent = dot.name;
    mark.setAttribute('d', `M${dot.x} ${dot.y}h0`);
  };
  picture.addEventListener('pointermove', show);
  picture.addEventListener('pointerdown', show);
  picture.addEventListener('pointerleave', () => {
    [rule.hidden, mark.style.display, link.href] = [true, 'none', numbers];
  });
}

type Dot = { readonly x: number; readonly y: number; readonly href: string; readonly name: string };

/** The rows of the page of numbers, whose `data-dot` is the place in the picture; [] if it fails. */
async function readDots(numbers: string): Promise<Dot[]> {
  const page = await fetchPage(numbers);
  return [...(page?.querySelectorAll<HTMLElement>('[data-dot]') ?? [])].map((row) => {
    const [x = 0, y = 0] = (row.dataset['dot'] ?? '').split(' ').map(Number);
    const link = row.querySelector('a');
    const growth = row.querySelector('td')?.textContent ?? '';
    const name = `${link?.textContent ?? ''}, ${growth} a year`;
    return { x, y, href: link?.getAttribute('href') ?? numbers, name };
  });
}

/** A dot is 6 units wide, and its neighbours are 7 away. */
const reach = 5;

function findDot(dots: readonly Dot[], at: { readonly x: number; readonly y: number }) {
  const distances = dots.map(({ x, y }) => Math.hypot(x - at.x, y - at.y));
  const nearest = Math.min(...distances);
  return nearest <= reach ? dots[distances.indexOf(nearest)] : undefined;
}

/** A rule with a text beside it, as in charts, and a mark over the dot. */
function addReadout(picture: HTMLElement, svg: SVGSVGElement) {
  const [rule, text] = [document.createElement('div'), document.createElement('span')];
  rule.className = 'chart-readout';
  rule.ariaHidden = 'true';
  rule.hidden = true;
  rule.append(text);
  picture.append(rule);
  const mark = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  mark.setAttribute('class', 'interlude-near');
  mark.style.display = 'none';
  svg.append(mark);
  return { rule, text, mark };
}
