import { download, drawnPart, element } from './element.js';

/** Properties of a drawing that come from the page's style, and must be copied with it. */
const STYLED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'opacity',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;
const MARGIN = 16;
const TITLE = 30;
/** Pixels of a picture for each of the drawing's. */
const DENSITY = 2;

/** Gives every drawing within a place buttons that copy it with its title as a picture. */
export function letPicturesBeCopied(within: ParentNode): void {
  for (const figure of within.querySelectorAll<HTMLElement>('figure[data-picture]')) {
    const status = element('span');
    status.setAttribute('role', 'status');
    const title = figure.querySelector('figcaption strong')?.textContent ?? '';
    const place = element('div', '', 'picture no-print');
    for (const form of ['SVG', 'PNG'] as const) {
      const button = element('button', `Copy as ${form}`);
      button.setAttribute('type', 'button');
      // Screen readers name the picture that is copied by the title.
      button.append(element('span', `: ${title}`, 'hidden'));
      button.addEventListener('click', async () => {
        const drawing = drawingInSight(figure);
        if (drawing === undefined) return;
        status.textContent = await handOver(standalone(drawing, title), form, figure.dataset['picture']!);
      });
      place.append(button);
    }
    place.append(status);
    figure.querySelector('figcaption')!.append(place);
  }
}

/** The form of a drawing that the width of the window has: wide or narrow. */
export function drawingInSight(within: HTMLElement): SVGSVGElement | undefined {
  const all = [...within.querySelectorAll<SVGSVGElement>('svg.sheet')];
  return all.find((each) => each.getBoundingClientRect().width > 0);
}

interface Picture {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** A drawing as a separate document: with its title, its background, and the look of every part written into it. */
function standalone(drawing: SVGSVGElement, title: string): Picture {
  const [, , width = 0, height = 0] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [from, to] = [drawing, copy].map((each) => [...each.querySelectorAll<SVGElement>('*')]);
  for (const [index, part] of from!.entries()) {
    const style = getComputedStyle(part);
    const own = to![index]!;
    for (const name of STYLED) {
      const value = style.getPropertyValue(name);
      if (value !== '') own.setAttribute(name, value);
    }
    for (const name of ['class', 'data-tip', 'tabindex']) own.removeAttribute(name);
  }
  const body = getComputedStyle(document.body);
  const [wide, tall] = [width + 2 * MARGIN, height + 2 * MARGIN + TITLE];
  const sheet = drawnPart('svg', { viewBox: `0 0 ${wide} ${tall}`, width: wide, height: tall });
  const heading = { x: MARGIN, y: MARGIN + 14, fill: body.color, 'font-family': 'system-ui, sans-serif' };
  const inside = drawnPart('g', { transform: `translate(${MARGIN} ${MARGIN + TITLE})` });
  inside.append(...copy.childNodes);
  sheet.append(
    drawnPart('rect', { width: wide, height: tall, fill: body.backgroundColor }),
    drawnPart('text', { ...heading, 'font-size': 15, 'font-weight': 600 }, title),
    inside,
  );
  return { text: new XMLSerializer().serializeToString(sheet), width: wide, height: tall };
}

/** Copies a picture, or saves it if copying is not allowed. @returns the action, in a word */
async function handOver(picture: Picture, form: 'SVG' | 'PNG', name: string): Promise<string> {
  const blob = form === 'SVG' ? new Blob([picture.text], { type: 'image/svg+xml' }) : await pngOf(picture);
  try {
    if (form === 'SVG') await navigator.clipboard.writeText(picture.text);
    else await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    return 'copied';
  } catch {
    download(`${name}.${form.toLowerCase()}`, blob);
    return 'saved as a file';
  }
}

async function pngOf({ text, width, height }: Picture): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * DENSITY;
  canvas.height = height * DENSITY;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob(
      (blob) => (blob === null ? failed(new Error('the picture is empty')) : done(blob)),
      'image/png',
    );
  });
}
