/**
 * The script of the overview, after the common script of reports: the filters, the list of trials in parts, the way to
 * the search, and loading again while the run is at work. What is chosen stands in the fragment of the address.
 */
export const indexScript = /* js */ `
const { agents, tasks, ends, rows } = JSON.parse(document.getElementById('data').textContent);
const atOnce = 200;
const state = new URLSearchParams(location.hash.slice(1));
const fits = {
  all: () => true,
  failed: (row) => row[4] === 'fail' || row[4] === 'partial',
  'guard broken': (row) => row[6] > 0,
  'tool errors': (row) => row[7] > 0,
  unscored: (row) => row[4] === null,
};
const signs = { pass: '✓', partial: '◐', fail: '✕' };
const tones = { pass: 'passed', partial: 'partial', fail: 'failed' };
const cost = (usd) => usd === null ? '–' : '$' + (usd === 0 || usd >= 1 ? usd.toFixed(2) : usd.toPrecision(2));
const seconds = (ms) => ms === null ? '–' : (ms / 1000).toFixed(1) + ' s';
const line = ([agent, task, trial, end, verdict, score, guards, errors, calls, usd, tokens, ms]) => {
  const sign = el('span', 'sign tone-' + (tones[verdict] || 'errored'), signs[verdict] || '·');
  sign.setAttribute('aria-hidden', 'true');
  const name = tasks[task][0];
  const link = end === null ? el('span', 'soft', name) : el('a', '', name);
  if (end !== null) link.href = 'trials/' + agents[agent][1] + '/' + tasks[task][1] + '/t' + String(trial).padStart(2, '0') + '.html';
  const row = el('tr', '', el('td', '', sign, ' ' + (verdict || 'unscored')), el('td', 'wide-cell', agents[agent][0]), el('th', 'wide-cell', link), el('td', 'number', String(trial)), el('td', 'number', score === null ? '–' : score.toFixed(2)), el('td', '', end === null ? 'not ended' : ends[end]), el('td', 'number', String(calls)), el('td', 'number', String(errors)), el('td', 'number', String(guards)), el('td', 'number', cost(usd)), el('td', 'number', tokens === null ? '–' : String(tokens)), el('td', 'number', seconds(ms)));
  row.children[2].scope = 'row';
  return row;
};
const section = document.getElementById('trials');
section.querySelector('.no-script').remove();
const head = el('tr', '');
for (const [name, number] of [['verdict'], ['agent'], ['task'], ['trial', 1], ['score', 1], ['end'], ['calls', 1], ['errors', 1], ['guards broken', 1], ['cost', 1], ['tokens', 1], ['time', 1]]) {
  const cell = el('th', number ? 'number' : '', name);
  cell.scope = 'col';
  head.append(cell);
}
const body = el('tbody', '');
const scroll = el('div', 'scroll', el('table', 'trial-list', el('thead', '', head), body));
scroll.tabIndex = 0;
scroll.setAttribute('role', 'group');
scroll.setAttribute('aria-label', 'Table of the trials');
const more = el('button', 'more', '');
more.type = 'button';
section.append(scroll, more);
let shown = rows;
let count = 0;
const show = (upTo) => {
  while (count < Math.min(upTo, shown.length)) body.append(line(shown[count++]));
  more.hidden = count >= shown.length;
  more.textContent = 'Show ' + Math.min(atOnce, shown.length - count) + ' more of ' + shown.length;
};
more.addEventListener('click', () => show(count + atOnce));
const matrix = document.querySelector('.trial-matrix');
const filters = document.querySelector('.choices');
const choose = (name) => {
  shown = rows.filter(fits[name]);
  count = 0;
  body.replaceChildren();
  for (const button of filters.children) button.setAttribute('aria-pressed', String(button.dataset.name === name));
  matrix.dataset.filter = name.replace(' ', '-');
  show(atOnce);
};
filters.setAttribute('role', 'group');
filters.setAttribute('aria-label', 'Trials to show');
for (const name of Object.keys(fits)) {
  const number = rows.filter(fits[name]).length;
  if (number === 0 && name !== 'all') continue;
  const button = el('button', '', name + ' ' + number);
  button.type = 'button';
  button.dataset.name = name;
  button.addEventListener('click', () => {
    choose(name);
    state.set('show', name);
    location.replace('#' + state);
  });
  filters.append(button);
}
const wanted = state.get('show');
choose(Object.hasOwn(fits, wanted || '') ? wanted : 'all');
const search = document.getElementById('search');
const words = search.elements.namedItem('words');
search.addEventListener('submit', (event) => {
  event.preventDefault();
  location.href = 'search.html#' + new URLSearchParams({ words: words.value });
});
const live = document.getElementById('live');
if (live !== null) {
  const again = () => document.hidden || document.activeElement === words ? setTimeout(again, 1000) : location.reload();
  setTimeout(again, 3000);
}
`
