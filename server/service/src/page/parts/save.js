// Pictures of a page as files, SVG or PNG, as seen; live.js loads it when one is wanted.
'use strict';
// Properties that parts take from the part around them, and the others with what they are at first.
const TAKEN = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray',
  'stroke-linecap', 'stroke-linejoin', 'paint-order', 'font-size', 'font-weight', 'text-anchor'];
const OWN = { opacity: '1', 'clip-path': 'none', transform: 'none' };
const MARGIN = 16;

// A copy of a drawing that needs no style sheet; what is hidden is left out.
function dressed(seen, above) {
  const style = getComputedStyle(seen);
  if (style.display === 'none' && !seen.closest('defs, pattern')) return null;
  const copy = seen.cloneNode(false);
  [...copy.attributes].filter(({ name }) => /^(class|href|tabindex|role|aria-.*|data-.*)$/.test(name))
    .forEach(({ name }) => copy.removeAttribute(name));
  for (const name of TAKEN) {
    const value = style.getPropertyValue(name);
    if (value !== above?.getPropertyValue(name)) copy.setAttribute(name, value);
  }
  for (const [name, first] of Object.entries(OWN)) {
    const value = style.getPropertyValue(name);
    if (value !== first) copy.setAttribute(name, value);
  }
  // A style may move the edges of a part.
  if (seen.matches('rect.box, rect.frame')) {
    const { x, y, width, height } = seen.getBBox();
    Object.entries({ x, y, width, height }).forEach(([name, value]) => copy.setAttribute(name, value));
  }
  if (seen.matches('circle')) copy.setAttribute('r', parseFloat(style.r));
  for (const child of seen.childNodes) {
    const part = child.nodeType === Node.ELEMENT_NODE ? dressed(child, style) : child.cloneNode();
    if (part) copy.append(part);
  }
  return copy;
}

// The lines of a text, each with its place.
function lines(text) {
  const found = [];
  for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const box = range.getBoundingClientRect();
    const last = found.at(-1);
    const { left, top, width, height } = box;
    if (last?.top === top) {
      last.words += ` ${word}`;
      last.width = box.right - last.left;
    } else if (width) found.push({ left, top, width, height, words: word });
  }
  return found;
}

// A part of the page as one drawing: its drawings, its words, and the grounds behind them.
function pictured(box) {
  const frame = box.getBoundingClientRect();
  const [wide, high] = [frame.width, frame.height].map((length) => Math.ceil(length) + 2 * MARGIN);
  const make = (name, attributes, within) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    within?.append(made);
    return made;
  };
  const root = make('svg', { width: wide, height: high, viewBox: `0 0 ${wide} ${high}` });
  root.setAttribute('font-family', 'Inter, system-ui, sans-serif');
  const at = ({ left, top }) => ({ x: left - frame.left + MARGIN, y: top - frame.top + MARGIN });
  make('title', {}, root).textContent = document.title;
  const tokens = getComputedStyle(document.documentElement);
  const [ground, edge] = ['--panel', '--line'].map((name) => tokens.getPropertyValue(name));
  make('rect', { width: wide, height: high, fill: ground }, root);
  const draw = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const style = getComputedStyle(node.parentElement);
      const look = { fill: style.color, 'font-size': style.fontSize, 'font-weight': style.fontWeight };
      // The rim of letters is a shadow on the page.
      const rim = style.textShadow.match(/rgba?\([^)]*\)/)?.[0];
      if (rim) Object.assign(look, { stroke: rim, 'stroke-width': 2, 'stroke-linejoin': 'round', 'paint-order': 'stroke' });
      for (const { left, top, width, height, words } of lines(node)) {
        // Another font is as long too.
        const long = { textLength: width, lengthAdjust: 'spacingAndGlyphs' };
        const place = at({ left, top: top + 0.8 * height });
        make('text', { ...place, ...look, ...long }, root).textContent = words;
      }
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches('.unseen, .saves')) return;
    const style = getComputedStyle(node);
    if (style.display === 'none') return;
    const place = node.getBoundingClientRect();
    const size = { width: place.width, height: place.height };
    if (node.nodeName === 'svg') {
      const copy = dressed(node);
      Object.entries({ ...at(place), ...size }).forEach(([key, value]) => copy.setAttribute(key, value));
      copy.setAttribute('overflow', style.overflow);
      root.append(copy);
      return;
    }
    const whole = { ...at(place), ...size, rx: parseFloat(style.borderRadius) };
    const { backgroundColor: fill } = style;
    if (fill !== 'rgba(0, 0, 0, 0)') make('rect', { ...whole, fill }, root);
    // Frames of cells, and the lines of fractions and tables.
    if (style.boxShadow.includes('inset')) make('rect', { ...whole, fill: 'none', stroke: edge }, root);
    const under = parseFloat(style.borderBottomWidth);
    if (under && node !== box) {
      const { x, y } = at({ left: place.left, top: place.bottom - under });
      make('rect', { x, y, width: place.width, height: under, fill: style.borderBottomColor }, root);
    }
    node.childNodes.forEach(draw);
  };
  draw(box);
  return new XMLSerializer().serializeToString(root);
}

function download(href, name) {
  Object.assign(document.createElement('a'), { download: name, href }).click();
}

// The PNG of an SVG, at double density.
async function png(svg, name) {
  const [, width, height] = svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/);
  const sized = /^<svg[^>]* width=/.test(svg)
    ? svg : svg.replace('<svg ', `<svg width="${width}" height="${height}" `);
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(sized)))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: width * 2, height: height * 2 });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  download(canvas.toDataURL(), name);
}

// The file that a link or a button names: of a picture at an address, or of a part of this page.
window.save = async function save({ href, dataset }) {
  if (dataset.png) await png(await (await fetch(href)).text(), dataset.png);
  else {
    const svg = pictured(one(dataset.of));
    if (dataset.save.endsWith('.png')) await png(svg, dataset.save);
    else download(`data:image/svg+xml,${encodeURIComponent(svg)}`, dataset.save);
  }
};
