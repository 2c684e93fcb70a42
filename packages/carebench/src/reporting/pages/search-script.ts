/**
 * The script of the search, after the common script of reports. All words must be in one step of a trial, in any order
 * and case; words in quotation marks must be adjacent.
 */
export const searchScript = /* js */ `
const { trials, texts, places } = JSON.parse(document.getElementById('data').textContent);
const folded = texts.map((text) => text.toLowerCase());
const atOnce = 100;
const around = 90;
const form = document.getElementById('search');
const words = form.elements.namedItem('words');
const outcome = document.getElementById('outcome');
const found = document.getElementById('found');
const more = el('button', 'more', 'Show more');
more.type = 'button';
more.hidden = true;
found.after(more);
const snippet = (text, at, length) => {
  const from = Math.max(0, at - around);
  const to = Math.min(text.length, at + length + around);
  return el('p', 'snippet', (from > 0 ? '…' : '') + text.slice(from, at), el('mark', '', text.slice(at, at \
+ length)), text.slice(at + length, to) + (to < text.length ? '…' : ''));
};
let hits = [];
let count = 0;
const show = () => {
  for (const [trial, turn, text, at, length] of hits.slice(count, count + atOnce)) {
    const [agent, task, number, path, verdict] = trials[trial];
    const link = el('a', '', task + ' · ' + agent + ' · trial ' + number + (turn === 0 ? '' : ', step ' + turn));
    link.href = path + (turn === 0 ? '' : '#turn-' + turn);
    found.append(el('li', '', link, el('span', 'soft', ' ' + (verdict || 'unscored')), snippet(texts[text], at, \
length)));
  }
  count = Math.min(hits.length, count + atOnce);
  more.hidden = count >= hits.length;
};
more.addEventListener('click', show);
const search = () => {
  const query = words.value.trim().toLowerCase();
  const parts = [...query.matchAll(/["“]([^"”]+)["”]|(\\S+)/g)].map(([, phrase, word]) => phrase || word);
  found.replaceChildren();
  hits = [];
  count = 0;
  more.hidden = true;
  if (parts.length === 0) {
    outcome.textContent = 'Enter words to find the steps that contain all of them.';
    return;
  }
  const matching = new Map();
  folded.forEach((text, index) => {
    const at = text.indexOf(parts[0]);
    if (at >= 0 && parts.every((part) => text.includes(part))) matching.set(index, at);
  });
  places.forEach((list, trial) => {
    for (const [turn, ...indexes] of list) {
      const text = indexes.find((index) => matching.has(index));
      if (text !== undefined) hits.push([trial, turn, text, matching.get(text), parts[0].length]);
    }
  });
  outcome.textContent = hits.length === 0 ? 'Nothing was found.' : hits.length + (hits.length === 1 ? ' step in ' \
: ' steps in ') + new Set(hits.map(([trial]) => trial)).size + ' of ' + trials.length + ' trials';
  show();
};
form.addEventListener('submit', (event) => {
  event.preventDefault();
  location.replace('#' + new URLSearchParams({ words: words.value }));
  search();
});
words.value = new URLSearchParams(location.hash.slice(1)).get('words') || '';
search();
`
